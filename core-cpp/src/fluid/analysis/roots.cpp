// The characteristic roots of y'(t) = A0 y(t) + sum of Ak y(t - Rk): the zeros of det(s I - A0 - sum of Ak e^(-s Rk)).
// All work is done in slices, because the roots of a chain of links take seconds.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "aqm/fluid_analysis.hpp"
#include "argument_line.hpp"
#include "discretised.hpp"
#include "moving.hpp"
#include "root_set.hpp"

namespace aqm {
namespace {

using namespace fluid;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Roots of a loop without still states, with the rightmost one among them; none if that one cannot be determined.
class RightmostRoots {
 public:
  /// `guesses`: roots of a similar loop, which spare the discretisation if the rightmost root is beside one of them.
  RightmostRoots(const LinearLoop& loop, int count, int nodes, std::vector<Complex> guesses = {})
      : loop_(loop), roots_(loop), count_(count), nodes_(nodes), stage_(loop.states > 0 ? Stage::begin : Stage::done) {
    if (stage_ == Stage::done || guesses.empty()) return;
    seeding_.emplace(roots_, std::move(guesses));
    stage_ = Stage::guesses;
  }

  /// Continues as long as work is left; true at the end.
  bool run(double& work) {
    while (stage_ != Stage::done) {
      if (!(work > 0)) return false;
      if (!advance(work)) return false;
    }
    return true;
  }
  std::vector<Complex> sorted() const { return certain_ ? roots_.sorted() : std::vector<Complex>{}; }
  /// Whether the walk along the first line reached its end.
  bool countable() const { return countable_; }

 private:
  /// The stages of the search, each followed by the line that shows whether there is a root further right.
  enum class Stage {
    guesses,
    guessed_line,
    begin,
    discretised,
    first_line,
    present,
    present_line,
    near,
    near_line,
    done
  };
  static constexpr int kRounds = 6;
  /// Relative: a root that is further right by less than this gives the same growth.
  static constexpr double kSame = 1e-6;
  /// A bad guess may lead to a root far left, and the line beside it is long.
  static constexpr double kGuessedPlaces = 1e3;

  /// False if no work is left.
  bool advance(double& work) {
    switch (stage_) {
      case Stage::guesses:
        if (!seeding_->run(work)) return false;
        if (seeding_->any()) {
          places_ = std::min(places_, kGuessedPlaces * (std::pow(loop_.states, 3) + 50));
          look_right(Stage::guessed_line);
        } else {
          begin_again();
        }
        return true;
      case Stage::guessed_line:
        if (!walk_->run(work)) return false;
        judge();
        if (certain_)
          stage_ = Stage::done;
        else
          begin_again();
        return true;
      case Stage::begin:
        discretised_.emplace(loop_, count_, nodes_, roots_);
        stage_ = Stage::discretised;
        return true;
      case Stage::discretised:
        if (!discretised_->run(work)) return false;
        discretised_.reset();
        look_right(Stage::first_line);
        return true;
      case Stage::first_line:
        if (!walk_->run(work)) return false;
        judge();
        countable_ = walk_->line().right != kNotCounted;
        stage_ = Stage::done;
        if (!certain_) seek_present(work);
        return true;
      case Stage::present:
        if (!seeding_->run(work)) return false;
        // If nothing was added, no new line is needed, but the places that the first line passed can be tried.
        if (seeding_->any())
          look_right(Stage::present_line);
        else
          seek_near();
        return true;
      case Stage::present_line:
      case Stage::near_line:
        if (!walk_->run(work)) return false;
        judge();
        seek_near();
        return true;
      case Stage::near:
        if (!seeding_->run(work)) return false;
        stage_ = Stage::done;
        if (seeding_->any()) look_right(Stage::near_line);
        return true;
      case Stage::done: break;
    }
    return true;
  }

  /// As without guesses: they must not change what can be determined.
  void begin_again() {
    roots_.clear();
    places_ = kMostPlaces;
    stage_ = Stage::begin;
  }

  /// A line right of the first root, on which the argument principle shows whether a root lies further right.
  void look_right(Stage stage) {
    const bool none = roots_.empty();
    const double sigma = none ? 0 : roots_.first().re + kSame * size_of(loop_, roots_.first());
    seeks_ = none;
    walk_.emplace(loop_, sigma, places_, roots_.sorted());
    stage_ = stage;
  }
  void judge() { certain_ = !seeks_ && walk_->line().right == 0; }
  /// Fast oscillations that exist without delay are too fast for any discretisation of a delay.
  void seek_present(double& work) {
    work -= 15 * std::pow(loop_.states, 3);
    SquareMatrix now(loop_.states);
    now.a = loop_.now;
    seeding_.emplace(roots_, upper_half(eigenvalues(std::move(now))));
    stage_ = Stage::present;
  }
  /// Seeds from the places where the last line comes close to a root.
  void seek_near() {
    if (certain_ || round_ == kRounds || walk_->line().right == kNotCounted) {
      stage_ = Stage::done;
      return;
    }
    ++round_;
    seeding_.emplace(roots_, walk_->line().near);
    stage_ = Stage::near;
  }

