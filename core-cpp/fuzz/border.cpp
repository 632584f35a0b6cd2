// Any numbers to any call of the border.
#include "requests.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace aqm::fuzz;
  Bytes bytes(data, size);
  constexpr int (*kCalls[])() = {aqm_check, aqm_resolve, aqm_curve, aqm_design, aqm_one_link, aqm_open};
  const std::size_t which = bytes.below(std::size(kCalls));
  std::vector<double> input;
  while (!bytes.empty() && input.size() < 400) {
    // Small integers are counts and words; the rest is any double.
    const std::uint8_t how = bytes.byte();
    input.push_back(how < 120   ? how % 12
                    : how < 160 ? aqm::kUnset
                    : how < 200 ? bytes.share() * 1000
                    : how < 230 ? kHostile[how % std::size(kHostile)]
                                : bytes.raw());
  }
  if (!give(input)) return 0;
  if (kCalls[which] != aqm_open) {
    ask(kCalls[which]);
    return 0;
  }
  const int handle = aqm_open();
  if (handle <= 0) return 0;
  aqm_run(handle, 500);
  hold(aqm_result(handle) == kDone && aqm_close(handle) == kDone);
  return 0;
}
