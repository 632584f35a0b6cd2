// What holds for every scheme of the catalogue, over random parameters and random arrivals.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "support/discipline.hpp"
#include "support/json.hpp"
#include "support/scenarios.hpp"

namespace aqm::test {
namespace {

// ---- random parameters ----------------------------------------------------------------------------------------------

LinkInfo random_link(Rng& rng) {
  return {std::exp(rng.uniform(std::log(1e6), std::log(1e8))), 5 + static_cast<int>(rng.below(400)),
          500 + static_cast<int>(rng.below(1001))};
}

/// A value of the parameter's range: thresholds within the buffer, weights and small ranges on a logarithmic scale.
double random_value(const ParamSpec& spec, const LinkInfo& link, Rng& rng) {
  double lo = spec.range.min, hi = spec.range.max;
  if (spec.role == ParamRole::queue_threshold) hi = std::min<double>(hi, link.buffer);
  if (spec.kind == ParamKind::integer || spec.kind == ParamKind::choice || spec.kind == ParamKind::toggle) {
    const double top = std::min(hi, lo + 2000);
    return std::floor(rng.uniform(lo, top + 1));
  }
  if (hi / std::max(lo, 1e-9) > 1e3) return std::exp(rng.uniform(std::log(std::max(lo, 1e-6 * hi)), std::log(hi)));
  return std::max(rng.uniform(lo, hi), std::nextafter(lo, hi));
}

bool is_valid(const Scheme& scheme, const ParamValues& values, const LinkInfo& link) {
  for (const Issue& issue : scheme.check(values, link)) {
    if (issue.error) return false;
  }
  return true;
}

/// Draws until the scheme accepts: each parameter is left out half of the time. No accepted setting after 400 attempts
/// is a failure.
bool random_setting(const Scheme& scheme, Rng& rng, ParamValues& values, LinkInfo& link) {
  for (int attempt = 0; attempt < 400; ++attempt) {
    link = random_link(rng);
    values = {};
    for (const ParamSpec& spec : scheme.params()) {
      const bool left_out = spec.kind == ParamKind::list || rng.uniform() < 0.5;
      values.numbers.push_back(left_out ? kUnset : random_value(spec, link, rng));
    }
    if (is_valid(scheme, values, link)) return true;
  }
  return false;
}

class EveryScheme : public testing::TestWithParam<const Scheme*> {
 protected:
  const int kSettings = kSanitized ? 15 : 60;
  const Scheme& scheme() const { return *GetParam(); }
  std::string id() const { return std::string(scheme().id()); }
};
INSTANTIATE_TEST_SUITE_P(Catalogue, EveryScheme, testing::ValuesIn(catalogue().begin(), catalogue().end()),
                         [](const auto& info) { return std::string(info.param->id()); });

TEST(Catalogue, HoldsAllSchemes) {
  const std::set<std::string> expected{"sared",       "rrmdp",     "aqmrd",     "anlred",
                                       "acred",       "droptail",  "red",       "gred",
                                       "wred",        "ared",      "scred",     "reared",
                                       "cared",       "nlred",     "mred_z",    "mred_f",
                                       "dsred",       "tred",      "ured",      "qared",
                                       "sred",        "smred",     "blue",      "sfb",
                                       "rem",         "pi",        "pie",       "madpie",
                                       "codel",       "fq_codel",  "sfq",       "lred",
                                       "exp_red",     "ered",      "dred",      "green",
                                       "avq",         "bred",      "hred",      "cobalt",
                                       "cake_lite",   "dualpi2",   "dcred",     "cbt",
                                       "red_e",       "choke",     "drawn",     "step",
                                       "dcqcn",       "pc",        "pi2",       "fq_pie",
                                       "fq",          "ared_mimd", "stype_red", "fxred",
                                       "red_pd",      "aopc",      "novel_pd",  "self_tuning_red",
                                       "refined_red", "wq_max_p",  "program",   "scalable_control",
                                       "pi_alpha",    "neural_pi", "cake"};
  std::set<std::string> found;
  for (const Scheme* scheme : catalogue()) {
    // Variants that a test needs for comparison are registered too.
    if (scheme->id().substr(0, 5) != "test_") found.insert(std::string(scheme->id()));
  }
  EXPECT_EQ(found, expected);
}

/// GREEN cannot see round trips from a queue; the others belong to Linux's profile, which is younger than the sheet.
const std::map<std::string, std::set<std::string>> kBesidesTheSheet{
    {"green", {"rtt"}},
    {"red", {"harddrop", "nodrop", "bandwidth"}},
    {"ared", {"harddrop", "nodrop", "bandwidth"}},
    {"choke", {"harddrop", "nodrop", "bandwidth"}},
    {"codel", {"profile", "ce_threshold"}},
    {"fq_codel", {"profile", "ce_threshold"}},
    {"pie", {"profile", "dq_rate_estimator"}},
    {"fq_pie", {"profile", "byte_mode"}},
    {"dualpi2", {"profile", "drop_overload"}},
    {"cobalt", {"profile"}},
    {"cake_lite", {"profile", "bandwidth", "memory_limit"}},
    {"fq",
     {"profile", "initial_quantum", "flow_limit", "maxrate", "low_rate_threshold", "refill_delay", "ce_threshold"}},
    {"sfb", {"profile", "warmup_time"}},
    {"sfq",
     {"profile", "depth", "flows", "quantum", "headdrop", "red_min", "red_max", "red_max_p", "red_w_q", "red_ecn",
      "red_harddrop"}}};

TEST(Catalogue, AgreesWithTheSheet) {
  // Names, units, defaults and ranges of data/aqm-parameters.json. If a default follows from other parameters, the
  // sheet contains its value, or null; here it is computed, on a link for which it has the same value.
  const LinkInfo link{10e6, 400, 1000};
  for (const auto& [id, entry] : reference("aqm-parameters.json")["schemes"].members) {
    SCOPED_TRACE(id);
    const Scheme* scheme = find_scheme(id);
    ASSERT_NE(scheme, nullptr);
    EXPECT_EQ(scheme->name(), entry["name"].text);
    const auto params = scheme->params();
    const std::vector<double> resolved = scheme->resolve(values_of(id, {}), link);
    std::set<std::string> besides;
    for (const ParamSpec& spec : params) {
      if (!entry["params"].has(spec.name)) besides.insert(spec.name);
    }
    const auto more = kBesidesTheSheet.find(id);
    EXPECT_EQ(besides, more == kBesidesTheSheet.end() ? std::set<std::string>{} : more->second);
    for (const auto& [name, wanted] : entry["params"].members) {
      SCOPED_TRACE(name);
      const ParamSpec* spec = nullptr;
      for (const ParamSpec& candidate : params) {
        if (name == candidate.name) spec = &candidate;
      }
      ASSERT_NE(spec, nullptr);
      if (spec->kind == ParamKind::list) continue;  // the rows of WRED have a vector set of their own
      const double value = resolved[static_cast<std::size_t>(spec - params.data())];
      if (spec->kind == ParamKind::toggle) {
        EXPECT_EQ(value, wanted["default"].number);
        EXPECT_EQ(wanted["enum"].size(), 2u);
        continue;
      }
      if (spec->kind == ParamKind::choice) {
        const std::size_t words = wanted["enum"].size();
        // Linux, which is younger than the sheet, comes after its own words.
        const std::size_t younger = name == "profile" && besides.count("harddrop") != 0 ? (id == "red" ? 2 : 1) : 0;
        ASSERT_EQ(spec->choices.size(), words + younger);
        for (std::size_t i = 0; i < words; ++i) EXPECT_EQ(spec->choices[i], wanted["enum"].at(i).text);
        EXPECT_EQ(spec->choices[static_cast<std::size_t>(value)], wanted["default"].text);
        continue;
      }
      EXPECT_EQ(spec->unit, wanted["unit"].text);
      EXPECT_EQ(spec->range.min, wanted["min"].number);
      EXPECT_EQ(spec->range.max, wanted["max"].number);
      EXPECT_EQ(spec->range.min_open, wanted.has("min_exclusive"));
      EXPECT_EQ(spec->range.max_open, wanted.has("max_exclusive"));
      if (wanted["default"].is_null()) {
        EXPECT_NE(spec->computed, nullptr);
      } else {
        EXPECT_NEAR(value, wanted["default"].number, 1e-12 * std::fabs(value));
      }
    }
  }
}

// ---- tables ---------------------------------------------------------------------------------------------------------

TEST_P(EveryScheme, TableIsComplete) {
  std::set<std::string> names;
  for (const ParamSpec& spec : scheme().params()) {
    SCOPED_TRACE(spec.name);
    EXPECT_TRUE(names.insert(spec.name).second);
    EXPECT_GT(std::strlen(spec.help), 10u);
    EXPECT_EQ(spec.help[std::strlen(spec.help) - 1], '.');
    if (spec.kind == ParamKind::list || spec.kind == ParamKind::text) continue;
    EXPECT_EQ(std::isnan(spec.fallback), spec.computed != nullptr);
    EXPECT_EQ(std::strlen(spec.computed_text) > 0, spec.computed != nullptr);
    if (!std::isnan(spec.fallback)) {
      EXPECT_GE(spec.fallback, spec.range.min);
      EXPECT_LE(spec.fallback, spec.range.max);
    }
    if (spec.kind == ParamKind::number || spec.kind == ParamKind::integer) {
      EXPECT_GT(std::strlen(spec.unit), 0u);
    }
  }
  std::set<std::string> states;
  for (const StateSpec& state : scheme().states()) {
    EXPECT_TRUE(states.insert(state.name).second) << state.name;
    EXPECT_GT(std::strlen(state.unit), 0u) << state.name;
    EXPECT_EQ(state.help[std::strlen(state.help) - 1], '.') << state.name;
  }
  if (!scheme().curves().empty()) {
    const std::string axis = scheme().curve_axis().name;
    EXPECT_TRUE(axis == "q" || states.count(axis) == 1) << axis;
  }
}

TEST_P(EveryScheme, DefaultsAreValidOnALinkThatIsLargeEnough) {
  Bench bench(id());
  EXPECT_TRUE(is_valid(scheme(), bench.values, bench.link));
}

TEST_P(EveryScheme, RefusesWhatItsTableForbids) {
  const LinkInfo link{10e6, 400, 1000};
  const auto params = scheme().params();
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (params[i].kind == ParamKind::list || params[i].kind == ParamKind::text) continue;
    std::vector<double> bad{kInfinity, -kInfinity};
    const Range& range = params[i].range;
    if (std::isfinite(range.min)) bad.push_back(range.min_open ? range.min : range.min - 1);
    if (std::isfinite(range.max)) bad.push_back(range.max_open ? range.max : range.max + 1);
    if (params[i].kind != ParamKind::number) bad.push_back(range.min + 0.5);
    for (const double value : bad) {
      ParamValues values = values_of(id(), {{params[i].name, value}});
      const Issues issues = scheme().check(values, link);
      ASSERT_FALSE(issues.empty()) << params[i].name << " " << value;
      EXPECT_TRUE(issues[0].error);
      EXPECT_EQ(issues[0].param, static_cast<int>(i));
      EXPECT_EQ(issues[0].rule.find("must be "), 0u) << issues[0].rule;
    }
  }
  EXPECT_FALSE(
      scheme().check({{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21}, {}}, link).empty());
}

TEST_P(EveryScheme, NearestValidValueIsValid) {
  Rng rng(17);
  int seen = 0;
  for (int i = 0; i < 4000 && seen < 40; ++i) {
    LinkInfo link = random_link(rng);
    if (i % 4 == 0) link.buffer = 1 + i / 4 % 3;
    ParamValues values;
    for (const ParamSpec& spec : scheme().params()) {
      const bool left_out = spec.kind == ParamKind::list || rng.uniform() < 0.7;
      values.numbers.push_back(left_out ? kUnset : random_value(spec, link, rng));
    }
    const Issues issues = scheme().check(values, link);
    if (issues.size() != 1 || issues[0].param < 0 || std::isnan(issues[0].nearest)) continue;
    ++seen;
    const ParamSpec spec = scheme().params()[static_cast<std::size_t>(issues[0].param)];
    EXPECT_TRUE(spec.range.min <= issues[0].nearest && issues[0].nearest <= spec.range.max)
        << spec.name << " is offered " << issues[0].nearest;
    values.numbers[static_cast<std::size_t>(issues[0].param)] = issues[0].nearest;
    // The proposed value does not break the same rule again (it may break another).
    for (const Issue& issue : scheme().check(values, link)) EXPECT_NE(issue.rule, issues[0].rule);
  }
}

// ---- curves ---------------------------------------------------------------------------------------------------------

/// Effective RED returns to 0 at its lower threshold when the queue is short: an inconsistency of the port itself.
bool is_monotone(const std::string& id) { return id != "ered"; }

TEST_P(EveryScheme, CurvesAreProbabilitiesThatRise) {
  Rng rng(5);
  for (int setting = 0; setting < kSettings; ++setting) {
    ParamValues values;
    LinkInfo link;
    ASSERT_TRUE(random_setting(scheme(), rng, values, link));
    const double end = scheme().curve_extent(values, link);
    ASSERT_TRUE(std::isfinite(end) && end > 0);
    std::vector<double> x(500), p(500);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.2 * end * static_cast<double>(i) / 499;
    for (std::size_t which = 0; which < scheme().curves().size(); ++which) {
      scheme().curve(values, link, static_cast<int>(which), {}, x, p);
      for (std::size_t i = 0; i < x.size(); ++i) {
        ASSERT_TRUE(p[i] >= 0 && p[i] <= 1) << "curve " << which << " at " << x[i] << ": " << p[i];
        if (i > 0 && is_monotone(id())) {
          ASSERT_GE(p[i], p[i - 1] - 1e-15) << "curve " << which << " at " << x[i];
        }
      }
    }
  }
}

TEST_P(EveryScheme, KnotsNameEveryJumpAndKinkOfTheCurves) {
  // Between knots a curve is smooth: if its slope, measured over a thousandth of a gap, changes from one side of a
  // point to the other, the change is proportional to the distance, so it halves (or more) when the distance is halved.
  Rng rng(6);
  for (int setting = 0; setting < kSettings; ++setting) {
    ParamValues values;
    LinkInfo link;
    ASSERT_TRUE(random_setting(scheme(), rng, values, link));
    for (std::size_t which = 0; which < scheme().curves().size(); ++which) {
      const int w = static_cast<int>(which);
      std::vector<double> knots = scheme().knots(values, link, w, {});
      for (std::size_t i = 1; i < knots.size(); ++i) ASSERT_GT(knots[i], knots[i - 1]);
      knots.insert(knots.begin(), 0);
      knots.push_back(std::max(knots.back(), scheme().curve_extent(values, link)) * 1.1);
      const auto at = [&](double x) {
        double p = 0;
        scheme().curve(values, link, w, {}, {&x, 1}, {&p, 1});
        return p;
      };
      for (std::size_t i = 1; i < knots.size(); ++i) {
        const double gap = knots[i] - knots[i - 1];
        if (gap < 1e-3) continue;
        for (int k = 0; k < 40; ++k) {
          const double x = knots[i - 1] + gap * rng.uniform(0.02, 0.98), h = 0.004 * gap;
          const auto bend = [&](double d) { return std::fabs(at(x - d) - 2 * at(x) + at(x + d)); };
          // Smooth: a quarter. A kink within the distance: a half, or nothing if it is now outside. A jump: the whole.
          EXPECT_LE(bend(h / 4), 0.2 * bend(h) + 1e-7) << "curve " << which << " near " << x << " gap " << gap;
        }
      }
    }
  }
}

// ---- disciplines at work --------------------------------------------------------------------------------------------

/// Counts every packet that a discipline has received.
class Ledger final : public DropListener {
 public:
  explicit Ledger(QueueDiscipline& d) : queue(d) { d.set_listener(this); }
  void on_late_drop(const Packet& p, Fate fate, Time) override {
    EXPECT_TRUE(fate == Fate::dropped_early || fate == Fate::dropped_overflow);
    late_overflows += fate == Fate::dropped_overflow;
    ++late_drops;
    leave(p);
  }
  void on_late_mark(const Packet& p, Time) override {
    EXPECT_EQ(p.ecn, Ecn::ce);
    ++marks;
  }
  void enter(const Packet& p, Fate fate) {
    if (is_drop(fate)) return;
    marks += fate == Fate::marked;
    EXPECT_TRUE(waiting.emplace(p.seq, p).second);
    bytes += p.size;
  }
  void leave(const Packet& p) {
    const auto it = waiting.find(p.seq);
    if (it == waiting.end()) {
      // A flow queue may drop the very packet that it is receiving.
      ++unseen;
      bytes -= p.size;
      return;
    }
    EXPECT_EQ(it->second.flow, p.flow);
    EXPECT_EQ(it->second.size, p.size);
    bytes -= p.size;
    waiting.erase(it);
  }

