#include "words.hpp"

#include <array>

namespace aqm::program {
namespace {

constexpr unsigned kArrive = bit_of(Event::arrive), kDepart = bit_of(Event::depart), kFull = bit_of(Event::overflow),
                   kStart = bit_of(Event::start), kRunning = (1U << kEvents) - 1 - kStart, kAlways = kRunning | kStart;

constexpr std::array<Reading, kReadings> kAll{{
    {"queue", kPackets, false, kRunning, "Packets that wait now, the one that arrives or leaves not among them."},
    {"queue_bytes", kBytes, false, kRunning, "Bytes that wait now."},
    {"buffer", kPackets, false, kAlways, "Packets that may wait."},
    {"rate", {{0, 0, 6, -6}}, false, kAlways, "Rate of the link."},
    {"capacity", {{6, 0, 0, -6}}, false, kAlways, "Full-sized packets that the link sends in a second."},
    {"packet_size", {{-6, 6, 0, 0}}, false, kAlways, "Size of a full-sized packet of the scenario."},
    {"now", kSeconds, false, kRunning, "Time since the start of the run."},
    {"random", kOne, false, kArrive,
     "The packet's random number, even on [0, 1), the same wherever it is read. Only as `random < p`."},
    {"size", kBytes, false, kArrive | kDepart | kFull, "Size of the packet."},
    {"busy", kOne, true, kArrive, "Whether the link is sending a packet."},
    {"ect", kOne, true, kArrive | kDepart, "Whether the packet can carry a mark (ECN)."},
    {"idle_time", kSeconds, false, kArrive,
     "How long the link has been idle when this packet arrives; 0 while it is busy or packets wait."},
    {"sojourn", kSeconds, false, kDepart, "How long the packet has waited."},
    {"first", kOne, true, kDepart,
     "Whether this is the first packet that the link is offered now: none before it was dropped."},
    {"flows", kOne, false, kRunning, "Flows of which a packet waits now."},
    {"flow_queue", kPackets, false, kArrive | kDepart | kFull,
     "Packets of this packet's flow that wait now, the one that arrives or leaves not among them."},
}};

constexpr std::array<Function, 19> kFunctions{{
    {"min", Op::min, 2, "min(x, y)", "The smaller one."},
    {"max", Op::max, 2, "max(x, y)", "The larger one."},
    {"clamp", Op::clamp, 3, "clamp(x, low, high)", "x, but not below low and not above high."},
    {"abs", Op::abs, 1, "abs(x)", "x without its sign."},
    {"floor", Op::floor, 1, "floor(x)", "The next whole number below x."},
    {"exp", Op::exp, 1, "exp(x)", "e to the power x; x has no unit."},
    {"log", Op::log, 1, "log(x)", "Natural logarithm; x has no unit."},
    {"expm1", Op::expm1, 1, "expm1(x)", "exp(x) - 1, exact near 0."},
    {"log1p", Op::log1p, 1, "log1p(x)", "log(1 + x), exact near 0."},
    {"sqrt", Op::sqrt, 1, "sqrt(x)", "Square root, of the unit as well."},
    {"cbrt", Op::cbrt, 1, "cbrt(x)", "Cube root, of the unit as well."},
    {"pow", Op::pow, 2, "pow(x, y)", "x to the power y, for x >= 0; neither has a unit."},
    {"powi", Op::powi, 2, "powi(x, n)", "x to the power n, a whole number: by products up to 64; neither has a unit."},
    {"bits", Op::bits, 1, "bits(x)", "Bytes as bits: 8 x."},
    {"ns", Op::ns, 1, "ns(x)", "A time in whole nanoseconds, as the clock counts."},
    {"choose", Op::choose, 3, "choose(condition, x, y)", "x where the condition holds, else y."},
    {"average", Op::average, 4, "average(avg, x, w, size)",
     "(1 - w) avg + w x; after the link was idle avg decays as if packets of that size had found an empty queue "
     "(RED)."},
    {"spaced", Op::spaced, 2, "spaced(p, count)",
     "p / (1 - count p), at most 1: the probability that spaces drops evenly when count packets have passed since the "
     "last (RED)."},
    {"load", Op::load, 1, "load(window)",
     "The offered load: bits that arrived within the time `window` before now, over what the link carries in it. On "
     "arrive, at one place; the window is known at the start."},
}};

constexpr std::array<Keyword, 23> kKeywords{{
    {"scheme", "scheme \"name\": how the AQM is called; the first line."},
    {"param", "param name = default unit in low..high \"help\": a number, or true or false, that the user sets."},
    {"state", "state name = first value unit \"help\": what the AQM remembers."},
    {"flow", "flow state name = first value: a state that each flow has for itself; there where a packet is at hand."},
    {"require", "require condition \"reason\": what has to hold between parameters."},
    {"on", "on arrive, on depart, on idle, on overflow: what happens then."},
    {"every", "every interval { ... }: what happens again and again."},
    {"arrive", "A packet arrives. It is accepted unless the program says otherwise."},
    {"depart", "The link takes the oldest packet. After a drop it takes the next, and asks again."},
    {"overflow", "A packet arrives at a full buffer: it is dropped whatever the program says."},
    {"let", "let name = value: a name for a value, until the end of its block."},
    {"if", "if condition { ... } else { ... }"},
    {"else", "if condition { ... } else { ... }"},
    {"when", "drop when condition: only then; else the program goes on."},
    {"in", "in low..high: the range of a parameter, ends included."},
    {"whole", "A parameter that is a whole number."},
    {"accept", "Lets the packet in, or out. The event ends."},
    {"drop", "Drops the packet. The event ends. `drop always` is told apart as a forced drop."},
    {"mark",
     "Marks the packet, or lets it be when it cannot carry a mark; `mark or drop` drops it then. The event ends."},
    {"and", "Both."},
    {"or", "One of the two, or both."},
    {"not", "The contrary."},
    {"never", "A time that does not come: infinite."},
}};
constexpr std::string_view kOthers[] = {"true", "false", "always", "idle", "program"};

}  // namespace

std::span<const Reading> readings() { return kAll; }
std::span<const Function> functions() { return kFunctions; }
std::span<const Keyword> keywords() { return kKeywords; }

const Function* find_function(std::string_view name) {
  for (const Function& function : kFunctions) {
    if (name == function.name) return &function;
  }
  return nullptr;
}

int find_reading(std::string_view name) {
  for (int i = 0; i < kReadings; ++i) {
    if (name == kAll[static_cast<std::size_t>(i)].name) return i;
  }
  return -1;
}

bool is_reserved(std::string_view name) {
  // Texts that are older than these words use them as names of their own.
  if (name == "flow" || name == "flows" || name == "flow_queue") return false;
  for (const Keyword& keyword : kKeywords) {
    if (name == keyword.word) return true;
  }
  for (const std::string_view other : kOthers) {
    if (name == other) return true;
  }
  return find_function(name) != nullptr || find_reading(name) >= 0 || find_unit(name) != nullptr;
}

const char* name_of(Event event) {
  constexpr const char* kNames[] = {"on arrive", "on depart", "on idle", "on overflow", "every", "the start"};
  return kNames[static_cast<std::size_t>(event)];
}

}  // namespace aqm::program
