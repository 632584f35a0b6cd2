#include "epochs.hpp"

#include <algorithm>
#include <cmath>

#include "idle.hpp"

namespace aqm::fluid {

std::vector<Epoch> epochs_of(const FluidConfig& config) {
  std::vector<double> times;
  const auto add_times = [&](const FluidCourse& course) {
    for (const auto& knot : course.knots) times.push_back(knot.time);
  };
  const std::size_t streams = config.classes.size() + config.loads.size();
  for (const FluidLink& link : config.links) add_times(link.capacity);
  for (std::size_t s = 0; s < streams; ++s) add_times(course_of(config, s));
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());

  std::vector<Epoch> epochs;
  for (const double time : times) {
    Epoch epoch;
    epoch.time = time;
    epoch.origin = std::isfinite(time) ? time : 0;
    for (std::size_t l = 0; l < config.links.size(); ++l) {
      epoch.capacity[l] = config.links[l].capacity.at(time).value;
      epoch.inverse_capacity[l] = 1 / epoch.capacity[l];
    }
    for (std::size_t l = 0; l < config.links.size(); ++l) {
      epoch.trains[l] = trains_at(config, static_cast<int>(l), epoch.capacity);
      epoch.shortest[l] = shortest_trip(config, epoch.trains[l]);
    }
    for (std::size_t s = 0; s < streams; ++s) {
      const FluidCourse::Knot held = course_of(config, s).at(time);
      epoch.stream[s] = held.value;
      epoch.slope[s] = held.slope;
      const bool sends = held.value != 0 || held.slope != 0;
      if (sends && service_of(config, s) == 0) epoch.only_urgent = false;
    }
    epochs.push_back(epoch);
  }
  return epochs;
}

Epoch epoch_at(const FluidConfig& config, double time) {
  Epoch at;
  for (const Epoch& epoch : epochs_of(config)) {
    if (epoch.time <= time) at = epoch;
  }
  return at;
}

std::vector<LagGroup> lags_of(const FluidConfig& config) {
  std::vector<LagGroup> lags;
  for (std::size_t i = 0; i < config.classes.size(); ++i) {
    const FluidClass& c = config.classes[i];
    const auto same = std::find_if(lags.begin(), lags.end(), [&](const LagGroup& lag) {
      return lag.propagation == c.propagation && lag.first == c.first_link && lag.last == c.last_link &&
             lag.service == c.service;
    });
    if (same != lags.end())
      same->classes.push_back(static_cast<int>(i));
    else
      lags.push_back({c.propagation, c.first_link, c.last_link, c.service, {static_cast<int>(i)}});
  }
  return lags;
}

}  // namespace aqm::fluid
