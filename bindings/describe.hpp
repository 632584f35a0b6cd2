// The module's descriptions of itself and of a run, as JSON.
#pragma once
#include "decode.hpp"
#include "json.hpp"

namespace aqm::bindings {

/// The field lists of layout.hpp: {"link": [{"name", "type", "choices"?}, ...], ...}.
std::string describe_layout();
/// Every scheme with its tables, in the shape of `AqmInfo` (wasm/src/types.ts).
std::string describe_catalogue();
/// {"scheme", "faults": [{"from", "length", "line", "column", "found", "rule", "advice"}, ...], "warnings": as faults,
/// "marks": [from, length, look, ...]}, places in bytes.
std::string describe_program(const std::string& text);
/// [{"name", "kind", "unit", "signature", "when", "help"}, ...]
std::string describe_words();
/// [{"path", "rule", "value"}, ...]
std::string describe_issues(const ConfigIssues& issues);
/// [{"error", "param", "value", "rule", "nearest"}, ...], `param` being an index into the table or -1.
std::string describe_param_issues(const aqm::Issues& issues);
/// {"params": [numbers in table order], "list": [...], "computed": [{"name", "unit", "value"}, ...]}
std::string describe_resolved(const SchemeRequest& request);
/// Metrics, counters, and the name, type, address and length of each column. The addresses are valid until the
/// simulation continues or is closed, and until `flow_goodputs` changes.
std::string describe_run(const Simulation& simulation, const std::vector<double>& flow_goodputs);

}  // namespace aqm::bindings
