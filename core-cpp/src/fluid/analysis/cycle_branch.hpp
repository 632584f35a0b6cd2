// A branch of periodic solutions over one parameter, by shooting and continuation along its arc (Doedel, Keller and
// Kernevez, "Numerical analysis and control of bifurcation problems", International Journal of Bifurcation and Chaos
// 1(3), 1991; for delays Engelborghs, Luzyanina and Roose, ACM Transactions on Mathematical Software 28(1), 2002). The
// unknowns are a past, the period and the parameter; the matrix of one period is the derivative of the shot, and its
// eigenvalues are the Floquet multipliers.
#pragma once
#include <functional>
#include <limits>
#include <memory>
#include <optional>

#include "eigenvalues.hpp"
#include "linear_solve.hpp"
#include "shooting.hpp"

namespace aqm::fluid {

/// Step of the differences that give the matrix of a period, in units of the states.
constexpr double kCycleDifference = 1e-4;

struct BranchPoint {
  double value = 0, period = 0;
  double low = 0, high = 0, mean = 0;  ///< of the watched component
  Complex multiplier;                  ///< the largest besides the trivial one
  double trivial = 0;                  ///< distance of the nearest multiplier from 1, which is one of any cycle
  int unstable = 0;                    ///< multipliers outside of the unit circle
};

/// A branch that is followed step by step, whatever its system.
class Branch {
 public:
  virtual ~Branch() = default;
  /// Continues for one shot; true at the end. Adds the evaluations of the right-hand side that it took.
  virtual bool advance(std::int64_t& evaluations) = 0;
  virtual const std::vector<BranchPoint>& points() const = 0;
  virtual const char* ending() const = 0;
};

/// `Model` has a `system`.
template <class Model>
class CycleBranch final : public Branch {
  using System = std::remove_reference_t<decltype(std::declval<Model&>().system)>;
  using Shots = Shooting<System>;
  using Vector = typename Shots::Vector;
  using Mode = typename Shots::Mode;

 public:
  /// A model at a value of the parameter; none if that is not allowed.
  using At = std::function<std::unique_ptr<Model>(double)>;
  /// Where a branch begins: a rest that oscillates as rest + size Re(shape e^(j omega t)).
  struct Onset {
    double value, omega, time;
    Vector rest;
    Mode mode;
    std::vector<int> moving;
    std::vector<Complex> shape;
    int watched;  ///< a component, the amplitude of whose shape is 1
    double size;  ///< of the first cycle
  };

  CycleBranch(At at, const Onset& onset, double from, double to)
      : at_(std::move(at)),
        shots_(onset.time, onset.rest, onset.moving),
        watched_(onset.watched),
        from_(from),
        to_(to) {
    model_ = at_(onset.value);
    if (!model_) {
      done_ = true;
      return;
    }
    const System& system = model_->system;
    const double cells = std::sqrt(static_cast<double>(shots_.size()));
    for (int j = 0; j < Shots::kPlaces; ++j) {
      for (const int i : onset.moving) {
        scale_.push_back(cells * (std::abs(onset.rest[index(i)]) + system.typical(i)));
      }
    }
    value_ = onset.value;
    period_ = 2 * 3.141592653589793 / onset.omega;
    scale_.push_back(period_);
    scale_.push_back(value_ != 0 ? std::abs(value_) : 1);
    past_.mode = onset.mode;
    past_.length = kRoom * longest(onset.rest, onset.mode);
    // The direction from the rest into the plane of the oscillation, where the watched component falls.
    tangent_.assign(shots_.size() + 2, 0);
    reference_slope_.assign(shots_.components(), 0);
    past_.values.resize(shots_.size());
    for (int j = 0; j < Shots::kPlaces; ++j) {
      const Complex turn = fluid::exp(Complex{0, onset.omega * past_.length * shots_.place(j)});
      for (std::size_t i = 0; i < shots_.components(); ++i) {
        const std::size_t k = index(j) * shots_.components() + i;
        const Complex wave = Complex{0, 1} * onset.shape[i] * turn;
        past_.values[k] = onset.rest[index(onset.moving[i])];
        tangent_[k] = wave.re / scale_[k];
        if (j + 1 == Shots::kPlaces) reference_slope_[i] = -onset.omega * wave.im;
      }
    }
    const double size = normalise(tangent_);
    step_ = onset.size * size;
    first_ = true;
    predict();
  }