  QueueDiscipline& queue;
  std::map<std::uint32_t, Packet> waiting;
  std::int64_t bytes = 0;
  int late_drops = 0, late_overflows = 0, marks = 0, unseen = 0;
};

/// A link that serves the discipline while packets arrive at random: bursts, pauses, sizes, flows, ECN codepoints,
/// classes.
class Traffic {
 public:
  Traffic(const Scheme& scheme, const ParamValues& values, const LinkInfo& link, std::uint64_t seed)
      : scheme_(scheme), link_(link), rng_(seed), queue_(scheme.make(values, link, Rng(seed, 9))), ledger_(*queue_) {
    resolved_ = scheme.resolve(values, link);
    row_.resize(std::max<std::size_t>(1, scheme.states().size()));
    load_ = rng_.uniform(0.3, 3);
    ecn_on_ = param("ecn", 0) == 1 || scheme.id() == "dualpi2";
  }

  void run(int arrivals) {
    Time next_arrival = 0, transmission_end = kNever;
    while (arrivals > 0) {
      const Time timer = queue_->next_timer();
      ASSERT_GE(timer, now_);
      const Time next = std::min({next_arrival, transmission_end, timer});
      now_ = next;
      if (next == transmission_end) {
        transmission_end = serve();
      } else if (next == timer) {
        queue_->on_timer(now_);
        ASSERT_GT(queue_->next_timer(), now_);
        if (transmission_end == kNever && queue_->packets() > 0) transmission_end = serve();
      } else {
        --arrivals;
        arrive(transmission_end != kNever);
        if (transmission_end == kNever) transmission_end = serve();
        next_arrival = now_ + gap();
      }
      check();
      if (testing::Test::HasFatalFailure()) return;
    }
    while (transmission_end != kNever || queue_->packets() > 0) {  // and all that was accepted comes out in the end
      const Time timer = transmission_end == kNever ? queue_->next_timer() : kNever;
      now_ = std::min(transmission_end, timer);
      ASSERT_LT(now_, kNever);
      if (now_ == timer) queue_->on_timer(now_);
      transmission_end = serve();
    }
    EXPECT_EQ(queue_->packets(), 0);
    EXPECT_EQ(queue_->bytes(), 0);
    EXPECT_TRUE(ledger_.waiting.empty());
  }

