// DualPI2: De Schepper, Briscoe and White, "Dual-Queue Coupled Active Queue Management (AQM) for Low Latency, Low Loss,
// and Scalable Throughput (L4S)", RFC 9332, 2023, with the details of Linux. One PI controller steers two queues. Their
// probabilities are coupled so that scalable and classic TCP get the same rate.
#include <algorithm>
#include <cmath>

#include "laws/priority_wait.hpp"
#include "laws/step_law.hpp"
#include "parts/delay_target.hpp"
#include "parts/linux_dualpi2.hpp"
#include "parts/pi_step.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"
#include "parts/ticker.hpp"

namespace aqm {
namespace {

class DualPi2Discipline final : public QueueDiscipline {
 public:
  DualPi2Discipline(const DualPi2Params& p, const LinkInfo& link, Rng rng)
      : params_(p),
        weight_(std::llround(p.c_weight * kWhole)),
        buffer_(link.buffer),
        mtu_(link.packet_size),
        rng_(rng),
        ticker_(p.interval) {
    reset_credit();
  }

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    if (packets_ >= buffer_) return Fate::dropped_overflow;
    // ECT(1) means that the sender is scalable; a packet that is already marked may come from either kind (RFC 9331
    // section 5.1).
    const bool low_latency = packet.ecn == Ecn::ect1 || packet.ecn == Ecn::ce;
    (low_latency ? l_ : c_).push(packet).enqueued = arrival.now;
    ++packets_;
    bytes_ += packet.size;
    return Fate::accepted;
  }

  bool dequeue(Time now, Packet& out) override {
    while (packets_ > 0) {
      const bool from_l = !l_.empty() && (c_.empty() || credit_ <= 0);
      const bool both = !l_.empty() && !c_.empty();
      take(from_l ? l_ : c_, out);
      // With less than two packets left there is no queue to manage (Linux's must_drop tests this after the packet has
      // gone).
      const bool managed = bytes_ >= 2 * mtu_;
      if (managed && (from_l ? drops_scalable(out, now) : drops_classic(out, now))) {
        if (listener_) listener_->on_late_drop(out, Fate::dropped_early, now);
        continue;
      }
      if (from_l && out.ecn != Ecn::ce && now - out.enqueued > from_seconds(params_.step)) mark(out, now);
      if (both) credit_ += (from_l ? weight_ : weight_ - kWhole) * out.size;
      return true;
    }
    reset_credit();
    return false;
  }

  Time next_timer() const override { return ticker_.next(); }
  void on_timer(Time now) override {
    const double delay = std::max(waited(l_, now), waited(c_, now));
    p_ = pi_step(p_, delay, qdelay_, params_.target, params_.alpha, params_.beta);
    qdelay_ = delay;
    ticker_.advance();
  }

  void observe(double* out) const override {
    out[0] = p_;
    out[1] = p_ * p_;
    out[2] = std::min(1.0, params_.k * p_);
    out[3] = qdelay_;
    out[4] = static_cast<double>(c_.size());
    out[5] = static_cast<double>(l_.size());
  }

 private:
  void take(PacketRing& queue, Packet& out) {
    out = queue.pop();
    --packets_;
    bytes_ -= out.size;
  }

  static double waited(const PacketRing& queue, Time now) {
    return queue.empty() ? 0 : to_seconds(now - queue.front().enqueued);
  }

  void mark(Packet& packet, Time now) {
    packet.ecn = Ecn::ce;
    if (listener_) listener_->on_late_mark(packet, now);
  }

  bool overload() const { return params_.k * p_ > 1; }
  /// p'^2 as the probability that two draws are both below p'.
  bool squared_draw() {
    const double first = rng_.uniform(), second = rng_.uniform();
    return std::max(first, second) < p_;
  }

  bool drops_classic(Packet& packet, Time now) {
    if (!squared_draw()) return false;
    if (overload() || packet.ecn == Ecn::not_ect) return true;
    mark(packet, now);
    return false;
  }

