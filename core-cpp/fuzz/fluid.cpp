// The fluid model of a lane, its map, its loss of stability and its designs.
#include "requests.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace aqm::fuzz;
  Bytes bytes(data, size);
  constexpr int (*kCalls[])() = {aqm_fluid, aqm_map_row, aqm_hopf, aqm_design};
  const std::size_t which = bytes.below(std::size(kCalls));
  Writer fluid(bytes), head(bytes);
  aqm::bindings::FluidFields fields;
  fields.options.points = 11;
  aqm::bindings::visit_fluid(fluid, fields);
  aqm::bindings::MapFields axes;
  axes.y = {aqm::Knob::rtt, 0, 0.1};
  aqm::KnobSetting along;
  if (which == 1) aqm::bindings::visit_map(head, axes);
  if (which == 2) aqm::bindings::visit_hopf(head, along);
  std::vector<double> input = head.out;
  if (which < 3) input.insert(input.end(), fluid.out.begin(), fluid.out.end());
  if (which == 1) input.insert(input.end(), {2, 10, 20});
  if (which == 3) input.push_back(static_cast<double>(bytes.below(3)));
  const std::vector<double> lane = scenario(bytes);
  input.insert(input.end(), lane.begin(), lane.end());
  if (give(input)) ask(kCalls[which]);
  return 0;
}
