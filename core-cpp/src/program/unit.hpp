// Units of a program's quantities: packets, bytes, bits and seconds, each to a power.
#pragma once
#include <array>
#include <string>
#include <string_view>

namespace aqm::program {

/// Powers of packet, byte, bit and second in sixths, so that square and cube roots also have a unit.
struct Unit {
  static constexpr int kSixths = 6;
  std::array<int, 4> power{};

  friend bool operator==(const Unit&, const Unit&) = default;
  friend Unit operator*(Unit a, const Unit& b) {
    for (std::size_t i = 0; i < a.power.size(); ++i) a.power[i] += b.power[i];
    return a;
  }
  Unit to(int times, int parts) const;  ///< to the power times / parts; parts divides six
  /// Whether its powers are small enough to be useful.
  bool sound() const;
};
inline Unit operator/(const Unit& a, const Unit& b) { return a * b.to(-1, 1); }

inline constexpr Unit kOne{}, kPackets{{6, 0, 0, 0}}, kBytes{{0, 6, 0, 0}}, kBits{{0, 0, 6, 0}}, kSeconds{{0, 0, 0, 6}};

/// As it is written: "packets", "bit/s", "1".
std::string text_of(const Unit& unit);

/// A word for a unit, and its factor: 1 ms = 0.001 s.
struct UnitWord {
  const char* word;
  Unit unit;
  double factor;
};
/// Null if the word is not a unit.
const UnitWord* find_unit(std::string_view word);

}  // namespace aqm::program
