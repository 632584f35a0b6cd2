// A source that sends at its rate in on periods and is silent in off periods. `Periods` draws the length of each
// period, and how much of a period is left at a random moment within it. The source starts in equilibrium: on with the
// probability of its share of on time, and within a period.
#pragma once
#include <algorithm>

#include "aqm/source.hpp"

namespace aqm {

template <class Periods>
class BurstApplication final : public Application {
 public:
  BurstApplication(double rate, int packet_size, const Periods& periods)
      : gap_(std::max<Time>(from_seconds(8.0 * packet_size / rate), 1)), packet_size_(packet_size), periods_(periods) {}

  void start(Host& host) override {
    Rng& rng = host.rng();
    on_ = rng.uniform() * (periods_.on_s + periods_.off_s) < periods_.on_s;
    toggle_ = host.now() + std::max<Time>(periods_.rest(rng, on_), 1);
    rest_ = static_cast<Time>(static_cast<double>(gap_) * rng.uniform());
    if (on_) send_ = host.now() + rest_;
    host.wake(std::min(toggle_, send_));
  }

  void wake(Host& host) override {
    const Time now = host.now();
    if (now == toggle_) {
      on_ = !on_;
      toggle_ = now + period(host);
      // The gap between packets counts only on time, so that the mean rate is exactly rate * on / (on + off).
      if (on_) {
        send_ = now + rest_;
      } else {
        rest_ = send_ - now;
        send_ = kNever;
      }
    }
    if (now == send_) {
      host.send(packet_size_);
      send_ = now + gap_;
    }
    host.wake(std::min(toggle_, send_));
  }

 private:
  Time period(Host& host) { return std::max<Time>(periods_.draw(host.rng(), on_), 1); }

  Time gap_;
  int packet_size_;
  Periods periods_;
  bool on_ = true;
  Time toggle_ = kNever, send_ = kNever;
  Time rest_ = 0;  ///< the rest of the gap when the source went off
};

}  // namespace aqm
