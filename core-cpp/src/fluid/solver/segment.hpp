// One accepted step as a polynomial: the form in which delayed arguments, event location and observers read the past.
#pragma once
#include <array>
#include <cstddef>

#include "bogacki_shampine.hpp"
#include "lanes.hpp"

namespace aqm::fluid {

/// Room for `n` components, an even number, so that the loops over components fill two-wide registers.
constexpr int padded(int n) { return (n + 1) / 2 * 2; }

template <int kDim>
using State = std::array<double, static_cast<std::size_t>(padded(kDim))>;

/// y(begin + s step) = sum over d of c[d] s^d, valid for begin <= t <= end; `end` is before begin + step if an event or
/// a breaking point cut the step. The polynomial continues smoothly a little beyond both ends.
template <class System>
struct Segment {
  /// of an extension through three steps; an extension from the method's stages has one less
  static constexpr int kDegree = 7;
  static_assert(BogackiShampine::kDegree <= kDegree);
  using Vector = State<System::kDim>;
  using Mode = typename System::Mode;

  double begin = 0, end = 0;
  double step = 0, inverse_step = 0;
  Mode mode{};  ///< the discrete state that held over the whole segment
  std::array<Vector, kDegree + 1> c{};

  double place(double t) const { return (t - begin) * inverse_step; }

  double value(int i, double s) const {
    const auto k = static_cast<std::size_t>(i);
    double sum = c[kDegree][k];
    for (int d = kDegree - 1; d >= 0; --d) sum = sum * s + c[static_cast<std::size_t>(d)][k];
    return sum;
  }

  /// dy/dt of component i.
  double slope(int i, double s) const {
    const auto k = static_cast<std::size_t>(i);
    double sum = kDegree * c[kDegree][k];
    for (int d = kDegree - 1; d >= 1; --d) sum = sum * s + d * c[static_cast<std::size_t>(d)][k];
    return sum * inverse_step;
  }

  [[gnu::always_inline]] void values(double s, int width, Vector& out) const {
    // By Estrin's scheme, which has a third of the latency of Horner's: a right-hand side waits longest for this.
    static_assert(kDegree == 7);
    const Pair s1 = both(s), s2 = both(s * s), s4 = both((s * s) * (s * s));
    for (std::size_t i = 0; i < static_cast<std::size_t>(width); i += 2) {
      const Pair low = load(&c[0][i]) + s1 * load(&c[1][i]), middle = load(&c[2][i]) + s1 * load(&c[3][i]);
      const Pair high = (load(&c[4][i]) + s1 * load(&c[5][i])) + s2 * (load(&c[6][i]) + s1 * load(&c[7][i]));
      store(&out[i], (low + s2 * middle) + s4 * high);
    }
  }

  /// The second derivative at s.
  void curvature(double s, int width, Vector& out) const {
    const Pair place = both(s), scale = both(inverse_step * inverse_step);
    for (std::size_t i = 0; i < static_cast<std::size_t>(width); i += 2) {
      Pair sum = both(kDegree * (kDegree - 1)) * load(&c[kDegree][i]);
      for (int d = kDegree - 1; d >= 2; --d) {
        sum = sum * place + both(d * (d - 1)) * load(&c[static_cast<std::size_t>(d)][i]);
      }
      store(&out[i], sum * scale);
    }
  }
};

}  // namespace aqm::fluid
