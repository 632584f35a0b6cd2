// A network that imitates PI^alpha (pi_alpha.cpp): a reconstruction of Szygula, Domanski, Domanska, Marek, Filus and
// Mendla, "Supervised learning of neural networks for active queue management in the Internet", Sensors 21(15), 2021.
// Its input is the queue that each of the last arrivals found, and which of the earlier arrivals were dropped; its
// output is one of eleven probabilities. scripts/neural-pi.mjs has the teacher, the traffic and the training.
#include "neural_pi.hpp"

#include "parts/ecn_toggle.hpp"
#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

void push(neural_pi::History& history, double newest) {
  std::copy_backward(history.begin(), history.end() - 1, history.end());
  history[0] = newest;
}

struct NeuralPiParams {
  double target = 50;  ///< packets
  bool ecn = false;
};

class NeuralPiDiscipline final : public FifoDiscipline<NeuralPiDiscipline> {
 public:
  NeuralPiDiscipline(const NeuralPiParams& p, const LinkInfo& link) : FifoDiscipline(link.buffer), params_(p) {}

  Fate decide(const Packet& packet, const Arrival& arrival) {
    push(queues_, packets_ / params_.target);
    p_ = neural_pi::probability(queues_, drops_);
    const bool signalled = arrival.u < p_;
    push(drops_, signalled || packets_ >= buffer_ ? 1 : 0);
    return signalled ? early_signal(packet, params_.ecn) : Fate::accepted;
  }
  void observe(double* out) const override { out[0] = p_; }

 private:
  NeuralPiParams params_;
  neural_pi::History queues_{}, drops_{};
  double p_ = 0;
};

struct NeuralPi {
  static constexpr const char* id = "neural_pi";
  static constexpr const char* name = "Neural AQM";
  static constexpr const char* no_fluid =
      "A network's classes jump with every arrival; nothing of it is a rate of change.";
  using Params = NeuralPiParams;

  static std::vector<ParamSpec> table() {
    return {
        with_role(bind<Params, &Params::target>("target", "packets", ParamKind::number, 50, {1, 1e6},
                                                "The queue that its teacher steers to; queues are measured in it."),
                  ParamRole::queue_threshold),
        ecn_toggle<Params>(),
    };
  }
  static std::vector<StateSpec> states() {
    return {{"p", "1", "Drop probability of the class that the network chose.", ParamRole::probability}};
  }
  static std::vector<const char*> constraints() { return {"target <= buffer"}; }
  static void check(const Params& p, const LinkInfo& link, Checker& check) {
    check.require(p.target <= link.buffer, "target", p.target, "target <= buffer", link.buffer);
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<NeuralPiDiscipline>(p, link);
  }
};

const Register<SchemeOf<NeuralPi>> registered;

}  // namespace
}  // namespace aqm
