// What a configuration of the fluid model must be, and its courses cut into epochs.
#include <algorithm>
#include <cmath>

#include "tcp_aqm.hpp"

namespace aqm {
namespace {

using Issues = std::vector<FluidIssue>;

void require(bool holds, const std::string& path, const char* rule, double value, Issues& issues) {
  if (!holds) issues.push_back({path, rule, value});
}

bool in_order(const FluidCourse& course) {
  for (std::size_t i = 1; i < course.knots.size(); ++i) {
    if (!(course.knots[i].time > course.knots[i - 1].time)) return false;
  }
  return !course.knots.empty();
}

/// Every value of a course, the ends of its slopes included, is finite and at least (or above) 0.
void check_course(const FluidCourse& course, bool above, const std::string& path, Issues& issues) {
  require(in_order(course), path, "its changes must be in order of time", static_cast<double>(course.knots.size()),
          issues);
  const char* rule = above ? "must be above 0 and finite" : "must be at least 0 and finite";
  require(course.knots.empty() || std::isfinite(course.knots.front().time) || course.knots.front().slope == 0, path,
          "cannot slope from the infinite past", 0, issues);
  for (std::size_t i = 0; i < course.knots.size(); ++i) {
    const FluidCourse::Knot& knot = course.knots[i];
    double end = knot.value;
    if (i + 1 < course.knots.size() && knot.slope != 0) end += knot.slope * (course.knots[i + 1].time - knot.time);
    for (const double v : {knot.value, end}) {
      // The end of a slope that comes down to 0 may miss it by rounding.
      const bool fine = std::isfinite(v) && (above ? v > 0 : v >= -1e-9 * std::abs(knot.value));
      if (!fine) {
        issues.push_back({path, rule, v});
        return;
      }
    }
  }
  require(std::abs(course.swing) < 1 && std::isfinite(course.rate), path, "a swing must be below 1", course.swing,
          issues);
}

void check_class(const FluidClass& c, const std::string& path, Issues& issues) {
  check_course(c.flows, false, path + "flows", issues);
  require(c.propagation > 0 && c.propagation <= 100, path + "propagation", "must be above 0 and at most 100 s",
          c.propagation, issues);
  require(c.window > 0 && c.window <= 1e9, path + "window", "must be above 0", c.window, issues);
  require(c.increase > 0 && std::isfinite(c.increase), path + "increase", "must be above 0", c.increase, issues);
  require(c.decrease > 0 && c.decrease < 1, path + "decrease", "must be above 0 and below 1", c.decrease, issues);
  require(c.scaling > 0 && std::isfinite(c.scaling), path + "scaling", "must be above 0", c.scaling, issues);
  require(c.gain > 0 && c.gain <= 1, path + "gain", "must be above 0 and at most 1", c.gain, issues);
}

/// A way over the links of a chain.
void check_way(int first, int last, int links, const std::string& path, Issues& issues) {
  require(first >= 0 && first < links, path + "first_link", "must be a link of the chain", first, issues);
  require(last >= first && last < links, path + "last_link", "must be first_link or a link of the chain behind it",
          last, issues);
}

void check_link(const FluidLink& link, const std::string& path, Issues& issues) {
  require(link.capacity > 0 && std::isfinite(link.capacity), path + "capacity", "must be above 0 and finite",
          link.capacity, issues);
  require(link.buffer > 0 && link.buffer <= 1e9, path + "buffer", "must be above 0", link.buffer, issues);
  require(link.start_queue >= 0 && link.start_queue <= link.buffer, path + "start_queue",
          "must be from 0 to the buffer", link.start_queue, issues);
  require(link.law != nullptr, path + "law", "must be there", 0, issues);
  if (link.law == nullptr) return;
  require(link.start_law.empty() || link.start_law.size() == static_cast<std::size_t>(link.law->states()),
          path + "start_law", "must have one number for each state of the law",
          static_cast<double>(link.start_law.size()), issues);
  for (const double z : link.start_law) require(std::isfinite(z), path + "start_law", "must be finite", z, issues);
}

void check_chain(const FluidConfig& config, Issues& issues) {
  const auto links = static_cast<int>(config.chain.size());
  require(links <= kMaxFluidLinks, "chain", "must have at most 8 links", links, issues);
  require(config.loads.size() <= kMaxFluidLoads, "loads", "must be at most 36, one for each way",
          static_cast<double>(config.loads.size()), issues);
  for (std::size_t l = 0; l < config.chain.size(); ++l) {
    check_link(config.chain[l], "chain[" + std::to_string(l) + "].", issues);
  }
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const FluidClass& c = config.classes[i];
    check_way(c.first_link, c.last_link, links, "classes[" + std::to_string(i) + "].", issues);
  }
  for (std::size_t i = 0; i < config.loads.size(); ++i) {
    const std::string path = "loads[" + std::to_string(i) + "].";
    check_way(config.loads[i].first_link, config.loads[i].last_link, links, path, issues);
    check_course(config.loads[i].rate, false, path + "rate", issues);
  }
  require(
      config.delay == FluidDelay::explicit_delay, "delay",
      "must be explicit in a chain: with the delays of several queues in one, the implicit one has no solution while "
      "they drain",
      static_cast<double>(config.delay), issues);
  require(config.unresponsive.knots.size() == 1 && config.unresponsive.first() == 0, "unresponsive",
          "must be 0 in a chain: its loads say where they go", config.unresponsive.first(), issues);
  require(config.start_queue == 0, "start_queue", "must be 0 in a chain: its links have their own", config.start_queue,
          issues);
  require(config.start_law.empty(), "start_law", "must be empty in a chain: its links have their own",
          static_cast<double>(config.start_law.size()), issues);
  require(config.observed >= 0 && config.observed < links, "observed", "must be a link of the chain", config.observed,
          issues);
  if (config.observed < 0 || config.observed >= links) return;
  const FluidLink& observed = config.chain[static_cast<std::size_t>(config.observed)];
  require(config.capacity.knots.size() == 1 && config.capacity.first() == observed.capacity, "capacity",
          "must be that of the observed link", config.capacity.first(), issues);
  require(config.buffer == observed.buffer, "buffer", "must be that of the observed link", config.buffer, issues);
  require(config.law == observed.law, "law", "must be that of the observed link", 0, issues);
}

/// What makes sense in a chain only.
void check_single(const FluidConfig& config, Issues& issues) {
  require(config.loads.empty(), "loads", "must be empty without a chain", static_cast<double>(config.loads.size()),
          issues);
  require(config.observed == 0, "observed", "must be 0 without a chain", config.observed, issues);
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const FluidClass& c = config.classes[i];
    require(c.first_link == 0 && c.last_link == 0, "classes[" + std::to_string(i) + "].last_link",
            "must be 0 without a chain", c.last_link, issues);
  }
}

}  // namespace

