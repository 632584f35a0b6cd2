// AVQ: Kunniyur and Srikant, "Analysis and design of an adaptive virtual queue algorithm for active queue management",
// SIGCOMM 2001, with the details of ns-2. The capacity of a virtual queue adapts until the link carries the fraction
// gamma of its capacity.
#include "laws/avq.hpp"
#include "parts/apart.hpp"
#include "parts/delay_target.hpp"
#include "parts/ecn_toggle.hpp"
#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"
#include "parts/virtual_queue.hpp"

namespace aqm {
namespace {

struct AvqParams {
  double gamma = 0.98, alpha = 0.15;
  double ctilde0 = 0.8;       ///< fraction of the link's rate
  double virtual_buffer = 1;  ///< fraction of the buffer
  bool ecn = false;
};

class AvqDiscipline final : public FifoDiscipline<AvqDiscipline> {
 public:
  AvqDiscipline(const AvqParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer),
        params_(p),
        capacity_(1 / transmission_time(link)),
        limit_(p.virtual_buffer * link.buffer),
        ctilde_(p.ctilde0 * capacity_) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    const double elapsed = to_seconds(arrival.now - last_);
    last_ = arrival.now;
    virtual_.serve(elapsed, ctilde_);
    virtual_.add(1);
    Fate fate = Fate::accepted;
    if (virtual_.length() > limit_) {
      virtual_.add(-1);
      fate = early_signal(packet, params_.ecn);
    }
    // The link does not carry a dropped packet: only packets that enter adapt the capacity.
    if (!is_drop(fate)) {
      ctilde_ = std::clamp(ctilde_ + params_.alpha * (params_.gamma * capacity_ * elapsed - 1), 0.0, capacity_);
    }
    return fate;
  }
  void observe(double* out) const override {
    out[0] = virtual_.length();
    out[1] = ctilde_;
  }

 private:
  AvqParams params_;
  double capacity_;  ///< packets/s
  double limit_;     ///< packets
  double ctilde_;    ///< packets/s
  VirtualQueue virtual_;
  Time last_ = 0;
};

struct Avq {
  static constexpr const char* id = "avq";
  static constexpr const char* name = "Adaptive Virtual Queue";
  static constexpr const char* apart = kApartIdle;
  using Params = AvqParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::gamma>("gamma", "1", ParamKind::number, 0.98, {0, 1, true, false},
                                     "Utilization that is aimed at."),
        bind<Params, &Params::alpha>("alpha", "1", ParamKind::number, 0.15, {0, 10, true, false},
                                     "How fast the virtual capacity adapts."),
        bind<Params, &Params::ctilde0>("ctilde0", "fraction of C", ParamKind::number, 0.8, {0, 1, true, false},
                                       "Virtual capacity at the start, as a fraction of the link's rate."),
        bind<Params, &Params::virtual_buffer>("virtual_buffer", "fraction of buffer", ParamKind::number, 1,
                                              {0, 1, true, false}, "Size of the virtual queue's buffer."),
        ecn_toggle<Params>(),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"vq", "packets", "Length of the virtual queue.", ParamRole::queue_threshold},
            {"ctilde", "packets/s", "Capacity of the virtual queue."}};
  }
  static std::vector<const char*> constraints() { return {}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.warn(p.virtual_buffer >= 1.0 / link.buffer, "virtual_buffer", p.virtual_buffer,
               "virtual_buffer * buffer >= 1 packet, else every packet is dropped", 1.0 / link.buffer);
  }
  static std::vector<Computed> computed(const Params& p, const LinkInfo& link) {
    return {{"C", "packets/s", 1 / transmission_time(link)},
            {"virtual buffer", "packets", p.virtual_buffer * link.buffer}};
  }
  static FluidOffer fluid(const Params& p, const LinkInfo& link, const FluidChoice&) {
    const double capacity = 1 / transmission_time(link);
    return {
        std::make_shared<fluid::AvqLaw>(p.gamma, p.alpha, capacity, p.ctilde0 * capacity,
                                        p.virtual_buffer * link.buffer),
        "The virtual queue drops only while it is full, so the link's own queue is empty at rest: in packets, which "
        "come at random, a few wait in either."};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<AvqDiscipline>(p, link);
  }
};

const Register<SchemeOf<Avq>> registered;

}  // namespace
}  // namespace aqm
