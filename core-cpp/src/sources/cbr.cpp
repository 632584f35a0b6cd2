// UDP at a constant bit rate: equal packets at equal intervals.
#include "parts/source_of.hpp"

namespace aqm {
namespace {

/// The packets of telephones: 10 to 60 ms of speech (RFC 3551 has 20 ms), at most 128 kbit/s.
constexpr double kLeastSpeech = 0.01, kMostSpeech = 0.06, kMostOfACall = 128e3;

class CbrApplication final : public Application {
 public:
  CbrApplication(double rate, int packet_size)
      : gap_(std::max<Time>(from_seconds(8.0 * packet_size / rate), 1)), packet_size_(packet_size) {}
  void start(Host& host) override { wake(host); }
  void wake(Host& host) override {
    host.send(packet_size_);
    host.wake(host.now() + gap_);
  }

 private:
  Time gap_;
  int packet_size_;
};

struct Cbr {
  static constexpr const char* id = "cbr";
  static constexpr const char* name = "CBR";
  static constexpr const char* help = "UDP at a constant bit rate: equal packets at equal distances.";
  static constexpr const char* source = "";
  static constexpr Transport transport = Transport::udp;
  static constexpr bool steady = true;
  struct Params {
    double rate = 1e6;
  };
  static std::vector<ParamSpec> table() {
    return {rate_param<Params>("Rate of one flow on the wire, headers included.")};
  }
  static double mean_rate(const Params& p, int) { return p.rate; }
  static Felt felt(const Params& p, int packet_size) {
    const double speech = 8.0 * packet_size / p.rate;
    const bool call = p.rate <= kMostOfACall && speech >= kLeastSpeech && speech <= kMostSpeech;
    return {call ? speech : 0, false};
  }
  static std::unique_ptr<Application> make(const Params& p, int packet_size) {
    return std::make_unique<CbrApplication>(p.rate, packet_size);
  }
};

const SourceOf<Cbr> registered;

}  // namespace
}  // namespace aqm
