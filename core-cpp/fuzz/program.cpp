// Any bytes as the text of a program: they are described, and if they can be read, the program decides about packets.
#include <string>

#include "aqm/program.hpp"
#include "requests.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace aqm;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const program::Described described = program::describe(text);
  fuzz::hold(described.faults.size() <= 1);
  if (!described.faults.empty()) return 0;
  ParamValues values;
  values.numbers.assign(described.scheme->params().size(), kUnset);
  values.texts = {text};
  const LinkInfo link;
  for (const Issue& issue : described.scheme->check(values, link)) {
    if (issue.error) return 0;
  }
  const auto queue = described.scheme->make(values, link, Rng(1));
  Packet packet;
  packet.size = 1500;
  packet.ecn = Ecn::ect0;
  for (int i = 0; i < 20; ++i) {
    queue->enqueue(packet, {i * kSecond / 100, 0.05 * i, i > 0});
    if (i % 3 == 2) queue->dequeue(i * kSecond / 100, packet);
    if (i % 5 == 4) queue->on_timer(i * kSecond / 100);
  }
  while (queue->dequeue(kSecond, packet)) {}
  queue->on_idle(kSecond);
  return 0;
}
