// A queue that a program manages: its law is the interpreter.
#pragma once
#include <memory>

#include "aqm/scheme.hpp"
#include "code.hpp"
#include "machine.hpp"
#include "parts/program_queue.hpp"

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

class Interpreter {
 public:
  /// `frame` as `frame_of` makes it.
  Interpreter(std::shared_ptr<const Program> program, std::vector<double> frame)
      : program_(std::move(program)), frame_(std::move(frame)), first_(frame_) {
    ask(Event::start);
  }

  double& at(Read reading) { return frame_[static_cast<std::size_t>(reading)]; }
  bool has(Event event) const { return entry(event) != kNone; }
  Outcome ask(Event event) {
    const int first = entry(event);
    return first == kNone ? Outcome::none : run(program_->code, first, frame_.data());
  }
  double interval() const { return value_of(*program_, program_->code.interval, first_); }
  double window() const { return value_of(*program_, program_->code.window, first_); }
  void set_load(double load) { frame_[static_cast<std::size_t>(program_->code.load)] = load; }
  void observe(double* out) const {
    const auto first = frame_.begin() + program_->code.first_state;
    std::copy(first, first + static_cast<int>(program_->tree.states.size()), out);
  }

 private:
  int entry(Event event) const { return program_->code.entry[static_cast<std::size_t>(event)]; }

  std::shared_ptr<const Program> program_;
  std::vector<double> frame_, first_;
};

using Discipline = ProgramQueue<Interpreter>;

}  // namespace aqm::program
