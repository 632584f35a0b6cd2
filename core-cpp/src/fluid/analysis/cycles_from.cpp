#include "cycles_from.hpp"

#include "fluid/model/network.hpp"
#include "normal_form.hpp"

namespace aqm::fluid {
namespace {

template <class Shape>
struct Model {
  explicit Model(FluidConfig of) : config(std::move(of)), system(config) {}
  const FluidConfig config;
  Network<Shape> system;
};

template <class Shape>
std::unique_ptr<Branch> begin(const std::function<FluidConfig(double)>& at, const HopfPoint& point, double time,
                              double from, double to) {
  using Branches = CycleBranch<Model<Shape>>;
  const auto model_at = [at](double value) -> std::unique_ptr<Model<Shape>> {
    FluidConfig config = at(value);
    return has_laws(config) ? std::make_unique<Model<Shape>>(std::move(config)) : nullptr;
  };
  const auto model = model_at(point.value);
  FluidRest rest = equilibrium(model->config, time);
  for (std::size_t l = 0; l < rest.links.size(); ++l) {
    FluidLinkRest& link = rest.links[l];
    if (model->config.links[l].law->two_queues()) continue;  // settled with its urgent packets
    FluidQueue queue;
    queue.q = link.queue;
    queue.inflow = link.inflow;
    queue.capacity = model->config.links[l].capacity.at(time).value;
    model->config.links[l].law->settle(queue, link.law.data(), link.memory);
  }
  typename Branches::Onset onset;
  model->system.put(rest, time, onset.rest, onset.mode);
  onset.moving = model->system.moving(rest, time);
  onset.watched = model->system.queue_component(model->config.observed);
  const auto watched = std::find(onset.moving.begin(), onset.moving.end(), onset.watched);
  if (watched == onset.moving.end()) return nullptr;
  const RestFunctional<Network<Shape>> near(model->system, time, onset.rest, onset.mode, onset.moving);
  NormalForm<Network<Shape>> form(near, point.omega, static_cast<int>(watched - onset.moving.begin()));
  if (!form.bend()) return nullptr;
  onset.shape = form.shape();
  onset.value = point.value;
  onset.omega = point.omega;
  onset.time = time;
  onset.size = 0.02 * rest.queue;
  return std::make_unique<Branches>(model_at, onset, from, to);
}

}  // namespace

std::unique_ptr<Branch> cycles_from(const std::function<FluidConfig(double)>& at, const HopfPoint& point, double time,
                                    double from, double to) {
  const FluidConfig config = at(point.value);
  if (config.links.size() > 1) return begin<ManyLinks>(at, point, time, from, to);
  if (config.classes.size() > 1) return begin<OneLink>(at, point, time, from, to);
  return begin<OneClass>(at, point, time, from, to);
}

}  // namespace aqm::fluid
