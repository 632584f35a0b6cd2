// A growing array of intervals with room for a few inside the object: a flow seldom has more, and a read of the flow
// then also brings them into the cache.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

namespace aqm {

struct Interval {
  std::uint32_t begin = 0, end = 0;  ///< [begin, end)
};

class IntervalList {
 public:
  bool empty() const { return size_ == 0; }
  Interval* begin() { return size_ > kFew ? more_.get() : few_.data(); }
  Interval* end() { return begin() + size_; }
  const Interval* begin() const { return size_ > kFew ? more_.get() : few_.data(); }
  const Interval* end() const { return begin() + size_; }

  /// Inserts `interval` before `at`.
  void insert(const Interval* at, const Interval& interval) {
    const std::ptrdiff_t index = at - begin();
    if (size_ >= kFew) make_room();
    ++size_;
    Interval* const first = begin();
    std::copy_backward(first + index, first + size_ - 1, first + size_);
    first[index] = interval;
  }

  /// Takes [from, to) out.
  void erase(Interval* from, Interval* to) {
    if (from == to) return;
    const Interval* const first = begin();
    std::copy(to, end(), from);
    size_ -= static_cast<std::uint32_t>(to - from);
    if (first != begin()) std::copy(first, first + size_, few_.data());
  }

 private:
  static constexpr std::uint32_t kFew = 3;

  /// Makes room for one more interval in `more_`, which then holds all of them.
  [[gnu::noinline]] void make_room() {
    if (size_ >= capacity_) {
      capacity_ = 4 * size_;
      auto larger = std::make_unique<Interval[]>(capacity_);
      std::copy(begin(), end(), larger.get());
      more_ = std::move(larger);
    } else if (size_ == kFew) {
      std::copy(begin(), end(), more_.get());
    }
  }

  std::uint32_t size_ = 0, capacity_ = 0;  ///< capacity of `more_`
  std::array<Interval, kFew> few_{};       ///< all intervals, as long as there are no more than this
  std::unique_ptr<Interval[]> more_;       ///< else
};

}  // namespace aqm
