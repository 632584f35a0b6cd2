// e^x for equations that are evaluated at every stage: like math::exp, but the series is summed in pairs (Estrin's
// scheme), so that half as many operations wait for each other. It uses only +, - and * of doubles: the same bits
// everywhere. math::exp itself does not change, because whole runs of packets depend on its last bits. It is inlined:
// two of the four exponentials of a right-hand side do not wait for each other.
#pragma once
#include <cstdint>
#include <cstring>

#include "aqm/elementary.hpp"

namespace aqm::fluid {

[[gnu::always_inline]] inline double exponential(double x) {
  if (!(x > -700 && x < 700)) [[unlikely]]
    return math::exp(x);
  // x = k ln 2 + r, |r| <= ln(2) / 2; k stands in the last bits of 1.5 2^52 + k (docs/engines.md, note 6).
  const double shifted = x * 0x1.71547652b82fep0 + 0x1.8p52, k = shifted - 0x1.8p52;
  const double hi = x - k * 0x1.62e42fee00000p-1, lo = k * 0x1.a39ef35793c76p-33, r = hi - lo;
  const double r2 = r * r, r4 = r2 * r2;
  // (e^r - 1 - r) / r^2, as in math::exp: the omitted terms are below 2^-57.
  const double a = (1. / 2 + r * (1. / 6)) + r2 * (1. / 24 + r * (1. / 120));
  const double b = (1. / 720 + r * (1. / 5040)) + r2 * (1. / 40320 + r * (1. / 362880));
  const double c = (1. / 3628800 + r * (1. / 39916800)) + r2 * (1. / 479001600 + r * (1. / 6227020800.));
  const double tail = (a + r4 * b) + (r4 * r4) * (c + r4 * (1. / 87178291200.));
  std::uint64_t bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  bits = (bits + 1023) << 52;
  double power;
  std::memcpy(&power, &bits, sizeof power);
  return (1 + (hi + (r2 * tail - lo))) * power;
}

}  // namespace aqm::fluid
