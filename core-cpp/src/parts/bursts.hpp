// A source that sends at its rate while it is on and nothing while it is off; `Periods` draws how long each lasts, and how much is left
// of one that is looked at somewhere in it. It starts in equilibrium: on with the share of the time that it is on, within a period.
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
      // The gap between packets is counted in time spent on, so that the mean rate is exactly rate * on / (on + off).
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
  Time rest_ = 0;  ///< what was left of the gap when it went off
};

}  // namespace aqm