  bool advance(std::int64_t& evaluations) override {
    if (done_) return true;
    std::int64_t more = 0;
    stage_ == Stage::correct ? correct(more) : differentiate(more);
    evaluations += more;
    work_ += more;
    if (!done_ && work_ > kMostEvaluations) end("it is too much work to follow further");
    return done_;
  }
  const std::vector<BranchPoint>& points() const override { return points_; }
  const char* ending() const override { return ending_; }

 private:
  enum class Stage { correct, differentiate };
  static constexpr double kRoom = 1.05;  ///< the past's length over the longest delay at its end
  static constexpr double kNear = 1e-7, kDifference = kCycleDifference, kMostStep = 0.25, kLeastStep = 1e-5;
  static constexpr int kTries = 9;
  static constexpr std::size_t kMostPoints = 200;
  static constexpr std::int64_t kMostEvaluations = 6'000'000;
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  std::size_t period_at() const { return shots_.size(); }
  std::size_t value_at() const { return shots_.size() + 1; }
  std::size_t unknowns() const { return shots_.size() + 2; }

  static double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }
  /// Its length before.
  static double normalise(std::vector<double>& v) {
    const double length = std::sqrt(dot(v, v));
    for (double& x : v) x /= length;
    return length;
  }
  double longest(const Vector& y, const Mode& mode) const {
    double lag = 0;
    for (int k = 0; k < model_->system.lags(); ++k) {
      lag = std::max(lag, shots_.time() - model_->system.argument(k, shots_.time(), y, mode));
    }
    return lag;
  }
  void end(const char* why) {
    ending_ = why;
    done_ = true;
    // The last cycle may have no multipliers yet: whether it is stable is not known.
    if (!read_ && !points_.empty()) points_.pop_back();
  }

  // ---- from one cycle to the next -----------------------------------------------------------------------------------

  void predict() {
    trial_ = past_;
    for (std::size_t k = 0; k < shots_.size(); ++k) trial_.values[k] += step_ * tangent_[k] * scale_[k];
    trial_period_ = period_ + step_ * tangent_[period_at()] * scale_[period_at()];
    trial_value_ = value_ + step_ * tangent_[value_at()] * scale_[value_at()];
    predicted_ = trial_.values;
    predicted_.push_back(trial_period_);
    predicted_.push_back(trial_value_);
    reference_ = {trial_.values.end() - static_cast<std::ptrdiff_t>(shots_.components()), trial_.values.end()};
    tries_ = 0;
    move_.clear();
    // Without a matrix yet, that of the predicted cycle is needed.
    stage_ = Stage::correct;
    if (matrix_.empty()) begin_differences(trial_, trial_period_, trial_value_);
  }

  std::vector<double> residual(const typename Shots::Shot& shot) const {
    std::vector<double> r(unknowns(), 0);
    for (std::size_t k = 0; k < shots_.size(); ++k) r[k] = (shot.values[k] - trial_.values[k]) / scale_[k];
    const std::size_t last = shots_.size() - shots_.components();
    for (std::size_t i = 0; i < shots_.components(); ++i) {
      r[period_at()] += phase_[i] * (trial_.values[last + i] - reference_[i]);
    }
    for (std::size_t k = 0; k < unknowns(); ++k) {
      const double now = k < shots_.size() ? trial_.values[k] : k == period_at() ? trial_period_ : trial_value_;
      r[value_at()] += tangent_[k] * (now - predicted_[k]) / scale_[k];
    }
    return r;
  }

