// Programs (docs/programs.md): the language's errors, its arithmetic, and the shipped programs, each of which does with
// every packet what the scheme of its name does.
#include "aqm/program.hpp"

#include <gtest/gtest.h>

#include "aqm/fluid_lane.hpp"
#include "aqm/simulation.hpp"
#include "support/json.hpp"
#include "support/programs.hpp"

namespace aqm::test {
namespace {

/// A random scenario in which queues fill, run dry and overflow.
ScenarioConfig any_scenario(Rng& rng) {
  ScenarioConfig c;
  c.seed = rng.next() >> 16;
  c.duration = 6;
  c.network.link().rate = rng.uniform(2e6, 2e7);
  c.network.link().buffer = 320 + static_cast<int>(rng.below(200));
  c.network.link().delay = rng.uniform(0.005, 0.1);
  c.traffic = {ftp(1 + static_cast<int>(rng.below(12)))};
  TrafficGroup marked = ftp(1 + static_cast<int>(rng.below(8)));
  marked.ecn = true;
  c.traffic.push_back(marked);
  c.traffic.push_back(udp("onoff", 2, c.network.link().rate * rng.uniform(0.1, 0.9)));
  return c;
}

/// A value inside the range, not far from its default.
double near_default(const ParamSpec& spec, Rng& rng) {
  const double value = spec.fallback * rng.uniform(0.6, 1.5);
  if (value > spec.range.min && value < spec.range.max) return value;
  return (spec.fallback + (value < spec.fallback ? spec.range.min : spec.range.max)) / 2;
}

/// Runs scheme and program with the same parameters over random scenarios.
void expect_equal(const std::string& id, int scenarios) {
  SCOPED_TRACE(id);
  const std::string text = project_file("models/programs/" + id + ".aqm");
  const program::Described described = program::describe(text);
  ASSERT_TRUE(described.faults.empty()) << described.faults[0].place.line << ": " << described.faults[0].found << ": "
                                        << described.faults[0].rule;
  EXPECT_TRUE(described.warnings.empty()) << described.warnings[0].found;
  const Scheme& own = *described.scheme;
  const Scheme& kept = *find_scheme(id);
  EXPECT_EQ(own.name(), kept.name());
  Rng rng(17, id.size());
  int signals = 0;
  for (int i = 0; i < scenarios; ++i) {
    ScenarioConfig config = any_scenario(rng);
    config.aqm = id;
    config.params = defaults(id);
    ScenarioConfig with_program = config;
    with_program.aqm = "program";
    with_program.params = values_of(own, text);
    for (std::size_t k = 1; k < own.params().size(); ++k) {
      const ParamSpec& spec = own.params()[k];
      const std::string name = id == "pi" && std::string(spec.name) == "samples" ? "rate" : spec.name;
      const bool toggle = spec.kind == ParamKind::toggle;
      const double value = toggle ? rng.below(2) : i == 0 ? spec.fallback : near_default(spec, rng);
      set(config, name, value);
      with_program.params.numbers[k] = value;
    }
    const LinkInfo link = link_of(config.network.link(), config.network.packet_size);
    const auto issues = kept.check(config.params, link);
    const bool refused = std::any_of(issues.begin(), issues.end(), [](const Issue& one) { return one.error; });
    const auto own_issues = own.check(with_program.params, link);
    EXPECT_EQ(!own_issues.empty() && own_issues[0].error, refused) << (refused ? issues : own_issues)[0].rule;
    if (refused) continue;
    const Finished a = run(config), b = run(with_program);
    EXPECT_EQ(a.simulation->digest(), b.simulation->digest()) << "scenario " << i;
    signals += static_cast<int>(a.metrics.drops_early + a.metrics.drops_forced + a.metrics.marks);
  }
  EXPECT_GT(signals, 2 * scenarios) << "a comparison without decisions shows nothing";
}

/// The first fault of a text, as place, rule and advice.
std::string fault_of(const std::string& text) {
  const program::Described described = program::describe(text);
  if (described.faults.empty()) return "none";
  const program::Fault& one = described.faults[0];
  return std::to_string(one.place.line) + ":" + std::to_string(one.place.column) + " " + one.found + ": " + one.rule +
         (one.advice.empty() ? "" : "; " + one.advice);
}

TEST(Programs, SayWhereAndWhyATextIsWrong) {
  const auto arrive = [](const std::string& inside) {
    return "scheme \"x\"\nparam th = 5 ms\nstate avg = 0 packets\non arrive {\n" + inside + "\n}";
  };
  EXPECT_EQ(fault_of(""), "1:1 the end of the text: a program begins with: scheme \"its name\"");
  EXPECT_EQ(fault_of(arrive("drop when qeue > 5")), "5:11 qeue: this name is not known; did you mean queue?");
  EXPECT_EQ(fault_of(arrive("avg = now")), "5:7 s: a state keeps its unit; it needs packets");
  EXPECT_EQ(fault_of(arrive("drop when queue > th")), "5:17 packets and s: what is compared has one unit");
  EXPECT_EQ(fault_of(arrive("let x = queue + th")), "5:15 packets and s: what is added has one unit");
  EXPECT_EQ(fault_of(arrive("th = 3")),
            "5:1 th: a parameter is set by the user, not by the program; declare a state with its value");
  EXPECT_EQ(fault_of(arrive("drop when sojourn > th")),
            "5:11 sojourn: this reading is there on depart; keep it in a state");
  EXPECT_EQ(fault_of(arrive("drop when 2 * random < 1")), "5:15 random: random is asked in one way: random < p");
  EXPECT_EQ(fault_of(arrive("drop drop")), "5:6 drop: nothing follows an outcome: the event has ended there");
  EXPECT_EQ(fault_of(arrive("if avg { drop }")), "5:4 packets: a condition is true or false");
  EXPECT_EQ(fault_of(arrive("avg = exp(avg)")), "5:11 packets: this function takes a number without a unit");
  EXPECT_EQ(fault_of(arrive("avg = 1 ;")),
            "5:9 ;: this character has no meaning here; nothing is needed between two statements");
  EXPECT_EQ(fault_of(arrive("drop when avg > 1e400")).substr(0, 9), "5:17 1e40");
  EXPECT_EQ(fault_of(arrive("avg = " + std::string(5000, '('))).substr(0, 5), "5:38 ");
  EXPECT_EQ(fault_of(std::string(20000, 'a')).substr(0, 16), "1:1 20000 bytes:");
  EXPECT_EQ(fault_of(arrive("drop when load(avg * 1 s) > 1")), "5:16 avg: before the start there are parameters only");
  EXPECT_EQ(fault_of(arrive("drop when load(th) > load(th)")), "5:22 load: the offered load is asked at one place");
  EXPECT_EQ(fault_of(arrive("} on depart { drop when load(th) > 1")),
            "5:25 load: the offered load is there on arrive; keep it in a state");
  EXPECT_EQ(fault_of(arrive("drop when avg > 20")), "none");
}

TEST(Programs, RefuseValuesThatBreakTheirOwnRules) {
  const std::string text =
      "scheme \"x\" param a = 1 in 0..2 param b = 2 require a < b every a * 1 s { } on arrive { drop when a > b }";
  const program::Described own = program::describe(text);
  ASSERT_TRUE(own.faults.empty());
  const LinkInfo link;
  const auto rules = [&](double a, double b) {
    ParamValues values = values_of(*own.scheme, text);
    values.numbers[1] = a;
    values.numbers[2] = b;
    std::string all;
    for (const Issue& issue : own.scheme->check(values, link)) all += issue.rule + "|";
    return all;
  };
  EXPECT_EQ(rules(1, 2), "");
  EXPECT_EQ(rules(3, 4), "must be <= 2|");
  EXPECT_EQ(rules(1, 0.5), "a < b|");
  EXPECT_EQ(rules(0, 1), "the interval of every is from 1e-5 to 1e6 s|");
}

/// Random texts of the language's own words: each is read or refused, and what is read runs.
TEST(Programs, AnyTextIsReadOrRefused) {
  Rng rng(5);
  std::vector<std::string> pieces{"{",     "}",     "(",  ")", "+",    "-",          "*",    "/",       "<", "=",
                                  ",",     "==",    "..", "1", "0.5",  "20 packets", "5 ms", "avg",     "x", "true",
                                  "never", "\"t\"", "\n", "#", "idle", "always",     ";",    "\xC3\xA4"};
  for (const program::Word& word : program::words()) pieces.push_back(word.name);
  int read = 0;
  for (int i = 0; i < (kSanitized ? 3000 : 20000); ++i) {
    std::string text = "scheme \"r\" param x = 1 state avg = 0 packets on arrive { ";
    const std::uint32_t length = rng.below(12);
    for (std::uint32_t k = 0; k < length; ++k)
      text += pieces[rng.below(static_cast<std::uint32_t>(pieces.size()))] + " ";
    if (rng.below(2) == 0) text += "}";
    const program::Described described = program::describe(text);
    EXPECT_LE(described.faults.size(), 1u);
    if (!described.faults.empty()) continue;
    ++read;
    const auto queue = described.scheme->make(values_of(*described.scheme, text), {}, Rng(1));
    Packet packet;
    packet.size = 1500;
    for (int k = 0; k < 5; ++k) queue->enqueue(packet, {k * kSecond, 0.5, k > 2});
    while (queue->dequeue(9 * kSecond, packet)) {}
  }
  EXPECT_GT(read, 100);
}

/// What the fluid model says of a lane.
struct Theory {
  std::string note;
  double queue = kUnset, phase = kUnset, gain = kUnset, delay = kUnset;
};
Theory theory_of(const ScenarioConfig& config, const LaneChoice& choice) {
  const FluidLane lane = fluid_of(config, choice, FluidDelay::explicit_delay);
  Theory out{lane.note};
  if (!lane.config.link().law) return out;
  const FluidRest rest = equilibrium(lane.config, last_change(lane.config));
  out.queue = rest.queue;
  if (!can_linearise(lane.config, rest, Linearisation::exact)) return out;
  const Margins m = margins(linearise(lane.config, rest, Linearisation::exact, last_change(lane.config)));
  out.phase = m.phase_margin_deg;
  out.gain = m.gain_margin;
  out.delay = m.delay_margin_s;
  return out;
}

ScenarioConfig with_program(const std::string& text, int flows) {
  return test::with_program(sared("program", flows, 60), text);
}

TEST(Programs, HaveTheMarginsOfTheirSchemes) {
  for (const char* id : {"red", "gred", "rrmdp", "pi", "rem"}) {
    for (const FluidDrops drops : {FluidDrops::law, FluidDrops::effective}) {
      for (const bool ecn : {false, true}) {
        SCOPED_TRACE(id);
        const int flows = 8;
        ScenarioConfig kept = sared(id, flows, 60);
        ScenarioConfig own = with_program(project_file(std::string("models/programs/") + id + ".aqm"), flows);
        kept.network.link().buffer = own.network.link().buffer = 400;
        set(kept, "ecn", ecn);
        own.params.numbers.back() = ecn;
        kept.traffic[0].ecn = own.traffic[0].ecn = ecn;
        if (std::string(id) == "rrmdp") {
          for (const auto& [name, value] : {std::pair{"min_th", 10.0}, std::pair{"max_th", 60.0}})
            set(kept, name, value);
          own.params.numbers[1] = 10;
          own.params.numbers[2] = 60;
        }
        const LaneChoice choice{{FluidForm::continuous, drops}, FluidLosses::halving};
        const Theory a = theory_of(kept, choice), b = theory_of(own, choice);
        ASSERT_TRUE(std::isfinite(b.phase)) << b.note << a.phase;
        EXPECT_NEAR(b.queue / a.queue, 1, 1e-9);
        EXPECT_NEAR(b.phase / a.phase, 1, 1e-6);
        EXPECT_NEAR(b.gain / a.gain, 1, 1e-6);
        EXPECT_NEAR(b.delay / a.delay, 1, 1e-6);
      }
    }
  }
}

/// A mean of the delay instead of the queue is the same law where all packets have one size.
constexpr const char* kDelayRed = R"(scheme "Delay RED"
param low = 15 ms
param high = 80 ms
param top = 0.1
param w = 0.002
state delay = 0 s
on depart { delay = delay + w * (sojourn - delay) }
on arrive {
  drop always when delay >= high
  drop when random < top * (delay - low) / (high - low)
})";

TEST(Programs, OfADelayHaveALaw) {
  ScenarioConfig own = with_program(kDelayRed, 8), kept = sared("red", 8, 60);
  const double capacity = 10e6 / (8 * 1500);  // packets/s
  set(kept, "min_th", 0.015 * capacity);
  set(kept, "max_th", 0.08 * capacity);
  set(kept, "count_mode", 2);
  const LaneChoice choice{{FluidForm::continuous, FluidDrops::law}, FluidLosses::halving};
  const Theory a = theory_of(kept, choice), b = theory_of(own, choice);
  ASSERT_TRUE(std::isfinite(b.phase)) << b.note;
  EXPECT_NEAR(b.queue / a.queue, 1, 1e-9);
  EXPECT_NEAR(b.phase / a.phase, 1, 1e-6);
}

/// Only levels of the queue are drawn as such: no step, no change.
TEST(Programs, TellWhichParametersAreLevels) {
  std::string levels;
  for (const char* id : {"red", "acred", "pi"}) {
    const program::Described own = program::describe(project_file(std::string("models/programs/") + id + ".aqm"));
    for (const ParamSpec& spec : own.scheme->params()) {
      if (spec.role == ParamRole::queue_threshold) levels += std::string(spec.name) + " ";
    }
  }
  EXPECT_EQ(levels, "min_th max_th min_th max_th ac_th target ");
}

/// The drop curve of a program is that of its scheme; a state that moves it is reported.
TEST(Programs, HaveTheCurvesOfTheirSchemes) {
  const LinkInfo link;
  for (const char* id : {"red", "gred", "rrmdp", "anlred", "aqmrd", "acred"}) {
    SCOPED_TRACE(id);
    const std::string text = project_file(std::string("models/programs/") + id + ".aqm");
    const program::Described own = program::describe(text);
    const Scheme& kept = *find_scheme(id);
    ASSERT_EQ(own.scheme->curves().size(), 1u);
    EXPECT_EQ(std::string(own.scheme->curve_axis().name), "avg");
    EXPECT_EQ(own.scheme->curves()[0].live, kept.curves()[0].live);
    // Of AC-RED and AQMRD that of an average that does not change.
    const int which = std::string(id) == "acred" || std::string(id) == "aqmrd" ? 1 : 0;
    std::vector<double> x, a(1), b(1);
    for (double at = 0.25; at < link.buffer; at += 0.5) x.push_back(at);
    a.resize(x.size());
    b.resize(x.size());
    kept.curve(defaults(id), link, which, {}, x, a);
    own.scheme->curve(values_of(*own.scheme, text), link, 0, {}, x, b);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(b[i], a[i], 1e-9) << x[i];
    const auto knots = own.scheme->knots(values_of(*own.scheme, text), link, 0, {});
    for (const double knot : kept.knots(defaults(id), link, which, {})) {
      if (knot >= link.buffer) continue;
      EXPECT_TRUE(std::any_of(knots.begin(), knots.end(), [&](double one) { return std::abs(one - knot) < 1e-6; }))
          << knot;
    }
  }
  for (const char* id : {"codel", "pi", "pie", "blue", "sared"})
    EXPECT_TRUE(program::describe(project_file(std::string("models/programs/") + id + ".aqm")).scheme->curves().empty())
        << id;
}

/// Where clamp begins to hold, the law bends.
TEST(Programs, BendWhereTheyClamp) {
  ScenarioConfig own = with_program(R"(scheme "RED by clamp"
param low = 20 packets
param high = 60 packets
param top = 0.05
state avg = 0 packets
on arrive {
  avg = average(avg, queue, 0.002, packet_size)
  drop when random < top * clamp((avg - low) / (high - low), 0, 1)
})",
                                    8);
  const LaneChoice choice{{FluidForm::continuous, FluidDrops::law}, FluidLosses::halving};
  const FluidLane lane = fluid_of(own, choice, FluidDelay::explicit_delay);
  ASSERT_TRUE(lane.config.link().law) << lane.note;
  const FluidLaw& law = *lane.config.link().law;
  double z = 0;
  FluidMemory memory;
  for (const auto& [avg, p] : {std::pair{10.0, 0.0}, std::pair{40.0, 0.025}, std::pair{59.9, 0.05 * 39.9 / 40},
                               std::pair{60.1, 0.05}, std::pair{130.0, 0.05}}) {
    z = avg;
    FluidQueue queue;
    queue.q = avg;
    queue.capacity = 833;
    law.settle(queue, &z, memory);
    EXPECT_NEAR(law.probability(queue, &z, memory), p, 1e-12) << avg;
    EXPECT_EQ(memory.piece, avg < 20 ? 0 : avg < 60 ? 1 : 2);
  }
}

