// Requests to the border (bindings/layout.hpp) made from a fuzzer's bytes. Most of them are accepted, so that the code
// behind the checks is reached; the target `border` sends bytes unchanged.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "api.hpp"
#include "aqm/congestion_control.hpp"
#include "aqm/scheme.hpp"
#include "aqm/source.hpp"
#include "layout.hpp"

namespace aqm::fuzz {

/// The rest of the input; zero after its end.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
  bool empty() const { return at_ == end_; }
  std::uint8_t byte() { return empty() ? 0 : *at_++; }
  std::size_t below(std::size_t n) { return byte() % n; }
  /// [0, 1]
  double share() { return (byte() * 256.0 + byte()) / 65535.0; }
  double raw() {
    std::uint8_t bits[sizeof(double)];
    for (std::uint8_t& b : bits) b = byte();
    double value = 0;
    std::memcpy(&value, bits, sizeof value);
    return value;
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

inline constexpr double kHostile[] = {0,    -1,    1,      2,      0.5,          1e-9,          1e9,
                                      1e18, 1e300, 5e-324, -1e300, 4294967296.0, -2147483648.0, kInfinity};

/// Writes a structure of the layout: each number is left out, inside its bounds, or one that breaks careless code.
class Writer {
 public:
  explicit Writer(Bytes& bytes) : bytes_(bytes) {}
  std::vector<double> out;

  template <class T>
  void number(const char*, T& v, const Facts& facts = {}) {
    out.push_back(value(static_cast<double>(v), facts, false));
  }
  template <class T>
  void integer(const char*, T& v, const Facts& facts = {}) {
    out.push_back(value(static_cast<double>(v), facts, true));
  }
  template <class T>
  void natural(const char*, T& v, const Facts& facts = {}) {
    out.push_back(value(static_cast<double>(v), facts, true));
  }
  template <class T>
  void toggle(const char*, T&, const Facts& = {}) {
    out.push_back(static_cast<double>(bytes_.below(2)));
  }
  void pair(const char*, Span& v, const Facts& facts = {}) {
    const double lo = value(v.lo, facts, false);
    out.push_back(lo);
    out.push_back(bytes_.below(2) == 0 ? lo : value(v.hi, facts, false));
  }
  template <class T, class Words>
  void choice(const char*, T&, const Words& words, const Facts& = {}) {
    out.push_back(static_cast<double>(bytes_.below(std::size(words) + 1)));
  }

  /// A parameter of a catalogue's table, most of them left out.
  double param(double fallback, double min, double max, bool whole) {
    return bytes_.below(3) != 0 ? kUnset : value(fallback, {"", min, max}, whole);
  }

 private:
  double value(double fallback, const Facts& facts, bool whole) {
    const std::uint8_t how = bytes_.byte();
    double v = kUnset;
    if (how < 100) return v;
    if (how < 150) {
      v = fallback * std::exp2(16 * bytes_.share() - 8);
    } else if (how < 240) {
      const double lo = std::isfinite(facts.min) ? facts.min : -1e6;
      const double hi = std::isfinite(facts.max) ? facts.max : 1e6;
      const double u = bytes_.share();
      v = lo > 0 ? lo * std::pow(hi / lo, u) : lo + (hi - lo) * u * u * u;
    } else {
      return kHostile[bytes_.below(std::size(kHostile))];
    }
    return whole ? std::round(v) : v;
  }

  Bytes& bytes_;
};

inline void append_scheme(Writer& w, Bytes& bytes) {
  const std::size_t index = bytes.below(catalogue().size());
  const std::span<const ParamSpec> params = catalogue()[index]->params();
  w.out.push_back(static_cast<double>(index));
  w.out.push_back(static_cast<double>(params.size()));
  for (const ParamSpec& p : params) {
    const bool whole = p.kind != ParamKind::number;
    w.out.push_back(w.param(p.fallback, p.range.min, p.range.max, whole));
  }
  w.out.insert(w.out.end(), {0, 0});  // lists, texts
}

/// Short, so that an input takes milliseconds; long enough for timers, recoveries and adaptation.
inline std::vector<double> scenario(Bytes& bytes) {
  Writer w(bytes);
  ScenarioConfig config;
  RecordConfig record;
  visit_run(w, config);
  visit_network(w, config.network);
  bindings::visit_record(w, record);
  const std::size_t windows = bytes.below(3);
  w.out.push_back(static_cast<double>(windows));
  for (std::size_t i = 0; i < windows; ++i) w.out.push_back(0);
  const std::size_t links = 1 + bytes.below(3);
  w.out.push_back(static_cast<double>(links));
  LinkConfig link;
  for (std::size_t i = 0; i < links; ++i) visit_chain_link(w, link);
  const std::size_t rows = 1 + bytes.below(3);
  w.out.push_back(static_cast<double>(rows));
  for (std::size_t i = 0; i < rows; ++i) {
    TrafficGroup row;
    visit_row(w, row);
    const std::size_t kind = bytes.below(sources().size());
    const SourceKind& source = *sources()[kind];
    w.out.insert(w.out.end(), {static_cast<double>(kind), static_cast<double>(source.params().size())});
    for (const ParamSpec& p : source.params()) {
      const double lo = w.param(p.fallback, p.range.min, p.range.max, false);
      w.out.insert(w.out.end(), {lo, lo});
    }
    visit_tcp(w, row);
    const std::size_t control = bytes.below(congestion_controls().size());
    const std::span<const ParamSpec> own = congestion_controls()[control]->params();
    w.out.insert(w.out.end(), {static_cast<double>(control), static_cast<double>(own.size())});
    for (const ParamSpec& p : own) w.out.push_back(w.param(p.fallback, p.range.min, p.range.max, false));
  }
  append_scheme(w, bytes);
  return w.out;
}

/// Passes an input on; false: there is no room for so much.
inline bool give(const std::vector<double>& input) {
  double* room = aqm_input(static_cast<int>(input.size()));
  if (room == nullptr) return false;
  std::copy(input.begin(), input.end(), room);
  return true;
}

/// A broken promise ends the program, like a sanitizer's finding.
inline void hold(bool promise) {
  if (!promise) std::abort();
}

/// A call answers or refuses with a reason.
inline void ask(int (*call)()) {
  const int status = call();
  hold(status == kDone || (status == kRefused && aqm_text_size() > 2));
}

}  // namespace aqm::fuzz
