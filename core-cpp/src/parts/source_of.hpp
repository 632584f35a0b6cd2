// SourceOf<T>: the catalogue entry of a kind of traffic that is described by a traits class T. T says:
//   struct Params                                 one flow's parameters, after drawing (a plain struct of doubles)
//   static constexpr const char *id, *name, *help, *source
//   static constexpr Transport transport; static constexpr bool steady
//   static std::vector<ParamSpec> table()         kind pair: each flow draws from it
//   static double mean_rate(const Params&, int packet_size)
//   static Felt felt(const Params&, int packet_size)          may be left out
//   static std::unique_ptr<Application> make(const Params&, int packet_size)
#pragma once
#include "aqm/source.hpp"
#include "param_table.hpp"
#include "registration.hpp"

namespace aqm {

/// What all kinds do with their tables.
class SourceTable : public SourceKind {
 public:
  std::span<const ParamSpec> params() const final { return table_.specs(); }
  Issues check(std::span<const Span> values) const final;

 protected:
  explicit SourceTable(std::vector<ParamSpec> specs) : table_(std::move(specs)) {}
  /// The middle of each span, or the default.
  ParamValues means(std::span<const Span> values) const;
  /// One draw for each row of the table.
  ParamValues drawn(std::span<const Span> values, Rng& draws) const;
  const ParamTable& table() const { return table_; }

 private:
  /// NaN for a value that is left out.
  Span value_of(std::span<const Span> values, std::size_t i) const;
  ParamTable table_;
};

template <class T>
class SourceOf final : public SourceTable {
 public:
  SourceOf() : SourceTable(T::table()), registration_(*this) {}
  std::string_view id() const override { return T::id; }
  std::string_view name() const override { return T::name; }
  std::string_view help() const override { return T::help; }
  std::string_view source() const override { return T::source; }
  Transport transport() const override { return T::transport; }
  bool steady() const override { return T::steady; }
  double mean_rate(std::span<const Span> values, int packet_size) const override {
    return T::mean_rate(params_of(means(values)), packet_size);
  }
  Felt felt(std::span<const Span> values, int packet_size) const override {
    if constexpr (requires(const typename T::Params& p) { T::felt(p, packet_size); }) {
      return T::felt(params_of(means(values)), packet_size);
    } else {
      return {};
    }
  }
  std::unique_ptr<Application> make(std::span<const Span> values, int packet_size, Rng& draws) const override {
    return T::make(params_of(drawn(values, draws)), packet_size);
  }

 private:
  typename T::Params params_of(const ParamValues& values) const {
    typename T::Params p{};
    table().fill(&p, values, {});
    return p;
  }
  Registration<SourceKind> registration_;
};

/// The rate of a kind that sends datagrams at a constant rate, from 1 bit/s to 10 Gbit/s.
template <class P>
ParamSpec rate_param(const char* help) {
  return labelled("Rate of a flow", bind<P, &P::rate>("rate", "bit/s", ParamKind::pair, 1e6, {1, 10e9}, help));
}

}  // namespace aqm