TEST(Programs, SayWhyThereIsNoLaw) {
  const auto why = [](const char* id) {
    return theory_of(with_program(project_file(std::string("models/programs/") + id + ".aqm"), 30), {}).note;
  };
  EXPECT_NE(why("codel").find("packets that leave"), std::string::npos) << why("codel");
  EXPECT_NE(why("pie").find("more than one state"), std::string::npos) << why("pie");
  EXPECT_NE(why("aqmrd").find("more than one state"), std::string::npos) << why("aqmrd");
}

/// The probe compares at once and at one time: what it cannot see has no law and no curve, in place of a wrong one.
TEST(Programs, HaveNoLawWhereAProbeIsBlind) {
  const auto note = [](const std::string& text) { return theory_of(with_program(text, 20), {}).note; };
  const auto curves = [](const std::string& text) { return program::describe(text).scheme->curves().size(); };
  for (const auto& [name, does] : {std::pair{"x", "let x = random drop when x < 0.001 /packet * queue"},
                                   std::pair{"r", "r = random drop when 1 - r < 0.02"}}) {
    const std::string text = "scheme \"kept\" state r = 0 on arrive { " + std::string(does) + " }";
    EXPECT_NE(note(text).find("It keeps random in " + std::string(name) + ":"), std::string::npos) << note(text);
    EXPECT_EQ(curves(text), 0U) << name;
  }
  for (const std::string timed : {"drop when now > 10 s and random < 0.05", "drop when now < 10 s and random < 0.2",
                                  "drop when random < 0.002 /s * now"}) {
    const std::string text = "scheme \"timed\" on arrive { " + timed + " }";
    EXPECT_NE(note(text).find("depends on the time"), std::string::npos) << timed << ": " << note(text);
    EXPECT_EQ(curves(text), 0U) << timed;
  }
  // A truth that is kept is a comparison at once.
  EXPECT_EQ(curves("scheme \"hit\" on arrive { let hit = random < 0.001 /packet * queue drop when hit }"), 1U);
}

