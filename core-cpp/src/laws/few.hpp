// A list of a few values inside the object: lists that a law makes at every evaluation need no allocation.
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
  const T& back() const { return values_[count_ - 1]; }
  const T& operator[](std::size_t i) const { return values_[i]; }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.begin() + static_cast<std::ptrdiff_t>(count_); }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  /// Inserts a value in ascending order, unless the list contains it.
  void insert(const T& value) {
    std::size_t i = count_;
    while (i > 0 && values_[i - 1] > value) --i;
    if (i > 0 && values_[i - 1] == value) return;
    for (std::size_t k = count_; k > i; --k) values_[k] = values_[k - 1];
    values_[i] = value;
    ++count_;
  }

 private:
  std::array<T, kRoom> values_;
  std::size_t count_ = 0;
};

/// The places where a curve of a law bends or jumps.
inline constexpr std::size_t kMaxKnots = 5;
using Knots = Few<double, kMaxKnots>;

}  // namespace aqm::fluid
