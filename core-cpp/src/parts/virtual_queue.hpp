// A virtual queue: it receives the same packets but is served more slowly, so that it fills before the real queue.
#pragma once
#include <algorithm>

namespace aqm {

class VirtualQueue {
 public:
  /// `seconds` pass at a service of `rate` packets per second.
  void serve(double seconds, double rate) { length_ = std::max(0.0, length_ - rate * seconds); }
  void add(double packets) { length_ += packets; }
  double length() const { return length_; }

 private:
  double length_ = 0;
};

}  // namespace aqm