 private:
  double param(const char* name, double otherwise) const {
    const auto params = scheme_.params();
    for (std::size_t i = 0; i < params.size(); ++i) {
      if (std::strcmp(params[i].name, name) == 0) return resolved_[i];
    }
    return otherwise;
  }

  bool is_linux_red() const { return (scheme_.id() == "red" || scheme_.id() == "ared") && param("profile", 0) >= 2; }

  Time gap() {
    if (rng_.uniform() < 0.01) load_ = rng_.uniform(0.3, 3);  // another spell
    const double mean = 8.0 * link_.packet_size / link_.rate_bps / load_;
    return 1 + from_seconds(-std::log(1 - rng_.uniform()) * mean);
  }

  void arrive(bool busy) {
    Packet p;
    p.flow = rng_.below(8);
    p.seq = ++seq_;
    p.size = static_cast<std::uint16_t>(rng_.uniform() < 0.3 ? 40 + rng_.below(1461) : link_.packet_size);
    p.ecn = static_cast<Ecn>(rng_.below(3));
    p.service = static_cast<std::uint8_t>(rng_.below(4));
    const int before = queue_->packets();
    const int unseen = ledger_.unseen;
    const Fate fate = queue_->enqueue(p, {now_, rng_.uniform(), busy});
    if (ledger_.unseen == unseen) {
      ledger_.enter(p, fate);
    } else {
      ledger_.bytes += p.size;  // dropped as it came
    }
    const int room = scheme_.id() == "sfq" ? static_cast<int>(param("maxqueue", 0)) : link_.buffer;
    ASSERT_LE(queue_->packets(), room);
    if (fate == Fate::dropped_overflow) {
      // Linux's RED has its limit in bytes.
      const std::int64_t bytes = std::int64_t{link_.buffer} * link_.packet_size;
      ASSERT_TRUE(before >= room || (is_linux_red() && queue_->bytes() + p.size > bytes));
    }
    if (fate == Fate::marked) {
      ASSERT_TRUE(ecn_on_ && p.ecn != Ecn::not_ect);
    }
    if (before >= room && ledger_.late_overflows == 0 && scheme_.id() != "sfq") {
      ASSERT_TRUE(is_drop(fate));
    }
  }

