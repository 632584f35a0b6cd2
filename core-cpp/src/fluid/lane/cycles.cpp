#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "aqm/fluid_lane_cycles.hpp"
#include "fluid/analysis/cycles_from.hpp"
#include "fluid/analysis/growth_at_rest.hpp"

namespace aqm {
namespace {

constexpr int kRests = 60;               ///< places over the range
constexpr double kEvaluationWork = 200;  ///< multiplications of an evaluation of the model
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class DiagramRun final : public CyclesRun {
 public:
  DiagramRun(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay, const KnobRange& along)
      : scenario_(scenario), choice_(choice), delay_(delay), along_(along) {
    const FluidLane lane = fluid_of(scenario_, choice_, delay_);
    if (!has_laws(lane.config) || !lane.issues.empty()) {
      diagram_.message = "the lane has no fluid model";
      stage_ = Stage::done;
      return;
    }
    time_ = last_change(lane.config);
    const auto timed = [](const FluidLink& link) { return std::isfinite(link.law->interval()); };
    if (std::any_of(lane.config.links.begin(), lane.config.links.end(), timed)) {
      diagram_.message = "the law acts by a timer, so its motion is not smooth";
    }
  }

  bool run(double& work) override {
    while (stage_ != Stage::done) {
      if (!(work > 0)) return false;
      switch (stage_) {
        case Stage::rests: look(work); break;
        case Stage::points: search(work); break;
        case Stage::cycles: follow(work); break;
        case Stage::done: break;
      }
    }
    return true;
  }
  double share() const override {
    if (stage_ == Stage::done) return 1;
    const double rests = static_cast<double>(diagram_.value.size()) / (kRests + 1);
    const double points =
        diagram_.points.empty() ? 0 : static_cast<double>(next_) / (1. + static_cast<double>(diagram_.points.size()));
    return 0.2 * rests + (stage_ == Stage::cycles ? 0.1 + 0.7 * points : 0);
  }
  const CycleDiagram& diagram() const override { return diagram_; }

 private:
  enum class Stage { rests, points, cycles, done };

  FluidConfig config_at(double value) const {
    const KnobSetting settings[] = {{along_.knob, along_.param, value}};
    FluidLane lane = fluid_at(scenario_, choice_, delay_, settings);
    if (!lane.issues.empty()) lane.config.link().law = nullptr;
    return lane.config;
  }

  void look(double& work) {
    const double value = along_.value(static_cast<double>(diagram_.value.size()) / kRests);
    if (!near_) {
      work -= fluid::kWholeWork;
      FluidConfig config = config_at(value);
      if (!has_laws(config)) return note(value, kNan, kNan);
      near_.emplace(std::move(config), time_);
    }
    if (!near_->run(work)) return;
    const FluidRest& rest = near_->rest();
    const bool rests = rest.kind == RestKind::interior || rest.kind == RestKind::full || rest.kind == RestKind::empty;
    note(value, rests ? rest.queue : kNan, near_->growth());
  }
  void note(double value, double queue, double growth) {
    near_.reset();
    diagram_.value.push_back(value);
    diagram_.queue.push_back(queue);
    diagram_.growth.push_back(growth);
    if (diagram_.value.size() > kRests) stage_ = Stage::points;
  }

  /// A point in each interval over which the growth rate changes its sign.
  void search(double& work) {
    if (!within_) {
      const auto& growth = diagram_.growth;
      while (next_ + 1 < growth.size()) {
        const double a = growth[next_], b = growth[next_ + 1];
        if (std::isfinite(a) && std::isfinite(b) && (a > 0) != (b > 0)) break;
        ++next_;
      }
      if (next_ + 1 >= growth.size()) {
        next_ = 0;
        stage_ = diagram_.message.empty() ? Stage::cycles : Stage::done;
        return;
      }
      within_ = begin_hopf([this](double at) { return config_at(at); }, diagram_.value[next_],
                           diagram_.value[next_ + 1], Linearisation::exact, time_);
    }
    if (!within_->run(work)) return;
    if (within_->point().message.empty()) diagram_.points.push_back(within_->point());
    within_.reset();
    ++next_;
  }

  void follow(double& work) {
    if (!branch_) {
      if (next_ >= diagram_.points.size()) {
        stage_ = Stage::done;
        return;
      }
      const HopfPoint& point = diagram_.points[next_++];
      if (!std::isfinite(point.onset.bend) || reached(point.value)) return;
      work -= fluid::kWholeWork;
      branch_ = fluid::cycles_from([this](double at) { return config_at(at); }, point, time_,
                                   std::min(along_.from, along_.to), std::max(along_.from, along_.to));
      if (!branch_) return;
    }
    std::int64_t evaluations = 0;
    const bool ended = branch_->advance(evaluations);
    work -= kEvaluationWork * static_cast<double>(evaluations);
    if (!ended) return;
    keep(*branch_);
    branch_.reset();
  }

  /// Whether a branch ends at the point at which it would begin.
  bool reached(double value) const {
    constexpr double kClose = 0.05;
    return std::any_of(diagram_.branches.begin(), diagram_.branches.end(), [&](const CycleBranchColumns& branch) {
      return branch.ending == "it ends at another Hopf point" &&
             std::abs(branch.value.back() - value) < kClose * std::abs(value);
    });
  }

  void keep(const fluid::Branch& branch) {
    if (branch.points().empty()) return;
    CycleBranchColumns out;
    // Where the multipliers do not decide, the next point does; after the last that decides, this one.
    std::vector<fluid::BranchPoint> points = branch.points();
    const auto last = std::find_if_not(points.rbegin(), points.rend(), open);
    if (last != points.rend())
      std::for_each(points.rbegin(), last, [&](auto& point) { point.unstable = last->unstable; });
    for (std::size_t i = points.size() - 1; i-- > 0;) {
      if (open(points[i])) points[i].unstable = points[i + 1].unstable;
    }
    const fluid::BranchPoint* before = nullptr;
    for (const fluid::BranchPoint& point : points) {
      out.value.push_back(point.value);
      out.period.push_back(point.period);
      out.low.push_back(point.low);
      out.high.push_back(point.high);
      out.mean.push_back(point.mean);
      out.multiplier_re.push_back(point.multiplier.re);
      out.multiplier_im.push_back(point.multiplier.im);
      out.unstable.push_back(point.unstable);
      out.error.push_back(point.trivial);
      out.doubtful.push_back(doubtful(point) ? 1 : 0);
      out.event.push_back(static_cast<double>(before ? between(*before, point) : CycleEvent::none));
      before = &point;
    }
    out.ending = branch.ending();
    diagram_.branches.push_back(std::move(out));
  }

  static bool doubtful(const fluid::BranchPoint& point) { return point.trivial > kCycleDoubt; }
  /// Whether the largest multiplier is as near the unit circle as it is exact. Near a Hopf point two multipliers are
  /// near 1, where the differences are of less use than the trivial one alone says.
  static bool open(const fluid::BranchPoint& point) {
    const double error = std::max(4 * point.trivial, 10 * fluid::kCycleDifference);
    return doubtful(point) || std::abs(fluid::magnitude(point.multiplier) - 1) < error;
  }

  /// What changes the number of unstable multipliers.
  static CycleEvent between(const fluid::BranchPoint& a, const fluid::BranchPoint& b) {
    if (a.unstable == b.unstable) return CycleEvent::none;
    const fluid::Complex m = a.unstable > b.unstable ? a.multiplier : b.multiplier;
    return m.im > 0 ? CycleEvent::torus : m.re < 0 ? CycleEvent::doubling : CycleEvent::fold;
  }

  ScenarioConfig scenario_;
  LaneChoice choice_;
  FluidDelay delay_;
  KnobRange along_;
  double time_ = 0;
  Stage stage_ = Stage::rests;
  std::optional<fluid::GrowthAtRest> near_;
  std::unique_ptr<HopfRun> within_;
  std::unique_ptr<fluid::Branch> branch_;
  std::size_t next_ = 0;  ///< interval, then point
  CycleDiagram diagram_;
};

}  // namespace

std::unique_ptr<CyclesRun> begin_cycles(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay,
                                        const KnobRange& along) {
  return std::make_unique<DiagramRun>(scenario, choice, delay, along);
}

CycleDiagram cycles(const ScenarioConfig& scenario, const LaneChoice& choice, FluidDelay delay,
                    const KnobRange& along) {
  DiagramRun run(scenario, choice, delay, along);
  double work = std::numeric_limits<double>::infinity();
  run.run(work);
  return run.diagram();
}

}  // namespace aqm
