// A source that sends at its rate while it is on and nothing while it is off; `Periods` draws how long each lasts.
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
    toggle_ = host.now() + period(host);
    send_ = host.now();
    wake(host);
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
