// A few values in place: lists that a law makes at every evaluation need no memory of their own.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>

namespace aqm::fluid {

template <class T, std::size_t kRoom>
class Few {
 public:
  Few() = default;
  Few(std::initializer_list<T> values) : count_(values.size()) {
    std::copy(values.begin(), values.end(), values_.begin());
  }
  void push_back(const T& value) { values_[count_++] = value; }
  T& back() { return values_[count_ - 1]; }
  const T& operator[](std::size_t i) const { return values_[i]; }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.begin() + static_cast<std::ptrdiff_t>(count_); }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  /// In ascending order, each once.
  void sort() {
    const auto last = values_.begin() + static_cast<std::ptrdiff_t>(count_);
    std::sort(values_.begin(), last);
    count_ = static_cast<std::size_t>(std::unique(values_.begin(), last) - values_.begin());
  }

 private:
  std::array<T, kRoom> values_{};
  std::size_t count_ = 0;
};

/// Where a curve of a law bends or jumps.
inline constexpr std::size_t kMaxKnots = 5;
using Knots = Few<double, kMaxKnots>;

}  // namespace aqm::fluid
