// UDP packets at random, with exponentially distributed gaps: the arrivals of queueing theory.
#include "parts/source_of.hpp"

namespace aqm {
namespace {

class PoissonApplication final : public Application {
 public:
  PoissonApplication(double rate, int packet_size) : gap_s_(8.0 * packet_size / rate), packet_size_(packet_size) {}
  void start(Host& host) override { wake(host); }
  void wake(Host& host) override {
    host.send(packet_size_);
    host.wake(host.now() + std::max<Time>(exponential(host.rng(), gap_s_), 1));
  }

 private:
  double gap_s_;
  int packet_size_;
};

struct Poisson {
  static constexpr const char* id = "poisson";
  static constexpr const char* name = "Poisson";
  static constexpr const char* help =
      "UDP packets at random, exponentially distributed distances: the arrivals of queueing theory.";
  static constexpr const char* source = "";
  static constexpr Transport transport = Transport::udp;
  static constexpr bool steady = false;
  struct Params {
    double rate = 1e6;
  };
  static std::vector<ParamSpec> table() {
    return {rate_param<Params>("Mean rate of one flow on the wire, headers included.")};
  }
  static double mean_rate(const Params& p, int) { return p.rate; }
  static std::unique_ptr<Application> make(const Params& p, int packet_size) {
    return std::make_unique<PoissonApplication>(p.rate, packet_size);
  }
};

const SourceOf<Poisson> registered;

}  // namespace
}  // namespace aqm