  /// Newton's method with the matrix of the cycle before, mended by each step (Broyden 1965).
  void correct(std::int64_t& evaluations) {
    if (!trial_model_) trial_model_ = at_(trial_value_);
    if (!trial_model_) return shorter();
    const auto shot = shots_.shoot(trial_model_->system, trial_, trial_period_);
    evaluations += shot.evaluations;
    if (!shot.complete) return shorter();
    const std::vector<double> r = residual(shot);
    if (!move_.empty()) {
      const double square = dot(move_, move_);
      for (std::size_t i = 0; i < unknowns(); ++i) {
        for (std::size_t k = 0; k < unknowns(); ++k) matrix_[i * unknowns() + k] += r[i] * move_[k] / square;
      }
    }
    std::vector<double> wanted(r);
    for (double& v : wanted) v = -v;
    if (!solve(wanted)) return shorter();
    const double far = std::sqrt(dot(wanted, wanted));
    if (!(far < 0.5) || ++tries_ > kTries) return shorter();
    move_ = wanted;
    for (std::size_t k = 0; k < shots_.size(); ++k) trial_.values[k] += move_[k] * scale_[k];
    trial_period_ += move_[period_at()] * scale_[period_at()];
    const double by = move_[value_at()] * scale_[value_at()];
    trial_value_ += by;
    if (by != 0) trial_model_.reset();
    if (!(trial_period_ > 0)) return shorter();
    if (far < kNear) accept();
  }

