// DropTail: first in, first out. If the buffer is full, the arrival is dropped, or the oldest packet in its place.
#include "laws/blue.hpp"
#include "parts/fifo.hpp"
#include "parts/register.hpp"
#include "parts/scheme_of.hpp"

namespace aqm {
namespace {

class DropTailDiscipline final : public QueueDiscipline {
 public:
  DropTailDiscipline(int buffer, bool front) : buffer_(buffer), front_(front) {}

  Fate enqueue(const Packet& packet, const Arrival& arrival) override {
    if (packets_ >= buffer_) {
      if (!front_) return Fate::dropped_overflow;
      drop_head(arrival.now);
    }
    store_.push(packet).enqueued = arrival.now;
    ++packets_;
    bytes_ += packet.size;
    return Fate::accepted;
  }

  bool dequeue(Time /*now*/, Packet& out) override {
    if (store_.empty()) return false;
    out = store_.pop();
    --packets_;
    bytes_ -= out.size;
    return true;
  }

 private:
  void drop_head(Time now) {
    const Packet oldest = store_.pop();
    --packets_;
    bytes_ -= oldest.size;
    if (listener_) listener_->on_late_drop(oldest, Fate::dropped_overflow, now);
  }

  PacketRing store_;
  int buffer_;
  bool front_;
};

struct DropTail {
  static constexpr const char* id = "droptail";
  static constexpr const char* name = "DropTail";
  struct Params {
    bool front = false;
  };
  static std::vector<ParamSpec> table() {
    return {toggle<Params, &Params::front>("front", false,
                                           "When the buffer is full, drop the oldest packet instead of the arriving "
                                           "one, so that its sender hears sooner.")};
  }
  static std::vector<StateSpec> states() { return {}; }
  static std::vector<const char*> constraints() { return {}; }
  static void check(const Params&, const LinkInfo&, Checker&) {}
  static std::vector<CurveSpec> curves() { return {{"drop probability"}}; }
  static CurveAxis axis() { return {"q", "packets"}; }
  static double curve(const Params&, const LinkInfo& link, int, std::span<const double>, double q) {
    return q < link.buffer ? 0 : 1;
  }
  static std::vector<double> knots(const Params&, const LinkInfo& link, int, std::span<const double>) {
    return {static_cast<double>(link.buffer)};
  }
  static double extent(const Params&, const LinkInfo& link) { return 1.1 * link.buffer; }
  static FluidOffer fluid(const Params& p, const LinkInfo&, const FluidChoice&) {
    return {std::make_shared<fluid::NoLaw>(), p.front ? "Which packet is dropped makes no difference to a fluid." : ""};
  }
  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {
    return std::make_unique<DropTailDiscipline>(link.buffer, p.front);
  }
};

const Register<SchemeOf<DropTail>> registered;

}  // namespace
}  // namespace aqm
