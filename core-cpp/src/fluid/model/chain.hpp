// TCP through a chain of queues as a system of the solver: tcp_aqm.hpp's equations at every link, with
//   R_i = T_i + sum over its links of q_l / C_l
//   p_i = 1 - product over its links of (1 - p_l)(1 - p_o,l)(1 - random loss), all at theta_i = t - R_i
// (Misra, Gong and Towsley 2000, section 3, in its simplest form: the ways from a link back to the sender and on to the next link
// are lumped into the one delay R_i) and with arrivals that the links before have shaped (chain_flow.hpp).
#pragma once
#include <array>
#include <vector>

#include "aqm/fluid.hpp"
#include "chain_flow.hpp"
#include "fluid/solver/solver.hpp"
#include "laws/static_law.hpp"
#include "queue_mode.hpp"
#include "windows.hpp"

namespace aqm::fluid {

/// The values that all courses of a chain have between two changes, as their knots there.
struct ChainEpoch {
  double time;
  std::vector<FluidCourse::Knot> streams;  ///< flows of the classes, then rates of the loads
};
std::vector<ChainEpoch> chain_epochs_of(const FluidConfig& config);

/// Classes that have a round-trip time in common.
struct ChainLag {
  double propagation;
  int first, last;
  std::vector<int> classes;
};
std::vector<ChainLag> chain_lags_of(const FluidConfig& config);

class Chain {
 public:
  static constexpr int kDim = 2 * kMaxFluidClasses + kMaxFluidLinks * (1 + kMaxLawStates);
  using Vector = State<kDim>;

  struct LinkMode {
    QueueMode queue = QueueMode::free;
    std::int64_t ticks = 0;
    FluidMemory memory;
  };
  struct Mode {
    std::int32_t epoch = 0;
    std::array<LinkMode, kMaxFluidLinks> links{};
  };

  explicit Chain(const FluidConfig& config);

  // ---- what the solver asks -----------------------------------------------------------------------------------------------

  int dim() const { return dim_; }
  int lags() const { return static_cast<int>(lags_.size()); }
  double typical(int i) const { return typical_[index(i)]; }

  double argument(int k, double t, const Vector& y, const Mode&) const { return t - trip(lags_[index(k)], y); }

  template <class Past>
  void derivative(double t, const Vector& y, const Mode& mode, Past& past, Vector& dy) const {
    dy = {};
    for (int k = 0; k < lags(); ++k) {
      const ChainLag& lag = lags_[index(k)];
      const double now_trip = trip(lag, y), theta = t - now_trip;
      const auto view = past.view(k, theta);
      Vector then;
      view.values(padded(dim_), then);
      const double p = seen_loss(lag, theta, then, view.mode());
      const double then_trip = trip(lag, then);
      for (const int i : lag.classes) {
        const FluidCourse::Knot& flows = epochs_[index(mode.epoch)].streams[index(i)];
        if (flows.value == 0 && flows.slope == 0) continue;  // nobody sends yet, or any more
        window_rates(config_.classes[index(i)], &y[window_at(i)],
                     WindowView<double>{now_trip, window(i, then) / then_trip, p}, &dy[window_at(i)]);
      }
    }
    queue_derivatives(t, y, mode, dy);
  }

  int guards(const Mode& mode) const;
  double slack(int g, double t, const Vector& y, const Mode& mode) const;
  Level level(int g, const Mode& mode) const;
  Jump on_guard(int g, double t, Vector& y, Mode& mode) const;
  std::string guard_name(int g, const Mode& mode) const;
  double next_time(double t, const Mode& mode) const;
  Jump on_time(double t, Vector& y, Mode& mode) const;

  // ---- what others ask ----------------------------------------------------------------------------------------------------

  void start(Vector& y, Mode& mode) const;
  static Mode before_start(Mode mode);

  double window(int i, const Vector& y) const { return window_of(config_.classes[index(i)], &y[window_at(i)]); }
  int links() const { return static_cast<int>(config_.chain.size()); }

  void look(double t, const Vector& y, const Mode& mode, LinkState* links) const;

  /// Of the observed link.
  const double* law_states(const Vector& y) const { return &y[law_at(config_.observed)]; }

 private:
  using Flows = std::array<LinkFlow<double>, kMaxFluidLinks>;

  /// A guard's link, and its number among the guards of that link: of its queue first, then of its law.
  struct Place {
    int link, guard;
    bool of_law;
  };

  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  const FluidLink& link(int l) const { return config_.chain[index(l)]; }
  std::size_t window_at(int i) const { return index(window_[index(i)]); }
  std::size_t queue_at(int l) const { return index(queue_ + l); }
  std::size_t law_at(int l) const { return index(law_[index(l)]); }
  double queue(int l, const Vector& y) const { return y[queue_at(l)]; }

  double trip(const ChainLag& lag, const Vector& y) const {
    double sum = lag.propagation;
    for (int l = lag.first; l <= lag.last; ++l) sum += queue(l, y) * inverse_capacity_[index(l)];
    return sum;
  }

  static int queue_guards(const LinkMode& mode) { return mode.queue == QueueMode::free ? 2 : 1; }
  Place place_of(int g, const Mode& mode) const;
  double tick_time(int l, const Mode& mode) const;

  Flows flows(double t, const Vector& y, const Mode& mode) const;
  FluidQueue moment(int l, const LinkFlow<double>& flow, const Vector& y, const LinkMode& mode) const;
  double probability(int l, double inflow, const Vector& y, const LinkMode& mode) const;
  /// What the senders of a lag saw at time `t`: the probability that not all of their links spared a packet.
  double seen_loss(const ChainLag& lag, double t, const Vector& y, const Mode& mode) const;
  void queue_derivatives(double t, const Vector& y, const Mode& mode, Vector& dy) const;
  /// After a jump of what arrives: which queues are held where they were, or no longer, or now?
  void hold_queues(double t, const Vector& y, Mode& mode) const;
  /// Whether what comes out of link l is seen by the senders at once: in the loss of a buffer that is full, or by a law.
  bool felt_behind(int l, const Mode& mode) const;

  const FluidConfig& config_;
  std::vector<ChainEpoch> epochs_;
  std::vector<ChainLag> lags_;
  std::vector<StreamPath> streams_;
  std::array<double, kMaxFluidLinks> inverse_capacity_{};
  std::array<int, kMaxFluidClasses> window_{}, lag_of_{};
  std::array<int, kMaxFluidLinks> law_{};
  std::array<double, padded(kDim)> typical_{};
  int queue_ = 0, dim_ = 0;
  bool sees_inflow_ = false;
};

}  // namespace aqm::fluid
