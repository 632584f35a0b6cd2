// The courses of a configuration, cut where one of them changes.
#pragma once
#include <array>
#include <limits>
#include <vector>

#include "aqm/elementary.hpp"
#include "aqm/fluid.hpp"

namespace aqm::fluid {

/// Everything that enters the chain at a first link: the classes, then the loads.
inline constexpr int kMaxStreams = kMaxFluidClasses + kMaxFluidLoads;

/// The values that courses have between two changes.
struct Epoch {
  double time = -std::numeric_limits<double>::infinity();
  double origin = 0;  ///< slopes run from here
  std::array<double, kMaxFluidLinks> capacity{}, inverse_capacity{};
  std::array<std::vector<int>, kMaxFluidLinks> trains;  ///< of each link: the classes whose trains meet it (idle.hpp)
  std::array<double, kMaxFluidLinks> shortest{};        ///< their shortest round trip without a queue, s
  bool only_urgent = true;                              ///< no stream of class 0 sends
  std::array<double, kMaxStreams> stream{}, slope{};    ///< flows of the classes, packets/s of the loads
};

/// All courses, cut at the union of their changes.
std::vector<Epoch> epochs_of(const FluidConfig& config);
/// The epoch that holds at a time.
Epoch epoch_at(const FluidConfig& config, double time);

/// The course of a stream.
inline const FluidCourse& course_of(const FluidConfig& config, std::size_t stream) {
  const std::size_t classes = config.classes.size();
  return stream < classes ? config.classes[stream].flows : config.loads[stream - classes].rate;
}

/// Its class of service.
inline int service_of(const FluidConfig& config, std::size_t stream) {
  const std::size_t classes = config.classes.size();
  return stream < classes ? config.classes[stream].service : config.loads[stream - classes].service;
}

/// The factor by which a course swings.
inline double swing(const FluidCourse& course, double t) {
  if (course.swing == 0 || t <= 0) return 1;
  const double c = 1 - math::cos(course.rate * t);
  return 1 + course.swing * c * c * c / 8;
}

/// Classes that share a round-trip time and a class of service.
struct LagGroup {
  double propagation;
  int first, last;  ///< links
  int service;
  std::vector<int> classes;
};
std::vector<LagGroup> lags_of(const FluidConfig& config);

}  // namespace aqm::fluid