std::vector<FluidIssue> check(const FluidConfig& config) {
  Issues issues;
  require(!config.classes.empty() && config.classes.size() <= kMaxFluidClasses, "classes",
          "the fluid model needs from 1 to 10 classes of TCP flows", static_cast<double>(config.classes.size()),
          issues);
  require(config.law != nullptr, "law", "must be there", 0, issues);
  check_course(config.capacity, true, "capacity", issues);
  for (const auto& knot : config.capacity.knots) {
    require(knot.slope == 0, "capacity", "must jump, not slope: a sloping capacity bends every round-trip time",
            knot.slope, issues);
  }
  require(config.capacity.swing == 0, "capacity", "cannot swing", config.capacity.swing, issues);
  check_course(config.unresponsive, false, "unresponsive", issues);
  require(config.buffer > 0 && config.buffer <= 1e9, "buffer", "must be above 0", config.buffer, issues);
  require(config.random_loss >= 0 && config.random_loss < 1, "random_loss", "must be at least 0 and below 1",
          config.random_loss, issues);
  require(config.duration > 0 && config.duration <= 1e6, "duration", "must be above 0 and at most 1e6 s",
          config.duration, issues);
  require(config.start_queue >= 0 && config.start_queue <= config.buffer, "start_queue", "must be from 0 to the buffer",
          config.start_queue, issues);
  if (config.law != nullptr) {
    require(config.start_law.empty() || config.start_law.size() == static_cast<std::size_t>(config.law->states()),
            "start_law", "must have one number for each state of the law", static_cast<double>(config.start_law.size()),
            issues);
  }
  for (const double z : config.start_law) require(std::isfinite(z), "start_law", "must be finite", z, issues);
  double flows = 0;
  for (std::size_t i = 0; i < config.classes.size() && i < kMaxFluidClasses; ++i) {
    check_class(config.classes[i], "classes[" + std::to_string(i) + "].", issues);
    for (const auto& knot : config.classes[i].flows.knots) flows = std::max(flows, knot.value + std::abs(knot.slope));
  }
  if (config.chain.empty())
    check_single(config, issues);
  else
    check_chain(config, issues);
  if (issues.empty()) require(flows > 0, "classes", "there must be flows at some time", flows, issues);
  return issues;
}

namespace fluid {

std::vector<Epoch> epochs_of(const FluidConfig& config) {
  std::vector<double> times;
  const auto add_times = [&](const FluidCourse& course) {
    for (const auto& knot : course.knots) times.push_back(knot.time);
  };
  add_times(config.capacity);
  add_times(config.unresponsive);
  for (const FluidClass& c : config.classes) add_times(c.flows);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());

  std::vector<Epoch> epochs;
  for (const double time : times) {
    Epoch epoch;
    epoch.time = time;
    epoch.origin = std::isfinite(time) ? time : 0;
    // The knot that holds from `time` on, moved there.
    const auto knot_at = [&](const FluidCourse& course) {
      FluidCourse::Knot held = course.knots.front();
      for (const auto& knot : course.knots) {
        if (knot.time <= time) held = knot;
      }
      if (held.slope != 0) held.value += held.slope * (time - held.time);  // the first knot, at -infinity, has none
      return held;
    };
    epoch.capacity = knot_at(config.capacity).value;
    epoch.inverse_capacity = 1 / epoch.capacity;
    const auto u = knot_at(config.unresponsive);
    epoch.unresponsive = u.value;
    epoch.unresponsive_slope = u.slope;
    for (std::size_t i = 0; i < config.classes.size(); ++i) {
      const auto n = knot_at(config.classes[i].flows);
      epoch.flows[i] = n.value;
      epoch.flows_slope[i] = n.slope;
    }
    epochs.push_back(epoch);
  }
  return epochs;
}

LagTable lags_of(const FluidConfig& config) {
  LagTable table;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const double delay = config.classes[i].propagation;
    const auto found = std::find(table.propagation.begin(), table.propagation.end(), delay);
    table.of_class[i] = static_cast<int>(found - table.propagation.begin());
    if (found == table.propagation.end()) table.propagation.push_back(delay);
  }
  return table;
}

bool is_compact(const FluidConfig& config) {
  const FluidClass& c = config.classes.front();
  return config.classes.size() == 1 && c.tcp == FluidTcp::reno && c.ecn && config.random_loss == 0 &&
         c.flows.swing == 0 && config.unresponsive.swing == 0 &&
         (config.unresponsive_ecn || (config.unresponsive.knots.size() == 1 && config.unresponsive.first() == 0)) &&
         config.delay == FluidDelay::explicit_delay && config.law->table() != nullptr;
}

}  // namespace fluid
}  // namespace aqm