  bool drops_scalable(Packet& packet, Time now) {
    if (overload() && squared_draw()) return true;
    if (packet.ecn != Ecn::ce && rng_.uniform() < params_.k * p_) mark(packet, now);
    return false;
  }

  /// Starts in favour of the low-latency queue.
  void reset_credit() { credit_ = (2 * weight_ - kWhole) * static_cast<std::int64_t>(mtu_); }

  static constexpr std::int64_t kWhole = 1'000'000'000;

  DualPi2Params params_;
  std::int64_t weight_;  ///< c_weight, in billionths
  int buffer_;
  double mtu_;
  Rng rng_;
  Ticker ticker_;
  PacketRing c_, l_;
  double p_ = 0, qdelay_ = 0;
  /// In billionths of a byte, as integers, so that shares that cancel give exactly 0: above 0 it is the classic queue's
  /// turn.
  std::int64_t credit_ = 0;
};

struct DualPi2 {
  static constexpr const char* id = "dualpi2";
  static constexpr const char* name = "DualPI2";
  static constexpr bool marks = true;  // also without a parameter for it
  using Params = DualPi2Params;
  /// In the fluid model: the shares of the classic queue for which the low-latency queue has priority, and under which
  /// classic packets hardly leave.
  static constexpr double kMostProtected = 0.5, kLeastProtected = 0.001;
  static constexpr double kLeastSmear = 0.01;  ///< packets to either side of the step
  static constexpr const char* kFluidNote =
      "The low-latency queue has priority, and random arrivals decide how often its packets wait longer than the step. "
      "The classic queue has what is left of the link. Overload marks and does not drop.";