  Time serve() {
    Packet p;
    const int late = ledger_.late_drops, before = queue_->packets();
    if (!queue_->dequeue(now_, p)) {
      // Work is conserved, or a shaper announces when it continues.
      EXPECT_TRUE(queue_->packets() == 0 ||
                  ((param("bandwidth", 0) > 0 || param("maxrate", 0) > 0) && queue_->next_timer() < kNever));
      queue_->on_idle(now_);
      return kNever;
    }
    EXPECT_EQ(queue_->packets(), before - 1 - (ledger_.late_drops - late));
    EXPECT_GE(now_, p.enqueued);
    EXPECT_LT(last_seq_[p.flow][lane(p)], p.seq);  // a flow's packets keep their order
    last_seq_[p.flow][lane(p)] = p.seq;
    ledger_.leave(p);
    return now_ + from_seconds(8.0 * p.size / link_.rate_bps);
  }
  /// DualPI2 separates scalable packets, and CAKE those of each service. A flow has several kinds here, so order holds
  /// within each kind. A marked packet may have come from either kind.
  std::size_t lane(const Packet& p) const {
    if (scheme_.id() == "cake") return p.service;
    if (scheme_.id() != "dualpi2") return 0;
    const auto it = ledger_.waiting.find(p.seq);
    return it != ledger_.waiting.end() && it->second.ecn == Ecn::ect1 ? 1 : 0;
  }

