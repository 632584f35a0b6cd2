// A first-in, first-out queue that a program manages.
#pragma once
#include <memory>
#include <optional>

#include "code.hpp"
#include "parts/fifo.hpp"
#include "parts/load_estimator.hpp"
#include "parts/ticker.hpp"

namespace aqm::program {

/// What a text has become.
struct Program {
  Tree tree;
  Code code;
};

/// The frame before the start: constants, parameters and what the link tells.
std::vector<double> frame_of(const Program& program, std::span<const double> params, const LinkInfo& link);

/// The interval of `every` or the window of `load` before the start; NaN where the program has none.
double value_of(const Program& program, const Code::Value& value, std::vector<double> frame);

class Discipline final : public QueueDiscipline {
 public:
  /// `frame` as `frame_of` makes it.
  Discipline(std::shared_ptr<const Program> program, std::vector<double> frame, int buffer);

  Fate enqueue(const Packet& packet, const Arrival& arrival) override;
  bool dequeue(Time now, Packet& out) override;
  std::size_t upcoming(std::size_t skip, std::span<std::uint32_t> flows) const override;
  void on_idle(Time now) override;
  Time next_timer() const override { return ticker_.next(); }
  void on_timer(Time now) override;
  void observe(double* out) const override;

 private:
  double& at(Read reading) { return frame_[static_cast<std::size_t>(reading)]; }
  void look(Time now);
  void look(const Packet& packet);
  bool has(Event event) const { return program_->code.entry[static_cast<std::size_t>(event)] != kNone; }
  Outcome ask(Event event);
  bool leaves(Packet& packet, Time now);

  std::shared_ptr<const Program> program_;
  std::vector<double> frame_;
  PacketRing store_;
  int buffer_;
  Time idle_since_ = 0;  ///< the queue starts idle
  Ticker ticker_;
  std::optional<LoadEstimator> load_;
};

}  // namespace aqm::program
