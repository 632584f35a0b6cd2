// Video over UDP: frames at even intervals, cut into packets that follow each other as fast as the host's link allows.
// RRMDP's experiment (AL-Allaf and Jabbar) has five of them at 30 frames per second, started one after the other.
#include "parts/source_of.hpp"

namespace aqm {
namespace {

struct VideoParams {
  double rate = 1e6, frames = 30;
};

class VideoApplication final : public Application {
 public:
  VideoApplication(const VideoParams& p, int packet_size)
      : gap_(std::max<Time>(from_seconds(1 / p.frames), 1)), frame_(p.rate / p.frames / 8), packet_size_(packet_size) {}
  void start(Host& host) override { wake(host); }
  void wake(Host& host) override {
    // Whole bytes; the remainder belongs to the next frame.
    owed_ += frame_;
    while (owed_ >= packet_size_) send(host, packet_size_);
    if (const int rest = static_cast<int>(owed_); rest >= kUdpHeader) send(host, rest);
    host.wake(host.now() + gap_);
  }

 private:
  static constexpr int kUdpHeader = 28;
  void send(Host& host, int bytes) {
    host.send(bytes);
    owed_ -= bytes;
  }

  Time gap_;
  double frame_, owed_ = 0;  ///< bytes
  int packet_size_;
};

struct Video {
  static constexpr const char* id = "video";
  static constexpr const char* name = "video";
  static constexpr const char* help =
      "UDP in frames at even distances, each a row of packets: what a camera sends at a constant rate.";
  static constexpr const char* source = "";
  static constexpr Transport transport = Transport::udp;
  static constexpr bool steady = true;
  using Params = VideoParams;
  static std::vector<ParamSpec> table() {
    return {rate_param<Params>("Rate of one flow on the wire, headers included."),
            bind<Params, &Params::frames>("frames", "1/s", ParamKind::pair, 30, {0.1, 1000}, "Frames in a second.")};
  }
  static double mean_rate(const Params& p, int) { return p.rate; }
  static Felt felt(const Params&, int) { return {0, true}; }
  static std::unique_ptr<Application> make(const Params& p, int packet_size) {
    return std::make_unique<VideoApplication>(p, packet_size);
  }
};

const SourceOf<Video> registered;

}  // namespace
}  // namespace aqm