TEST(Programs, AreWarnedOfWithoutASignalAndRefusedWithARangeTurnedRound) {
  const auto warnings = [](const std::string& does) { return program::describe("scheme \"x\" " + does).warnings; };
  for (const char* none : {"on arrive { accept }", "on arrive { }", ""}) {
    ASSERT_EQ(warnings(none).size(), 1U) << none;
    EXPECT_EQ(warnings(none)[0].rule, "nothing in this program drops or marks a packet");
  }
  for (const char* some : {"on arrive { mark }", "on arrive { if queue > 5 packets { drop } }", "on depart { drop }"})
    EXPECT_TRUE(warnings(some).empty()) << some;
  const auto turned = program::describe("scheme \"x\" param a = 0.5 in 1..0 on arrive { drop when random < a }");
  ASSERT_EQ(turned.faults.size(), 1U);
  EXPECT_EQ(turned.faults[0].rule, "the lower end comes first");
}

TEST(Programs, DoWhatTheirSchemesDo) {
  for (const char* id : {"red", "gred", "ared", "anlred", "rrmdp", "aqmrd", "codel", "pi", "pie", "rem", "blue", "avq",
                         "sared", "acred"})
    expect_equal(id, kSanitized ? 1 : 8);
}

}  // namespace
}  // namespace aqm::test
