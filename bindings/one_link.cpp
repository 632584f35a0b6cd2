// One discipline in front of one link, with given arrivals (aqm/one_link.hpp).
#include "aqm/one_link.hpp"

#include "border.hpp"

int aqm_one_link() {
  using namespace aqm;
  using namespace aqm::bindings;
  ConfigIssues issues;
  const auto request = decode_one_link(border().input, issues);
  if (!request || !passes_check(request->of, issues)) return refuse(issues);
  auto& numbers = border().numbers;
  numbers.clear();
  for (const PacketFate& fate :
       run_one_link(*request->of.scheme, request->of.params, request->set_up, request->arrivals)) {
    numbers.push_back(static_cast<double>(fate.end));
    numbers.push_back(static_cast<double>(fate.after));
  }
  return kDone;
}