  void check() {
    ASSERT_EQ(queue_->packets(), static_cast<int>(ledger_.waiting.size()));
    ASSERT_EQ(queue_->bytes(), ledger_.bytes);
    queue_->observe(row_.data());
    const auto states = scheme_.states();
    for (std::size_t i = 0; i < states.size(); ++i) {
      ASSERT_TRUE(std::isfinite(row_[i])) << states[i].name;
      const std::string name = states[i].name;
      if (states[i].role == ParamRole::probability || name == "p_a" || name == "p_b" || name == "P") {
        ASSERT_TRUE(row_[i] >= 0 && row_[i] <= 1) << name << " = " << row_[i];
      }
      if (states[i].role == ParamRole::queue_threshold || name == "avg" || name == "price") {
        ASSERT_GE(row_[i], 0) << name;
      }
    }
  }

  const Scheme& scheme_;
  LinkInfo link_;
  Rng rng_;
  std::unique_ptr<QueueDiscipline> queue_;
  Ledger ledger_;
  std::vector<double> resolved_, row_;
  std::map<std::uint32_t, std::map<std::size_t, std::uint32_t>> last_seq_;
  double load_ = 1;
  bool ecn_on_ = false;
  std::uint32_t seq_ = 0;
  Time now_ = 0;
};

TEST_P(EveryScheme, KeepsItsBooksUnderRandomTraffic) {
  Rng rng(8);
  for (int setting = 0; setting < kSettings; ++setting) {
    ParamValues values;
    LinkInfo link;
    ASSERT_TRUE(random_setting(scheme(), rng, values, link));
    SCOPED_TRACE(setting);
    const std::vector<double> resolved = scheme().resolve(values, link);
    for (std::size_t i = 0; i < resolved.size(); ++i) {  // a list or a text is none of the numbers
      const ParamKind kind = scheme().params()[i].kind;
      ASSERT_TRUE(std::isfinite(resolved[i]) || kind == ParamKind::list || kind == ParamKind::text);
    }
    for (const Computed& c : scheme().computed(values, link)) ASSERT_TRUE(std::isfinite(c.value)) << c.name;
    Traffic(scheme(), values, link, 100 + static_cast<std::uint64_t>(setting)).run(1500);
    if (HasFatalFailure()) return;
  }
}

TEST_P(EveryScheme, DoesTheSameAgain) {
  Rng rng(9);
  ParamValues values;
  LinkInfo link;
  ASSERT_TRUE(random_setting(scheme(), rng, values, link));
  std::vector<int> fates[2];
  for (std::vector<int>& history : fates) {
    auto queue = scheme().make(values, link, Rng(3, 4));
    Rng arrivals(21);
    Packet p;
    for (int i = 0; i < 3000; ++i) {
      const Time now = i * 700'000;
      while (queue->next_timer() <= now) queue->on_timer(queue->next_timer());
      p.flow = arrivals.below(5);
      p.size = 1000;
      history.push_back(static_cast<int>(queue->enqueue(p, {now, arrivals.uniform(), true})));
      if (arrivals.uniform() < 0.7) history.push_back(10 + queue->dequeue(now, p));
    }
  }
  EXPECT_EQ(fates[0], fates[1]);
}

TEST_P(EveryScheme, LeavesAShortQueueAlone) {
  // Relation 13, and what every AQM must do for a queue that never holds more than one packet.
  if (id() == "green") return;  // depends on the flows, not on the queue
  Bench bench(id());
  for (int i = 0; i < 20'000; ++i) {
    const double now = 0.001 * i;
    while (bench.discipline->next_timer() <= from_seconds(now)) bench.timer();
    EXPECT_EQ(bench.arrive(now, 0, 1000, static_cast<std::uint32_t>(i % 3)), Fate::accepted);
    EXPECT_TRUE(bench.depart(now + 0.0005));
  }
  EXPECT_TRUE(bench.late.drops.empty());
}

}  // namespace
}  // namespace aqm::test
