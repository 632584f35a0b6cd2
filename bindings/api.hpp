// The module's functions, in C. They have one caller at a time (a WebAssembly instance has one thread).
//
// Input: `aqm_input(n)` returns room for n doubles, laid out as in layout.hpp, for the next call. Output: an answer is
// a text or a column of numbers, which is valid until the next call. A call that returns kRefused leaves a JSON list of
// issues ({"path", "rule", "value"}) as its text. No input, neither numbers nor handles, leads to undefined behaviour.
#pragma once
#include <cstdint>

#ifdef __wasm__
#define AQM_EXPORT(name) __attribute__((export_name(#name)))
#else
#define AQM_EXPORT(name)
#endif

extern "C" {

enum : int { kRefused = -1, kDone = 1, kMore = 0 };

/// Room for `count` doubles; null if the count is negative or far too large.
AQM_EXPORT(aqm_input) double* aqm_input(int count);
AQM_EXPORT(aqm_text) const char* aqm_text();
AQM_EXPORT(aqm_text_size) int aqm_text_size();
AQM_EXPORT(aqm_numbers) const double* aqm_numbers();
AQM_EXPORT(aqm_numbers_size) int aqm_numbers_size();

/// Text: the layout of the input arrays; every scheme of the catalogue.
AQM_EXPORT(aqm_layout) int aqm_layout();
AQM_EXPORT(aqm_catalogue) int aqm_catalogue();

/// Input: the bytes of a program. Text: its description, or its faults (describe.hpp). `aqm_words`: the words of the
/// language.
AQM_EXPORT(aqm_program) int aqm_program();
AQM_EXPORT(aqm_words) int aqm_words();

/// Input: request of a scheme. Text: its issues; its parameters after defaults, and its computed values.
AQM_EXPORT(aqm_check) int aqm_check();
AQM_EXPORT(aqm_resolve) int aqm_resolve();
/// Input: request of a curve. Numbers: x, then p_b.
AQM_EXPORT(aqm_curve) int aqm_curve();

/// Input: run of one link. Numbers: for each packet, its end (index of the word) and the time since its arrival, ns.
AQM_EXPORT(aqm_one_link) int aqm_one_link();

/// Input: fluid model. Text: the model and its columns (fluid.hpp), which are valid until the next call of this
/// function.
AQM_EXPORT(aqm_fluid) int aqm_fluid();
/// The same in slices. Input: fluid model; returns kMore or kRefused. Only one can be in progress: an earlier one is
/// discarded.
AQM_EXPORT(aqm_fluid_begin) int aqm_fluid_begin();
/// Continues for `max_steps` steps of the solver, or for as much of the analysis as takes about as long; kDone when
/// everything is complete, kMore before.
AQM_EXPORT(aqm_fluid_run) int aqm_fluid_run(double max_steps);
/// The time that the solution has reached, s; negative: none has begun.
AQM_EXPORT(aqm_fluid_now) double aqm_fluid_now();
/// Text: as for `aqm_fluid`, once, after the end.
AQM_EXPORT(aqm_fluid_result) int aqm_fluid_result();
/// Discards the one in progress.
AQM_EXPORT(aqm_fluid_end) int aqm_fluid_end();
/// Input: row of a map. Numbers: four for each cell (fluid.hpp).
AQM_EXPORT(aqm_map_row) int aqm_map_row();
/// The same in slices. Input: row of a map; returns kMore or kRefused. Only one can be in progress: an earlier one is
/// discarded.
AQM_EXPORT(aqm_map_row_begin) int aqm_map_row_begin();
/// Continues for about as long as `max_steps` steps of the solver take; kDone at the end, kMore before.
AQM_EXPORT(aqm_map_row_run) int aqm_map_row_run(double max_steps);
/// Number of finished cells; negative: none has begun.
AQM_EXPORT(aqm_map_row_now) double aqm_map_row_now();
/// Numbers: as for `aqm_map_row`, once, after the end.
AQM_EXPORT(aqm_map_row_result) int aqm_map_row_result();
/// Discards the one in progress.
AQM_EXPORT(aqm_map_row_end) int aqm_map_row_end();
/// Input: design. Text: the parameters that the rule gives.
AQM_EXPORT(aqm_design) int aqm_design();
/// Input: loss of stability. Text: its value of one quantity, or why there is none (fluid.hpp).
AQM_EXPORT(aqm_hopf) int aqm_hopf();
/// The same in slices. Input: loss of stability; returns kMore or kRefused. Only one can be in progress: an earlier one
/// is discarded.
AQM_EXPORT(aqm_hopf_begin) int aqm_hopf_begin();
/// Continues for about as long as `max_steps` steps of the solver take; kDone at the end, kMore before.
AQM_EXPORT(aqm_hopf_run) int aqm_hopf_run(double max_steps);
/// The share that has been searched; negative: none has begun.
AQM_EXPORT(aqm_hopf_now) double aqm_hopf_now();
/// Text: as for `aqm_hopf`, once, after the end.
AQM_EXPORT(aqm_hopf_result) int aqm_hopf_result();
/// Discards the one in progress.
AQM_EXPORT(aqm_hopf_end) int aqm_hopf_end();

/// Input: curves of it. Text: the curves over two quantities along which stability is lost.
AQM_EXPORT(aqm_curves) int aqm_curves();
/// The same in slices, as for `aqm_hopf`.
AQM_EXPORT(aqm_curves_begin) int aqm_curves_begin();
AQM_EXPORT(aqm_curves_run) int aqm_curves_run(double max_steps);
AQM_EXPORT(aqm_curves_now) double aqm_curves_now();
AQM_EXPORT(aqm_curves_result) int aqm_curves_result();
AQM_EXPORT(aqm_curves_end) int aqm_curves_end();

/// Input: cycles. Text: the rests and limit cycles over one quantity.
AQM_EXPORT(aqm_cycles) int aqm_cycles();
/// The same in slices, as for `aqm_hopf`.
AQM_EXPORT(aqm_cycles_begin) int aqm_cycles_begin();
AQM_EXPORT(aqm_cycles_run) int aqm_cycles_run(double max_steps);
AQM_EXPORT(aqm_cycles_now) double aqm_cycles_now();
AQM_EXPORT(aqm_cycles_result) int aqm_cycles_result();
AQM_EXPORT(aqm_cycles_end) int aqm_cycles_end();

/// Text: the types of the answers about the fluid model (answer_types.hpp).
AQM_EXPORT(aqm_fluid_answers) int aqm_fluid_answers();

/// Input: a scenario. Returns a handle (positive), or kRefused.
AQM_EXPORT(aqm_open) int aqm_open();
/// Continues for `max_work`: events handled, written and moved (Simulation::run); kDone at the scenario's end, kMore
/// before it.
AQM_EXPORT(aqm_run) int aqm_run(int handle, double max_work);
/// Simulated time, s; negative: no such handle.
AQM_EXPORT(aqm_now) double aqm_now(int handle);
/// Text: metrics, digest and columns (describe.hpp).
AQM_EXPORT(aqm_result) int aqm_result(int handle);
/// Frees the simulation; its handle is never used again.
AQM_EXPORT(aqm_close) int aqm_close(int handle);
}
