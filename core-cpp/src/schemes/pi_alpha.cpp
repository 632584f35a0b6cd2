// PI^alpha: a PI controller whose integral has a fractional order, after Domanska, Domanski, Czachorski and Klamka,
// "The use of a non-integer order PI controller with an active queue management mechanism", Int. J. Appl. Math. Comput.
// Sci. 26(4), 2016. At each arrival
//   p = k_p e + k_i D e,   D e_k = sum over j of w_j e_(k-j),   w_0 = 1, w_j = w_(j-1) (j - 1 + order) / j,
// where e is the queue's deviation from its target, and w are the Gruenwald-Letnikov weights of an integral of that
// order.
#include <vector>

#include "parts/ecn_toggle.hpp"
#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

struct PiAlphaParams {
  double k_p = 1e-4, k_i = 4e-4;  ///< 1/packet
  double order = 0.4;
  int memory = 1000;   ///< arrivals
  double target = 50;  ///< packets
  bool ecn = false;
};

double pi_alpha_probability(const PiAlphaParams& p, double e, double past) {
  return std::clamp(p.k_p * e + p.k_i * (e + past), 0.0, 1.0);
}

/// The sum over the errors of the last arrivals. The terms of older arrivals are left out: Podlubny's principle of
/// short memory.
class FractionalSum {
 public:
  FractionalSum(double order, int memory)
      : size_(static_cast<std::size_t>(memory)), weights_(size_), errors_(2 * size_), newest_(size_) {
    double w = 1;
    for (std::size_t j = 0; j < size_; ++j) {
      w *= (static_cast<double>(j) + order) / (static_cast<double>(j) + 1);
      weights_[j] = w;  // w_(j+1): w_0 belongs to the current arrival
    }
  }

  double past() const { return past_; }
  void add(double e) {
    // Each error is stored twice, so that the newest `size_` errors are always contiguous.
    newest_ = (newest_ == 0 ? size_ : newest_) - 1;
    errors_[newest_] = errors_[newest_ + size_] = e;
    const double* row = errors_.data() + newest_;
    double parts[4] = {};
    std::size_t j = 0;
    for (; j + 4 <= size_; j += 4) {
      for (std::size_t i = 0; i < 4; ++i) parts[i] += weights_[j + i] * row[j + i];
    }
    for (; j < size_; ++j) parts[0] += weights_[j] * row[j];
    past_ = (parts[0] + parts[1]) + (parts[2] + parts[3]);
  }

 private:
  std::size_t size_;
  std::vector<double> weights_, errors_;
  std::size_t newest_;
  double past_ = 0;
};

class PiAlphaDiscipline final : public FifoDiscipline<PiAlphaDiscipline> {
 public:
  PiAlphaDiscipline(const PiAlphaParams& p, const LinkInfo& link)
      : FifoDiscipline(link.buffer), params_(p), sum_(p.order, p.memory) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    const double e = packets_ - params_.target;
    past_ = sum_.past();
    p_ = pi_alpha_probability(params_, e, past_);
    sum_.add(e);
    return arrival.u < p_ ? early_signal(packet, params_.ecn) : Fate::accepted;
  }
  void observe(double* out) const override {
    out[0] = past_;
    out[1] = p_;
  }

 private:
  PiAlphaParams params_;
  FractionalSum sum_;
  double past_ = 0, p_ = 0;
};

struct PiAlpha {
  static constexpr const char* id = "pi_alpha";
  static constexpr const char* name = "Fractional-order PI controller";
  static constexpr const char* no_fluid =
      "Its integral weighs many earlier arrivals one by one; a counterpart has a few states.";
  using Params = PiAlphaParams;

  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::k_p>("k_p", "1/packet", ParamKind::number, 1e-4, {0, 1},
                                   "Weight of the present deviation from the target."),
        bind<Params, &Params::k_i>("k_i", "1/packet", ParamKind::number, 4e-4, {0, 1, true, false},
                                   "Weight of the integral of the deviation over arrivals."),
        bind<Params, &Params::order>("order", "1", ParamKind::number, 0.4, {0, 1.5, true, false},
                                     "Order of the integral (the papers' alpha is its negative): 1 is an integral, "
                                     "less forgets."),
        bind<Params, &Params::memory>("memory", "packets", ParamKind::integer, 1000, {1, 10'000},
                                      "Arrivals that the integral remembers."),
        with_role(bind<Params, &Params::target>("target", "packets", ParamKind::number, 50, {0, 1e6},
                                                "The queue that the controller steers to."),
                  ParamRole::queue_threshold),
        ecn_toggle<Params>(),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"past", "packets", "What earlier deviations add to the integral."},
            {"p", "1", "Drop probability used for this arrival.", ParamRole::probability}};
  }
  static std::vector<const char*> constraints() { return {"target <= buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(p.target <= link.buffer, "target", p.target, "target <= buffer", link.buffer);
  }
  /// The factor for a deviation that lasts for the whole memory: the sum of w_0 to w_(memory), which is the product of
  /// (1 + order / j).
  static std::vector<Computed> computed(const Params& p, const LinkInfo&) {
    double sum = 1;
    for (int j = 1; j <= p.memory; ++j) sum *= 1 + p.order / j;
    return {{"gain of a lasting deviation", "1/packet", p.k_p + p.k_i * sum}};
  }
  static std::vector<CurveSpec> curves() { return {{"drop probability", true}}; }
  static CurveAxis axis() { return {"q", "packets"}; }
  static double curve(const Params& p, const LinkInfo& link, int, std::span<const double> state, double q) {
    return q < link.buffer ? pi_alpha_probability(p, q - p.target, state.empty() ? 0 : state[0]) : 1;
  }
  static std::vector<double> knots(const Params& p, const LinkInfo& link, int, std::span<const double> state) {
    std::vector<double> all{static_cast<double>(link.buffer)};
    const double foot = p.target - (state.empty() ? 0 : state[0]) * p.k_i / (p.k_p + p.k_i);
    const double top = foot + 1 / (p.k_p + p.k_i);
    for (const double knot : {foot, top}) {
      if (knot > 0 && knot < link.buffer) all.push_back(knot);
    }
    return all;
  }
  static double extent(const Params&, const LinkInfo& link) { return 1.1 * link.buffer; }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<PiAlphaDiscipline>(p, link);
  }
};

const Register<SchemeOf<PiAlpha>> registered;

}  // namespace
}  // namespace aqm
