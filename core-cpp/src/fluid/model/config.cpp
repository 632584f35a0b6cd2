// The rules for a configuration of the fluid model.
#include <algorithm>
#include <cmath>

#include "shapes.hpp"

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

/// Every value of a course, with the ends of its slopes, is finite and at least (or above) 0.
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
      // The end of a slope that falls to 0 may miss it by rounding.
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
  require(c.min_rto > 0 && c.min_rto <= 100, path + "min_rto", "must be above 0 and at most 100 s", c.min_rto, issues);
  require(c.spared >= 0 && c.spared <= 100, path + "spared", "must be from 0 to 100 packets", c.spared, issues);
  require(c.virtual_trip >= 0 && c.virtual_trip <= 100, path + "virtual_trip", "must be from 0 to 100 s",
          c.virtual_trip, issues);
  require(c.rate >= 0 && c.rate <= 1e9, path + "rate", "must be from 0 to 1e9 packets/s", c.rate, issues);
  require(c.price_gain >= 0 && std::isfinite(c.price_gain), path + "price_gain", "must not be below 0", c.price_gain,
          issues);
  require(c.gain > 0 && c.gain <= 100, path + "gain", "must be above 0 and at most 100", c.gain, issues);
}

/// A way over the links.
void check_way(int first, int last, int links, const std::string& path, Issues& issues) {
  require(first >= 0 && first < links, path + "first_link", "must be one of the links", first, issues);
  require(last >= first && last < links, path + "last_link", "must be first_link or a link behind it", last, issues);
}

void check_link(const FluidLink& link, const std::string& path, Issues& issues) {
  check_course(link.capacity, true, path + "capacity", issues);
  for (const auto& knot : link.capacity.knots) {
    require(knot.slope == 0, path + "capacity", "must jump, not slope: a sloping capacity bends every round-trip time",
            knot.slope, issues);
  }
  require(link.capacity.swing == 0, path + "capacity", "cannot swing", link.capacity.swing, issues);
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

}  // namespace

bool has_laws(const FluidConfig& config) {
  return std::all_of(config.links.begin(), config.links.end(),
                     [](const FluidLink& link) { return link.law != nullptr; });
}

std::vector<FluidIssue> check(const FluidConfig& config) {
  Issues issues;
  const auto links = static_cast<int>(config.links.size());
  const auto at = [](const char* list, std::size_t i) { return std::string(list) + "[" + std::to_string(i) + "]."; };
  require(!config.classes.empty() && config.classes.size() <= kMaxFluidClasses, "classes",
          "the fluid model needs from 1 to 10 classes of TCP flows", static_cast<double>(config.classes.size()),
          issues);
  require(links >= 1 && links <= kMaxFluidLinks, "links", "the fluid model takes from 1 to 8 links", links, issues);
  require(config.loads.size() <= kMaxFluidLoads, "loads", "must be at most 36, one for each way",
          static_cast<double>(config.loads.size()), issues);
  require(config.observed >= 0 && config.observed < links, "observed", "must be one of the links", config.observed,
          issues);
  require(config.random_loss >= 0 && config.random_loss < 1, "random_loss", "must be at least 0 and below 1",
          config.random_loss, issues);
  require(config.duration > 0 && config.duration <= 1e6, "duration", "must be above 0 and at most 1e6 s",
          config.duration, issues);
  require(
      links == 1 || config.delay == FluidDelay::explicit_delay, "delay",
      "must be explicit in a chain: with the delays of several queues in one, the implicit one has no solution while "
      "they drain",
      static_cast<double>(config.delay), issues);
  const bool two_queues = std::any_of(config.links.begin(), config.links.end(), [](const FluidLink& link) {
    return link.law != nullptr && link.law->two_queues();
  });
  require(!two_queues || links == 1, "links", "the fluid model of two queues has a single link", links, issues);
  require(!two_queues || config.delay == FluidDelay::explicit_delay, "delay",
          "must be explicit: two queues have no common delay", static_cast<double>(config.delay), issues);
  for (std::size_t l = 0; l < config.links.size(); ++l) check_link(config.links[l], at("links", l), issues);
  double flows = 0;
  for (std::size_t i = 0; i < config.classes.size() && i < kMaxFluidClasses; ++i) {
    const FluidClass& c = config.classes[i];
    check_class(c, at("classes", i), issues);
    check_way(c.first_link, c.last_link, links, at("classes", i), issues);
    for (const auto& knot : c.flows.knots) flows = std::max(flows, knot.value + std::abs(knot.slope));
  }
  for (std::size_t i = 0; i < config.loads.size(); ++i) {
    const FluidLoad& load = config.loads[i];
    check_way(load.first_link, load.last_link, links, at("loads", i), issues);
    check_course(load.rate, false, at("loads", i) + "rate", issues);
  }
  if (issues.empty()) require(flows > 0, "classes", "there must be flows at some time", flows, issues);
  return issues;
}

namespace fluid {

bool is_compact(const FluidConfig& config) {
  const FluidClass& c = config.classes.front();
  const auto plain = [](const FluidLoad& load) { return load.ecn && load.rate.swing == 0; };
  return !c.trains && config.links.size() == 1 && config.classes.size() == 1 && c.tcp == FluidTcp::reno && c.ecn &&
         !c.once && config.random_loss == 0 && c.flows.swing == 0 && config.loads.size() <= 1 &&
         std::all_of(config.loads.begin(), config.loads.end(), plain) && config.delay == FluidDelay::explicit_delay &&
         config.link().law->table() != nullptr;
}

}  // namespace fluid
}  // namespace aqm
