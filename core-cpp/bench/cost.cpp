// What a scheme costs (RFC 7928 section 11): for each scheme of the catalogue with its defaults, the processor time of
// a packet in its queue relative to DropTail's, the memory of its empty queue, whether it has a timer, and whether it
// drops packets that wait. JSON, a scheme a line:
//   bench_cost > models/cards/cost.json
// A queue of 333 packets on a link of 10 Mbit/s is offered 1.1 times what the link carries, by 50 flows at random
// times; no senders, so the time is that of the queue alone. A time is the least of the repetitions, since a busy
// machine only adds to it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "aqm/scheme.hpp"

namespace {

std::size_t live = 0;  ///< bytes that are allocated now
constexpr std::size_t kHead = 64;

/// The size stands before the memory: no deallocation has to know it.
void* allocate(std::size_t size) {
  auto* memory = static_cast<unsigned char*>(std::aligned_alloc(kHead, (kHead + size + kHead - 1) / kHead * kHead));
  if (memory == nullptr) std::abort();
  *reinterpret_cast<std::size_t*>(memory) = size;
  live += size;
  return memory + kHead;
}

void release(void* pointer) {
  if (pointer == nullptr) return;
  auto* memory = static_cast<unsigned char*>(pointer) - kHead;
  live -= *reinterpret_cast<std::size_t*>(memory);
  std::free(memory);
}

}  // namespace

// Nothing in the engine is aligned to more than a cache line.
void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t) { return allocate(size); }
void* operator new[](std::size_t size, std::align_val_t) { return allocate(size); }
void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { release(p); }

namespace {

using namespace aqm;

constexpr LinkInfo kLink{.rate_bps = 10e6, .buffer = 333, .packet_size = 1500};
constexpr int kPackets = 100'000, kFlows = 50, kRepetitions = 25;
constexpr double kLoad = 1.1;

struct Listener final : DropListener {
  bool late = false;
  void on_late_drop(const Packet&, Fate, Time) override { late = true; }
  void on_late_mark(const Packet&, Time) override {}
};

struct Cost {
  std::string id;
  std::shared_ptr<const Scheme> scheme;
  double nanoseconds = 1e300;
  std::size_t bytes = 0;
  bool timer = false, late = false;
};

/// The offered packets; `created` is the time of arrival.
std::vector<std::pair<Packet, double>> offered() {
  Rng rng(1);
  std::vector<std::pair<Packet, double>> all;
  const double slot = 8.0 * kLink.packet_size / kLink.rate_bps;
  for (int i = 0; i < kPackets; ++i) {
    Packet packet;
    packet.created = from_seconds(rng.uniform() * kPackets * slot / kLoad);
    packet.flow = rng.below(kFlows);
    packet.size = static_cast<std::uint16_t>(kLink.packet_size);
    all.emplace_back(packet, rng.uniform());
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first.created < b.first.created; });
  return all;
}

void measure(Cost& cost, const std::vector<std::pair<Packet, double>>& packets) {
  ParamValues values;
  values.numbers.assign(cost.scheme->params().size(), kUnset);
  Listener listener;
  const std::size_t before = live;
  const auto queue = cost.scheme->make(values, kLink, Rng(2));
  cost.bytes = live - before;
  queue->set_listener(&listener);
  cost.timer = queue->next_timer() != kNever;

  const Time slot = from_seconds(8.0 * kLink.packet_size / kLink.rate_bps);
  Time free_at = 0;
  bool busy = false;
  Packet out;
  const std::clock_t begin = std::clock();
  for (const auto& [packet, drawn] : packets) {
    const Time now = packet.created;
    for (;;) {
      const Time timer = queue->next_timer();
      if (std::min(timer, busy ? free_at : kNever) > now) break;
      if (timer <= (busy ? free_at : kNever)) {
        queue->on_timer(timer);
      } else if (queue->dequeue(free_at, out)) {
        free_at += slot;
      } else {
        queue->on_idle(free_at);
        busy = false;
      }
    }
    queue->enqueue(packet, {now, drawn, busy});
    if (!busy && queue->dequeue(now, out)) {
      busy = true;
      free_at = now + slot;
    }
  }
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  cost.nanoseconds = std::min(cost.nanoseconds, 1e9 * seconds / kPackets);
  cost.late = listener.late;
}

}  // namespace

int main() {
  std::vector<Cost> costs;
  for (const Scheme* scheme : catalogue()) {
    const std::string id(scheme->id());
    if (id != "drawn" && id != "program") costs.push_back({id, find_scheme(id, {})});
  }
  const auto packets = offered();
  // All schemes in turn, so that a slower phase of the machine meets all of them.
  for (int i = 0; i < kRepetitions; ++i)
    for (Cost& cost : costs) measure(cost, packets);
  const auto plain = std::find_if(costs.begin(), costs.end(), [](const Cost& c) { return c.id == "droptail"; });
  std::fprintf(stderr, "DropTail takes %.1f ns a packet\n", plain->nanoseconds);
  std::printf("{\n");
  for (const Cost& cost : costs)
    std::printf("  \"%s\": { \"time\": %.2f, \"bytes\": %zu, \"timer\": %s, \"late\": %s }%s\n", cost.id.c_str(),
                cost.nanoseconds / plain->nanoseconds, cost.bytes, cost.timer ? "true" : "false",
                cost.late ? "true" : "false", &cost == &costs.back() ? "" : ",");
  std::printf("}\n");
  return 0;
}
