// Watches one event of a program, stop by stop.
#pragma once
#include "aqm/recording.hpp"
#include "machine.hpp"

namespace aqm::program {

class Follower {
 public:
  static constexpr bool kWatches = false, kFollows = true;

  Follower(const Code& code, const double* frame, Event event, Stops& kept) : code_(code), frame_(frame), kept_(kept) {
    event_ = static_cast<std::uint8_t>(event);
    call_ = kept.call.empty() ? 0 : kept.call.back() + 1;
  }

  /// Before a step is done.
  void at(int step) {
    finish();
    const int stop = code_.stop_of[static_cast<std::size_t>(step)];
    if (stop == kNone) return;
    const Step& s = code_.steps[static_cast<std::size_t>(step)];
    const Stop& where = code_.stops[static_cast<std::size_t>(stop)];
    const double a = frame_[s.a], b = frame_[s.b];
    switch (where.kind) {
      case StopKind::let:
      case StopKind::set:
        keep(stop, frame_[s.to], kUnset, true);
        pending_ = s.to;
        break;
      case StopKind::compare: keep(stop, where.turned ? b : a, where.turned ? a : b, holds(s.what, a, b)); break;
      case StopKind::truth: keep(stop, kUnset, a, a != 0); break;
      case StopKind::decide: keep(stop, kUnset, kUnset, true); break;
    }
  }
  /// After the last.
  void finish() {
    if (pending_ != kNone) kept_.right.back() = frame_[pending_];
    pending_ = kNone;
  }

 private:
  static bool holds(Op op, double a, double b) {
    switch (op) {
      case Op::less_equal: return a <= b;
      case Op::equal: return a == b;
      case Op::differ: return a != b;
      default: return a < b;
    }
  }
  void keep(int stop, double left, double right, bool holds) {
    kept_.event.push_back(event_);
    kept_.call.push_back(call_);
    kept_.stop.push_back(static_cast<std::uint32_t>(stop));
    kept_.left.push_back(left);
    kept_.right.push_back(right);
    kept_.holds.push_back(holds ? 1 : 0);
  }

  const Code& code_;
  const double* frame_;
  Stops& kept_;
  std::uint8_t event_ = 0;
  std::uint32_t call_ = 0;
  int pending_ = kNone;  ///< place in the frame that is about to get a value
};

}  // namespace aqm::program
