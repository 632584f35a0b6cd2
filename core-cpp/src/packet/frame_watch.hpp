// Counts the frames of a video that reach the receiver in time: with all of their packets, soon enough after they were
// sent together.
#pragma once
#include <cstdint>
#include <deque>

#include "aqm/time.hpp"

namespace aqm {

class FrameWatch {
 public:
  /// The one-way delay for a conversation (ITU-T G.114).
  static constexpr Time kInTime = 150'000'000;

  FrameWatch(Time warmup, Time end) : warmup_(warmup), end_(end) {}

  /// A packet is sent; all packets of one frame are sent at the same time.
  void sent(Time now) {
    judge(now);
    if (open_.empty() || open_.back().at != now) open_.push_back({now, 0});
    ++open_.back().missing;
  }
  /// A packet that was sent at `created` reaches the receiver at `at`. The call may come before that time.
  void delivered(Time created, Time at) {
    if (at - created > kInTime) return;
    for (Frame& frame : open_) {
      if (frame.at == created) --frame.missing;
    }
  }
  /// A frame that is still open at `now` and too old can no longer arrive in time.
  void judge(Time now) {
    for (; !open_.empty() && open_.front().at + kInTime < now; open_.pop_front()) {
      const Frame& frame = open_.front();
      if (frame.at < warmup_ || frame.at + kInTime > end_) continue;
      ++frames_;
      late_ += frame.missing > 0;
    }
  }

  std::uint64_t frames() const { return frames_; }
  std::uint64_t late() const { return late_; }

 private:
  struct Frame {
    Time at;
    int missing;
  };
  Time warmup_, end_;
  std::deque<Frame> open_;
  std::uint64_t frames_ = 0, late_ = 0;
};

}  // namespace aqm
