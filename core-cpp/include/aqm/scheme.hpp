// A scheme: one entry of the catalogue, with everything that is known of an AQM without running it.
#pragma once
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "aqm/fluid_law.hpp"
#include "aqm/parameters.hpp"
#include "aqm/queue_discipline.hpp"

namespace aqm {

/// A state variable that is recorded and can be plotted beside the queue.
struct StateSpec {
  const char* name;  ///< "avg", "p_b", "max_p", "mid_th", ...
  const char* unit;
  const char* help;
  ParamRole role = ParamRole::plain;  ///< queue_threshold: a moving level, drawn on the queue trace
};

/// One member of a scheme's family of drop curves.
struct CurveSpec {
  const char* label;  ///< "drop probability", "low load (x = 0.25)", "rising", ...
  bool live = false;  ///< the curve depends on recorded state: it moves in replay
};

/// The horizontal axis of a drop curve.
struct CurveAxis {
  const char* name;  ///< "avg", "q", "price", ...; a name of the state table, or "q"
  const char* unit;
};

class Scheme {
 public:
  virtual ~Scheme() = default;
  virtual std::string_view id() const = 0;
  virtual std::string_view name() const = 0;
  virtual std::span<const ParamSpec> params() const = 0;
  virtual std::span<const StateSpec> states() const = 0;
  virtual std::span<const char* const> constraints() const = 0;  ///< in words, for the catalogue
  virtual std::span<const CurveSpec> curves() const = 0;         ///< empty: the scheme has no static drop curve
  virtual CurveAxis curve_axis() const = 0;

  /// The scheme that these values describe, if they describe one (the text of a program): it has parameters and states
  /// of its own. Otherwise null.
  virtual std::shared_ptr<const Scheme> of(const ParamValues& /*values*/) const { return nullptr; }

  /// Checks values against ranges, the constraints across parameters, and the link. Without an error the scheme can be
  /// made.
  virtual Issues check(const ParamValues& values, const LinkInfo& link) const = 0;

  /// Every parameter's value after defaults, in table order. Values must have passed `check`.
  virtual std::vector<double> resolve(const ParamValues& values, const LinkInfo& link) const = 0;
  /// Whether packets that can carry a mark are marked, at least some of them: the parameter `ecn`, or what a program
  /// does.
  virtual bool marks(const ParamValues& values, const LinkInfo& link) const {
    const auto table = params();
    for (std::size_t i = 0; i < table.size(); ++i) {
      if (std::string_view(table[i].name) == "ecn") return resolve(values, link)[i] != 0;
    }
    return false;
  }
  /// The values that the scheme derives (automatic thresholds, ...).
  virtual std::vector<Computed> computed(const ParamValues& values, const LinkInfo& link) const = 0;

  /// The pure drop law p_b of curve `which` at each x; `state` is what `observe` wrote, or empty for the initial state.
  virtual void curve(const ParamValues& values, const LinkInfo& link, int which, std::span<const double> state,
                     std::span<const double> x, std::span<double> p_b) const = 0;
  /// Where the curve has a kink or a jump, in ascending order (the fluid solver lands on them, plots sample them).
  virtual std::vector<double> knots(const ParamValues& values, const LinkInfo& link, int which,
                                    std::span<const double> state) const = 0;
  /// A sensible right end of the curve's axis.
  virtual double curve_extent(const ParamValues& values, const LinkInfo& link) const = 0;

  /// The scheme in the fluid model; values must have passed `check`. This function belongs to the fluid room: a program
  /// without that room (the packet module) has neither the function nor the counterparts.
  FluidOffer fluid(const ParamValues& values, const LinkInfo& link, const FluidChoice& choice) const;

  /// Makes the discipline; values must have passed `check`. `rng` supplies all draws except the one that comes with
  /// each packet.
  virtual std::unique_ptr<QueueDiscipline> make(const ParamValues& values, const LinkInfo& link, Rng rng) const = 0;
};

/// The form of a scheme in the fluid model; values must have passed its `check`.
using Counterpart = FluidOffer (*)(const Scheme&, const ParamValues&, const LinkInfo&, const FluidChoice&);

/// The fluid room stores the counterparts (fluid/counterparts.cpp). Without that room the linker takes the catalogue's
/// own version, which does nothing: then nothing refers to the counterparts and the linker leaves them out.
void keep_counterpart(const Scheme& scheme, Counterpart counterpart);

/// All schemes, sorted by id.
std::span<const Scheme* const> catalogue();
/// The scheme with that id, or null.
const Scheme* find_scheme(std::string_view id);
/// The scheme that these values of an entry describe, or the entry itself.
std::shared_ptr<const Scheme> described(const Scheme& entry, const ParamValues& values);
/// The same for the entry with that id; null if there is none.
std::shared_ptr<const Scheme> find_scheme(std::string_view id, const ParamValues& values);

}  // namespace aqm
