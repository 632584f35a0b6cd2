// A scenario is decoded, run for some thousand events and described: no undefined behaviour, and plausible metrics.
#include <string_view>

#include "requests.hpp"

namespace {

/// The number behind `"name":` in the JSON of an answer; NaN: null, or missing.
double member(std::string_view text, std::string_view name) {
  const std::string key = "\"" + std::string(name) + "\":";
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos || text.substr(at + key.size(), 4) == "null") return aqm::kUnset;
  return std::strtod(text.data() + at + key.size(), nullptr);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace aqm::fuzz;
  Bytes bytes(data, size);
  if (!give(scenario(bytes))) return 0;
  const int handle = aqm_open();
  if (handle <= 0) {
    hold(handle == kRefused && aqm_text_size() > 2);
    return 0;
  }
  for (int slice = 0, status = kMore; slice < 4 && status == kMore; ++slice) status = aqm_run(handle, 1000);
  hold(aqm_now(handle) >= 0 && aqm_result(handle) == kDone);
  const std::string_view text(aqm_text(), static_cast<std::size_t>(aqm_text_size()));
  const double loss = member(text, "loss_ratio");
  hold(std::isnan(loss) || (loss >= 0 && loss <= 1));
  hold(aqm_close(handle) == kDone);
  return 0;
}
