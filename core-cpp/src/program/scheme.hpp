// A program as a scheme: the entry `program` of the catalogue, and the schemes that texts describe.
#pragma once
#include <mutex>

#include "aqm/program.hpp"
#include "curve.hpp"

namespace aqm::program {

class ProgramScheme final : public Scheme {
 public:
  explicit ProgramScheme(std::string_view text);

  std::string_view id() const override { return "program"; }
  std::string_view name() const override { return name_; }
  std::span<const ParamSpec> params() const override { return params_; }
  std::span<const StateSpec> states() const override { return states_; }
  std::span<const char* const> constraints() const override { return constraints_; }
  std::span<const CurveSpec> curves() const override;
  CurveAxis curve_axis() const override;
  std::shared_ptr<const Scheme> of(const ParamValues& values) const override;

  Issues check(const ParamValues& values, const LinkInfo& link) const override;
  std::vector<double> resolve(const ParamValues& values, const LinkInfo& link) const override;
  bool marks(const ParamValues& values, const LinkInfo& link) const override;
  std::vector<Computed> computed(const ParamValues&, const LinkInfo&) const override { return {}; }
  void curve(const ParamValues& values, const LinkInfo& link, int which, std::span<const double> state,
             std::span<const double> x, std::span<double> p_b) const override;
  std::vector<double> knots(const ParamValues& values, const LinkInfo& link, int which,
                            std::span<const double> state) const override;
  double curve_extent(const ParamValues& values, const LinkInfo& link) const override;
  std::unique_ptr<QueueDiscipline> make(const ParamValues& values, const LinkInfo& link, Rng rng) const override;

  /// What Register passes to the fluid room.
  static FluidOffer counterpart(const Scheme& scheme, const ParamValues& values, const LinkInfo& link,
                                const FluidChoice& choice);

  const std::vector<Fault>& faults() const { return faults_; }
  const std::vector<Fault>& warnings() const { return warnings_; }
  Part outline() const;
  std::vector<Stop> stops() const;
  const std::vector<Mark>& marks() const { return marks_; }

 private:
  /// Computed at the first request, with the defaults: a run does not request it.
  const DropCurve& drawn() const;
  CurveOf curve_of(const ParamValues& values, const LinkInfo& link, std::span<const double> state) const;
  std::vector<double> frame(const ParamValues& values, const LinkInfo& link) const;

  void warn_of_meaning(const ParamValues& values, const LinkInfo& link, Issues& issues) const;

  std::string text_, name_;
  std::vector<Fault> faults_, warnings_;
  std::vector<Mark> marks_;
  std::shared_ptr<const Program> program_;
  std::vector<ParamSpec> params_;  ///< the text, then the program's own
  std::vector<StateSpec> states_;
  std::vector<const char*> constraints_;
  mutable std::once_flag looked_;
  mutable DropCurve drawn_;
  mutable std::vector<CurveSpec> curves_;
};

}  // namespace aqm::program
