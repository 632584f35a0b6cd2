// TCP that always has data to send, or a file of given length.
#include "parts/source_of.hpp"

namespace aqm {
namespace {

class FtpApplication final : public Application {
 public:
  explicit FtpApplication(double bytes) : bytes_(bytes) {}
  void start(Host& host) override { host.transfer(bytes_, TransferOver::new_connection); }

 private:
  double bytes_;
};

struct Ftp {
  static constexpr const char* id = "ftp";
  static constexpr const char* name = "FTP";
  static constexpr const char* help = "TCP that always has data to send, or a file of given length.";
  static constexpr const char* source = "";
  static constexpr Transport transport = Transport::tcp;
  static constexpr bool steady = true;
  struct Params {
    double bytes = kInfinity;
  };
  static std::vector<ParamSpec> table() {
    return {
        labelled("Bytes to send", bind<Params, &Params::bytes>("bytes", "bytes", ParamKind::pair, kInfinity, {1, 1e12},
                                                               "Payload to deliver. Left out: endless."))};
  }
  static double mean_rate(const Params&, int) { return kInfinity; }
  static std::unique_ptr<Application> make(const Params& p, int) { return std::make_unique<FtpApplication>(p.bytes); }
};

const SourceOf<Ftp> registered;

}  // namespace
}  // namespace aqm
