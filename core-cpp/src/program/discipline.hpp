// A queue that a program manages: its law is the interpreter.
#pragma once
#include <memory>

#include "aqm/scheme.hpp"
#include "aqm/small.hpp"
#include "code.hpp"
#include "follow.hpp"
#include "machine.hpp"
#include "parts/flow_table.hpp"
#include "parts/program_queue.hpp"

namespace aqm::program {

/// What a text has become.
struct Program {
  Tree tree;
  Code code;
};

/// The frame before the start: constants, parameters and readings of the link.
std::vector<double> frame_of(const Program& program, std::span<const double> params, const LinkInfo& link);

/// The interval of `every` or the window of `load` before the start; NaN if the program has none.
double value_of(const Program& program, const Code::Value& value, std::vector<double> frame);

class Interpreter {
 public:
  /// `frame` as made by `frame_of`.
  Interpreter(std::shared_ptr<const Program> program, std::vector<double> frame)
      : program_(std::move(program)), frame_(std::move(frame)), first_(frame_) {
    ask(Event::start);
  }

  bool by_flow() const { return program_->tree.by_flow; }
  /// The states of a flow are in the frame while its packet is processed.
  void set_row(std::size_t row) {
    const std::size_t states = program_->tree.flow_states.size();
    if (row == row_ || states == 0) return;
    const auto here = frame_.begin() + program_->code.first_flow_state;
    const auto end = here + static_cast<int>(states);
    if (rows_.empty()) {
      for (std::size_t i = 0; i < FlowTable::kRows; ++i) rows_.insert(rows_.end(), here, end);
    } else {
      std::copy(here, end, rows_.begin() + static_cast<int>(row_ * states));
    }
    row_ = row;
    const auto there = rows_.begin() + static_cast<int>(row * states);
    std::copy(there, there + static_cast<int>(states), here);
  }
  void keep_stops(double at, Stops& kept) {
    stops_at_ = at;
    stops_ = &kept;
  }

  double& at(Read reading) { return frame_[static_cast<std::size_t>(reading)]; }
  bool has(Event event) const { return entry(event) != kNone; }
  Outcome ask(Event event) {
    const int first = entry(event);
    if (first == kNone) return Outcome::none;
    // NaN, if nothing is to be recorded, equals nothing.
    return at(Read::now) == stops_at_ ? followed(event, first) : run(program_->code, first, frame_.data());
  }
  double interval() const { return value_of(*program_, program_->code.interval, first_); }
  double window() const { return value_of(*program_, program_->code.window, first_); }
  void set_load(double load) { frame_[static_cast<std::size_t>(program_->code.load)] = load; }
  void observe(double* out) const {
    const auto first = frame_.begin() + program_->code.first_state;
    std::copy(first, first + static_cast<int>(program_->tree.states.size()), out);
  }

 private:
  AQM_SMALL Outcome followed(Event event, int first) {
    Follower follower(program_->code, frame_.data(), event, *stops_);
    const Outcome outcome = run(program_->code, first, frame_.data(), follower);
    follower.finish();
    return outcome;
  }
  int entry(Event event) const { return program_->code.entry[static_cast<std::size_t>(event)]; }

  std::shared_ptr<const Program> program_;
  std::vector<double> frame_, first_;
  std::vector<double> rows_;                        ///< states of flows, row by row
  std::size_t row_ = static_cast<std::size_t>(-1);  ///< the flow whose states are in the frame; none at first
  double stops_at_ = kUnset;
  Stops* stops_ = nullptr;
};

using Discipline = ProgramQueue<Interpreter>;

}  // namespace aqm::program