  static std::vector<ParamSpec> table() {
    std::vector<ParamSpec> all =
        delay_params<Params>(0.015, 1e-4, 0.016, {0.001, 1}, "Time between two updates of the probability.");
    all.push_back(bind<Params, &Params::alpha>("alpha", "1/s", ParamKind::number, 0.16, {0, 100, true, false},
                                               "Weight of the delay's distance from the target."));
    all.push_back(bind<Params, &Params::beta>("beta", "1/s", ParamKind::number, 3.2, {0, 100, true, false},
                                              "Weight of the delay's change since the update before."));
    all.push_back(bind<Params, &Params::k>("k", "1", ParamKind::number, 2, {1, 10},
                                           "Coupling: scalable packets are marked with k p, classic ones with p^2."));
    all.push_back(with_role(bind<Params, &Params::step>("step", "s", ParamKind::number, 0.001, {0, 1},
                                                        "A scalable packet that waited longer is marked."),
                            ParamRole::delay_target));
    all.push_back(bind<Params, &Params::c_weight>("c_weight", "1", ParamKind::number, 0.1, {0, 1},
                                                  "The classic queue's share of the link while both have packets."));
    all.push_back(
        profile_choice<Params>("rfc",
                               "As the RFC has it, with Linux's parameters, or number by number as Linux: gains "
                               "in 256ths, weights in percent."));
    all.push_back(toggle<Params, &Params::drop_overload>("drop_overload", true,
                                                         "Drop on overload, when scalable packets would have to be "
                                                         "marked more often than always; Linux can mark them all "
                                                         "and let the queue fill instead."));
    return all;
  }
  static std::vector<StateSpec> states() {
    return {
        {"p", "1", "Base probability of the controller.", ParamRole::probability},
        {"p_C", "1", "Drop or mark probability of the classic queue: p^2."},
        {"p_L", "1", "Mark probability of the low-latency queue: k p."},
        {"qdelay", "s", "The longer of the two queues' waiting times at the latest update.", ParamRole::delay_target},
        {"q_C", "packets", "Length of the classic queue."},
        {"q_L", "packets", "Length of the low-latency queue."}};
  }
  static std::vector<const char*> constraints() {
    return {"target >= one packet's transmission time (warning)",
            "0 < c_weight < 1, else one queue can starve (warning)", "drop_overload = false: profile linux"};
  }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    warn_short_target("target", p.target, link, check);
    check.warn(p.c_weight > 0, "c_weight", p.c_weight,
               "c_weight > 0, else the classic queue waits as long as the other has packets");
    check.warn(p.c_weight < 1, "c_weight", p.c_weight, "c_weight < 1, else the low-latency queue has no priority");
    check.require(p.drop_overload || p.profile == Details::as_linux, "drop_overload", 0,
                  "drop_overload = true but in profile linux", 1);
  }
  static FluidOffer fluid(const Params& p, const LinkInfo&, const FluidChoice& choice) {
    if (p.c_weight > kMostProtected) {
      return {nullptr, "The model gives priority to the low-latency queue: c_weight must be at most 0.5."};
    }
    // Credit leaves the classic queue its share of the link.
    const double protection = std::max(p.c_weight, kLeastProtected);
    const auto left = [protection](const FluidQueue& now) {
      return now.only_urgent ? now.capacity : std::max(now.capacity - now.urgent, protection * now.capacity);
    };
    const double most = p.drop_overload ? 1 : 1 / p.k;  // as in linux_dualpi2.hpp
    fluid::StepSpec spec;
    spec.states = {{"p", "1", 1e-2}};
    spec.interval = p.interval;
    // Classic packets are dropped at the head, after they have waited; what is dropped takes no time of the link.
    const auto sent = [drops = choice.thinned](double base) { return drops ? std::max(1e-3, 1 - base * base) : 1; };
    spec.step = [p, left, most, sent](double* z, const FluidQueue& now, double old, unsigned) {
      const double each = sent(z[0]) / left(now);  // s that a waiting packet adds to the delay
      z[0] = std::min(most, pi_step(z[0], each * now.q, each * old, p.target, p.alpha, p.beta));
    };
    spec.probability = [most](const FluidQueue&, const double* z, unsigned) {
      return std::clamp(z[0] / most, 0.0, 1.0);
    };
    spec.reference = [p](double capacity) { return p.target * capacity; };
    spec.rise = [p, sent, most](double capacity, double probability) {
      return p.target * capacity * (1 / sent(most * probability) - 1);
    };
    spec.rest = [most](double probability, double* z) { z[0] = most * probability; };
    const auto half = [p](double capacity) {
      return std::min(fluid::kSmear, std::max(kLeastSmear, 0.5 * p.step * capacity));
    };
    spec.probability_of = [p, half](int service, const FluidQueue& now, const double* z) {
      const double base = std::clamp(z[0], 0.0, 1.0), level = p.step * now.capacity;
      if (service == 0) return base * base;
      const double own = now.only_urgent ? fluid::share_above(now.q, level, half(now.capacity))
                                         : fluid::waits_longer(level, now.urgent / now.capacity);
      return 1 - (1 - std::min(1.0, p.k * base)) * (1 - own);
    };
    spec.wait = [left](int service, const FluidQueue& now) {
      return service > 0 && !now.only_urgent ? 0 : now.q / left(now);
    };
    if (p.drop_overload) spec.gates.push_back(fluid::state_gate(0, 1 / p.k, FluidJump::slope));
    // Where the classic queue's share begins, where every urgent packet waits too long, and the ends of the step.
    for (const double load : {1 - protection, 1.0}) {
      spec.gates.push_back({[load](const FluidQueue& now, const double*) { return now.urgent / now.capacity - load; },
                            FluidJump::slope});
    }
    for (const double side : {-1.0, 1.0}) {
      spec.gates.push_back({[p, half, side](const FluidQueue& now, const double*) {
                              const double at = p.step * now.capacity + side * half(now.capacity);
                              return (now.q - at) / (1 + at);
                            },
                            FluidJump::slope});
    }
    return {fluid::stepped(std::move(spec), choice.form), kFluidNote};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng rng) {
    if (p.profile == Details::as_linux) return std::make_unique<kernel::DualPi2>(p, link, rng);
    return std::make_unique<DualPi2Discipline>(p, link, rng);
  }
};

const Register<SchemeOf<DualPi2>> registered;

}  // namespace
}  // namespace aqm