  bool solve(std::vector<double>& b) const {
    const int n = static_cast<int>(unknowns());
    ComplexLu lu(n);
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < n; ++k) lu(i, k) = {matrix_[index(i) * unknowns() + index(k)], 0};
    }
    if (!lu.factorise()) return false;
    std::vector<Complex> x;
    for (const double v : b) x.push_back({v, 0});
    lu.solve(x);
    for (std::size_t i = 0; i < b.size(); ++i) {
      b[i] = x[i].re;
      if (!std::isfinite(b[i])) return false;
    }
    return true;
  }

  void shorter() {
    trial_model_.reset();
    matrix_ = kept_;
    step_ *= 0.5;
    if (step_ < kLeastStep || (first_ && step_ < 0.2 * kLeastStep)) return end("it cannot be followed further");
    predict();
  }

  void accept() {
    const double value_before = value_, period_before = period_;
    model_ = at_(trial_value_);
    if (!model_) return end("it leaves the values that are allowed");
    past_ = trial_;
    period_ = trial_period_;
    value_ = trial_value_;
    trial_model_.reset();
    secant_ = {(value_ - value_before) / scale_[value_at()], (period_ - period_before) / scale_[period_at()]};
    if (!choose_section()) return end("no round trip of it is without an event");
    first_ = false;
    begin_differences(past_, period_, value_);
  }

  /// Puts the past where a whole round trip and the time about it are within one mode: at the old place, or else late
  /// in the longest such time. Reads the figures of the cycle on the way.
  bool choose_section() {
    const auto steps = shots_.trace(model_->system, past_, 2 * period_);
    if (steps.empty() || steps.back().segment.end < shots_.time() + 2 * period_ * (1 - 1e-9)) return false;
    const double begin = shots_.time(), period_end = begin + period_;
    BranchPoint point;
    point.value = value_;
    point.period = period_;
    point.low = std::numeric_limits<double>::infinity();
    point.high = -point.low;
    std::vector<double> borders;
    for (const auto& [segment, event] : steps) {
      if (event) borders.push_back(segment.begin);
      if (segment.begin >= period_end) continue;
      const double length = std::min(segment.end, period_end) - segment.begin;
      constexpr int kLooks = 8;
      for (int k = 0; k <= kLooks; ++k) {
        const double v = segment.value(watched_, segment.place(segment.begin + length * k / kLooks));
        point.low = std::min(point.low, v);
        point.high = std::max(point.high, v);
        point.mean += (k % kLooks == 0 ? 0.5 : 1) * v * length / kLooks / period_;
      }
    }
    points_.push_back(point);
    read_ = false;

    const double margin = 0.03 * period_, length = past_.length;
    const auto crosses = [&](double a, double b) {
      return std::any_of(borders.begin(), borders.end(), [&](double t) { return t > a && t < b; });
    };
    double at = period_end;
    shifted_ = crosses(at - length - margin, at + margin);
    if (shifted_) {
      borders.insert(borders.begin(), begin);
      borders.push_back(begin + 2 * period_);
      double room = 0;
      for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
        const double a = borders[i], b = borders[i + 1], spare = b - a - length;
        if (spare > room) room = spare, at = a + length + 0.7 * spare;
      }
      if (room < 0.02 * period_) return false;
    }
    const auto containing = [&](double t) {
      return std::find_if(steps.begin(), steps.end() - 1, [t](const auto& step) { return t <= step.segment.end; });
    };
    const auto here = containing(at);
    Vector y;
    here->segment.values(here->segment.place(at), padded(model_->system.dim()), y);
    past_.mode = here->segment.mode;
    past_.length = kRoom * longest_at(y, at);
    std::vector<double> slopes(shots_.size());
    for (int j = 0; j < Shots::kPlaces; ++j) {
      const double t = at + past_.length * shots_.place(j);
      // What lies before the trace is a period before what it has.
      shots_.read(containing(t < begin ? t + period_ : t)->segment, t < begin ? t + period_ : t, j, past_.values,
                  slopes);
    }
    reference_slope_ = {slopes.end() - static_cast<std::ptrdiff_t>(shots_.components()), slopes.end()};
    return true;
  }
  /// The longest delay at a state of another time: delayed arguments that are states run with the time.
  double longest_at(const Vector& y, double t) const {
    double lag = 0;
    for (int k = 0; k < model_->system.lags(); ++k) {
      lag = std::max(lag, t - model_->system.argument(k, t, y, past_.mode));
    }
    return lag;
  }

  // ---- the matrix of a period ---------------------------------------------------------------------------------------

  void begin_differences(const typename Shots::Past& past, double period, double value) {
    stage_ = Stage::differentiate;
    about_ = past;
    about_period_ = period;
    about_value_ = value;
    column_ = 0;
    centre_.reset();
    matrix_.assign(unknowns() * unknowns(), 0);
    // The phase: the past's end moves across the direction of the cycle.
    phase_.assign(shots_.components(), 0);
    double sum = 0;
    const std::size_t last = shots_.size() - shots_.components();
    for (std::size_t i = 0; i < phase_.size(); ++i) {
      const double unit = scale_[last + i];
      phase_[i] = reference_slope_[i] / (unit * unit);
      sum += (reference_slope_[i] / unit) * (reference_slope_[i] / unit);
    }
    for (double& v : phase_) v /= std::sqrt(sum);
  }

  void differentiate(std::int64_t& evaluations) {
    const std::unique_ptr<Model>& model = trial_model_ ? trial_model_ : model_;
    const std::size_t n = unknowns();
    if (!centre_) {
      centre_ = shots_.shoot(model->system, about_, about_period_);
      evaluations += centre_->evaluations;
      if (!centre_->complete) return end("the solver cannot follow it");
      return;
    }
    typename Shots::Past moved = about_;
    double by = kDifference;
    typename Shots::Shot shot;
    if (column_ < shots_.size()) {
      by /= std::sqrt(static_cast<double>(shots_.size()));
      moved.values[column_] += by * scale_[column_];
      shot = shots_.shoot(model->system, moved, about_period_);
    } else {  // the value of the parameter; the period's column needs no shot
      by *= 0.1;
      const auto other = at_(about_value_ + by * scale_[value_at()]);
      if (!other) return end("it leaves the values that are allowed");
      shot = shots_.shoot(other->system, moved, about_period_);
    }
    evaluations += shot.evaluations;
    if (!shot.complete) return end("the solver cannot follow it");
    const std::size_t column = column_ < shots_.size() ? column_ : value_at();
    for (std::size_t k = 0; k < shots_.size(); ++k) {
      matrix_[k * n + column] = (shot.values[k] - centre_->values[k]) / (by * scale_[k]);
    }
    if (++column_ <= shots_.size()) return;
    for (std::size_t k = 0; k < shots_.size(); ++k) {
      matrix_[k * n + period_at()] = centre_->slopes[k] * scale_[period_at()] / scale_[k];
    }
    if (!first_ && !read_multipliers()) return end("its multipliers cannot be found");
    for (std::size_t k = 0; k < shots_.size(); ++k) matrix_[k * n + k] -= 1;
    const std::size_t last = shots_.size() - shots_.components();
    for (std::size_t i = 0; i < phase_.size(); ++i) {
      matrix_[period_at() * n + last + i] = phase_[i] * scale_[last + i];
    }
    first_ ? border() : turn();
  }

  /// The last row: the direction in which the branch is followed.
  void border() {
    for (std::size_t k = 0; k < unknowns(); ++k) matrix_[value_at() * unknowns() + k] = tangent_[k];
    kept_ = matrix_;
    stage_ = Stage::correct;
  }

  bool read_multipliers() {
    const int m = static_cast<int>(shots_.size());
    SquareMatrix one(m);
    for (int i = 0; i < m; ++i) {
      for (int k = 0; k < m; ++k) one(i, k) = matrix_[index(i) * unknowns() + index(k)];
    }
    std::vector<Complex> all = eigenvalues(std::move(one));
    if (all.empty()) return false;
    read_ = true;
    const auto nearest = std::min_element(all.begin(), all.end(), [](Complex a, Complex b) {
      return norm(a - Complex{1, 0}) < norm(b - Complex{1, 0});
    });
    BranchPoint& point = points_.back();
    point.trivial = magnitude(*nearest - Complex{1, 0});
    all.erase(nearest);
    for (const Complex& v : all) {
      if (norm(v) > 1) ++point.unstable;
      if (norm(v) > norm(point.multiplier)) point.multiplier = {v.re, std::abs(v.im)};
    }
    return true;
  }

  /// The direction of the branch at the cycle, and the next step.
  void turn() {
    const std::vector<double> before = tangent_;
    if (shifted_) {
      // In another part of the cycle the old direction means nothing.
      std::fill(tangent_.begin(), tangent_.end(), 0);
      tangent_[value_at()] = secant_[0];
      tangent_[period_at()] = secant_[1];
      normalise(tangent_);
    }
    border();
    std::vector<double> direction(unknowns(), 0);
    direction.back() = 1;
    if (!solve(direction)) return end("it cannot be followed further");
    normalise(direction);
    tangent_ = direction;
    border();

    const BranchPoint& point = points_.back();
    if (value_ < from_ || value_ > to_) return end("it leaves the range");
    if (points_.size() >= kMostPoints) return end("it has too many points");
    if (points_.size() > 4 && point.high - point.low < 0.5 * (points_.front().high - points_.front().low)) {
      return end("it ends at another Hopf point");
    }
    step_ = std::clamp(tries_ <= 4 ? 1.5 * step_ : tries_ > 6 ? 0.6 * step_ : step_, 2 * kLeastStep, kMostStep);
    predict();
  }

  At at_;
  Shots shots_;
  int watched_;
  double from_, to_;
  std::unique_ptr<Model> model_;  ///< of the cycle
  typename Shots::Past past_;
  double period_ = 0, value_ = 0;
  std::vector<double> scale_, tangent_;
  std::array<double, 2> secant_{};
  bool shifted_ = false, first_ = true, done_ = false;
  double step_ = 0;
  // The next cycle.
  std::unique_ptr<Model> trial_model_;
  typename Shots::Past trial_;
  double trial_period_ = 0, trial_value_ = 0;
  std::vector<double> predicted_, reference_, reference_slope_, phase_, move_;
  int tries_ = 0;
  // The matrix.
  Stage stage_ = Stage::correct;
  typename Shots::Past about_;
  double about_period_ = 0, about_value_ = 0;
  std::size_t column_ = 0;
  std::optional<typename Shots::Shot> centre_;
  std::vector<double> matrix_, kept_;

  std::vector<BranchPoint> points_;
  bool read_ = true;       ///< the multipliers of the last one
  std::int64_t work_ = 0;  ///< evaluations of the right-hand side
  const char* ending_ = "";
};

}  // namespace aqm::fluid
