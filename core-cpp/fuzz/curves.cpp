// Requests about a scheme alone: checks, values after defaults, and drop curves, whose values must all be
// probabilities.
#include "aqm/scenario_fields.hpp"
#include "requests.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace aqm::fuzz;
  Bytes bytes(data, size);
  Writer link(bytes), curve(bytes), scheme(bytes);
  // As visit_link_info, within the limits of a scenario: there is no curve for other links.
  aqm::LinkInfo info;
  link.number("rate", info.rate_bps, {"bit/s", 1000, aqm::Limits::kRate});
  link.integer("buffer", info.buffer, {"packets", 1, 1e6});
  link.integer("packetSize", info.packet_size, {"bytes", 64, 9000});
  aqm::bindings::CurveFields fields;
  fields.points = 33;
  aqm::bindings::visit_curve(curve, fields);
  append_scheme(scheme, bytes);
  std::vector<double> request = link.out;
  request.insert(request.end(), scheme.out.begin(), scheme.out.end());
  if (!give(request)) return 0;
  ask(aqm_check);
  ask(aqm_resolve);
  curve.out.push_back(0);  // the initial state
  curve.out.insert(curve.out.end(), request.begin(), request.end());
  if (!give(curve.out)) return 0;
  if (aqm_curve() != kDone) return 0;
  const int n = aqm_numbers_size() / 2;
  for (int i = n; i < 2 * n; ++i) hold(aqm_numbers()[i] >= 0 && aqm_numbers()[i] <= 1);
  return 0;
}
