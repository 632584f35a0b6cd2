#include "unit.hpp"

#include <cstdlib>

namespace aqm::program {
namespace {

constexpr UnitWord kWords[] = {
    {"packets", kPackets, 1}, {"packet", kPackets, 1}, {"bytes", kBytes, 1},   {"byte", kBytes, 1},
    {"bits", kBits, 1},       {"bit", kBits, 1},       {"kbit", kBits, 1e3},   {"Mbit", kBits, 1e6},
    {"Gbit", kBits, 1e9},     {"s", kSeconds, 1},      {"ms", kSeconds, 1e-3}, {"us", kSeconds, 1e-6},
};
constexpr const char* kMany[] = {"packets", "bytes", "bit", "s"};
constexpr const char* kSingle[] = {"packet", "byte", "bit", "s"};

void append(std::string& text, const char* word, int power) {
  text.append(word);
  if (power == Unit::kSixths) return;
  text.push_back('^');
  if (power % Unit::kSixths == 0) {
    text.append(std::to_string(power / Unit::kSixths));
  } else {
    text.append("(").append(std::to_string(power)).append("/6)");
  }
}

}  // namespace

Unit Unit::to(int times, int parts) const {
  Unit out;
  for (std::size_t i = 0; i < power.size(); ++i) out.power[i] = power[i] * times / parts;
  return out;
}

bool Unit::sound() const {
  for (const int p : power) {
    if (std::abs(p) > 8 * kSixths) return false;
  }
  return true;
}

std::string text_of(const Unit& unit) {
  std::string text;
  for (std::size_t i = 0; i < unit.power.size(); ++i) {
    if (unit.power[i] <= 0) continue;
    if (!text.empty()) text.push_back(' ');
    append(text, kMany[i], unit.power[i]);
  }
  if (text.empty()) text.push_back('1');
  for (std::size_t i = 0; i < unit.power.size(); ++i) {
    if (unit.power[i] >= 0) continue;
    text.push_back('/');
    append(text, kSingle[i], -unit.power[i]);
  }
  return text;
}

const UnitWord* find_unit(std::string_view word) {
  for (const UnitWord& one : kWords) {
    if (word == one.word) return &one;
  }
  return nullptr;
}

}  // namespace aqm::program
