// Two doubles at a time: the width that every target has (SSE2, NEON, WebAssembly SIMD). g++ and clang both know these
// types; without them they vectorise some of the loops of the solver and not others.
#pragma once
#include <cstring>

namespace aqm::fluid {

using Pair = double __attribute__((vector_size(16)));

inline Pair load(const double* p) {
  Pair v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline void store(double* p, Pair v) { std::memcpy(p, &v, sizeof v); }
constexpr Pair both(double v) { return Pair{v, v}; }

// In both lanes without a branch (docs/engines.md, note 3).
inline Pair smaller(Pair a, Pair b) { return b < a ? b : a; }
inline Pair larger(Pair a, Pair b) { return a < b ? b : a; }
inline Pair magnitude(Pair v) { return larger(v, -v); }
inline double largest(Pair v) { return larger(v, Pair{v[1], v[0]})[0]; }

}  // namespace aqm::fluid
