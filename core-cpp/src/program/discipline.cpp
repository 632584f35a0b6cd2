#include "discipline.hpp"

namespace aqm::program {

std::vector<double> frame_of(const Program& program, std::span<const double> params, const LinkInfo& link) {
  std::vector<double> frame = program.code.frame;
  const auto set = [&](Read reading, double value) { frame[static_cast<std::size_t>(reading)] = value; };
  set(Read::buffer, link.buffer);
  set(Read::rate, link.rate_bps);
  set(Read::capacity, link.rate_bps / (8.0 * link.packet_size));
  set(Read::packet_size, link.packet_size);
  std::copy(params.begin(), params.end(), frame.begin() + program.code.first_param);
  return frame;
}

double value_of(const Program& program, const Code::Value& value, std::vector<double> frame) {
  if (value.entry == kNone) return kUnset;
  run(program.code, value.entry, frame.data());
  return frame[value.slot];
}

}  // namespace aqm::program
