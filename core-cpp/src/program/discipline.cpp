#include "discipline.hpp"

namespace aqm::program {

std::vector<double> frame_of(const Program& program, std::span<const double> params, const LinkInfo& link) {
  std::vector<double> frame = program.code.frame;
  read_link(frame.data(), link);
  std::copy(params.begin(), params.end(), frame.begin() + program.code.first_param);
  return frame;
}

double value_of(const Program& program, const Code::Value& value, std::vector<double> frame) {
  if (value.entry == kNone) return kUnset;
  run(program.code, value.entry, frame.data());
  return frame[value.slot];
}

}  // namespace aqm::program