  const LinearLoop& loop_;
  RootSet roots_;
  int count_, nodes_;
  Stage stage_;
  std::optional<DiscretisedRoots> discretised_;
  std::optional<LineWalk> walk_;  ///< the last
  std::optional<Seeding> seeding_;
  double places_ = kMostPlaces;
  int round_ = 0;
  bool seeks_ = false;  ///< the last line was walked to find a first root
  bool certain_ = false, countable_ = true;
};

class ReportRun final : public RootRun {
 public:
  ReportRun(const LinearLoop& whole, int count, int nodes)
      : part_(moving_part(whole)), count_(count), rightmost_(part_.loop, count + kDoubted, nodes) {}

  bool run(double& work) override {
    if (done_) return true;
    if (!rightmost_.run(work)) return false;
    if (rightmost_.countable()) {
      if (!walk_) begin_count();
      if (!walk_->run(work)) return false;
      report_.right_half_plane = walk_->line().right;
    } else {
      report_.right_half_plane = kNotCounted;
    }
    tell();
    return done_ = true;
  }
  const RootReport& report() const override { return report_; }

 private:
  void begin_count() {
    const LinearLoop& loop = part_.loop;
    const std::vector<Complex> found = rightmost_.sorted();
    // A root on the axis has no side: then the line passes it on the right.
    const double touch = loop.states > 0 ? 1e-9 / longest_lag(loop) : 0;
    const bool touches = std::any_of(found.begin(), found.end(), [&](Complex s) { return std::abs(s.re) <= touch; });
    walk_.emplace(loop, touches ? 10 * touch : 0, places_, found);
  }
  void tell() {
    std::vector<Complex> found = rightmost_.sorted();
    if (found.empty() && part_.loop.states > 0) return;
    if (part_.still > 0) found.push_back({});
    sort_from_the_right(found);
    if (static_cast<int>(found.size()) > count_) found.resize(static_cast<std::size_t>(count_));
    for (const Complex s : found) report_.roots.push_back({s.re, s.im});
  }

  const MovingLoop part_;
  int count_;
  RightmostRoots rightmost_;
  std::optional<LineWalk> walk_;  ///< that counts
  double places_ = kMostPlaces;
  RootReport report_;
  bool done_ = false;
};

/// Every signal has its own nodes, and eigenvalues cost the cube of all of them. Fewer nodes are enough for seeds,
/// which Newton's method refines; if they are not enough, their number is doubled.
int seeding_nodes(const LinearLoop& loop, int nodes) { return signals_of(loop).size() > 1 ? 2 * nodes / 3 : nodes; }

class RateRun final : public GrowthRun {
 public:
  RateRun(const LinearLoop& whole, int nodes, const std::vector<Root>& guesses)
      : part_(moving_part(whole)),
        rightmost_(part_.loop, kDoubted, seeding_nodes(part_.loop, nodes), complex(guesses)) {}

  bool run(double& work) override {
    if (!rightmost_.run(work)) return false;
    const std::vector<Complex> found = rightmost_.sorted();
    if (found.empty() && part_.loop.states > 0) return true;
    const double best = found.empty() ? -std::numeric_limits<double>::infinity() : found.front().re;
    growth_ = part_.still > 0 ? std::max(best, 0.0) : best;
    for (const Complex s : found) {
      if (roots_.size() < static_cast<std::size_t>(kDoubted)) roots_.push_back({s.re, s.im});
    }
    return true;
  }
  double growth() const override { return growth_; }
  const std::vector<Root>& roots() const override { return roots_; }

 private:
  static std::vector<Complex> complex(const std::vector<Root>& roots) {
    std::vector<Complex> all;
    for (const Root& root : roots) all.push_back({root.re, root.im});
    return all;
  }

  const MovingLoop part_;
  RightmostRoots rightmost_;
  double growth_ = kNan;
  std::vector<Root> roots_;
};

/// Enough for any search: its own bounds end it.
constexpr double kAllWork = std::numeric_limits<double>::infinity();

}  // namespace

std::unique_ptr<RootRun> begin_rightmost_roots(const LinearLoop& loop, int count, int nodes) {
  return std::make_unique<ReportRun>(loop, count, nodes);
}

std::unique_ptr<GrowthRun> begin_growth_rate(const LinearLoop& loop, const std::vector<Root>& guesses, int nodes) {
  return std::make_unique<RateRun>(loop, nodes, guesses);
}

RootReport rightmost_roots(const LinearLoop& loop, int count, int nodes) {
  ReportRun run(loop, count, nodes);
  double work = kAllWork;
  run.run(work);
  return run.report();
}

double growth_rate(const LinearLoop& loop, int nodes) {
  RateRun run(loop, nodes, {});
  double work = kAllWork;
  run.run(work);
  return run.growth();
}

int roots_right_of(const LinearLoop& whole, double sigma) {
  const auto [loop, still] = moving_part(whole);
  double places = kMostPlaces, work = kAllWork;
  LineWalk walk(loop, sigma, places);
  walk.run(work);
  const int right = walk.line().right;
  return right == kNotCounted ? right : right + (sigma < 0 ? still : 0);
}

}  // namespace aqm
