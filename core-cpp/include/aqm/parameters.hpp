// Parameter tables: the only place where a default, a range or a unit is written (house rule 2).
//
// A scheme's parameters are a plain struct. Its table names each member once; forms, validation, catalogue, documents
// and links read the table. Values cross borders as doubles in table order: a choice is its index, a switch is 0 or 1,
// and NaN means "left out", which takes the fixed or computed default.
#pragma once
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace aqm {

/// What a discipline knows about the link that it serves.
struct LinkInfo {
  double rate_bps = 10e6;
  int buffer = 140;        ///< packets that may wait, without the packet in transmission
  int packet_size = 1500;  ///< bytes of a full-sized IP packet of the scenario
};

enum class ParamKind : unsigned char {
  number,
  integer,
  choice,
  toggle,
  list,  ///< rows of numbers
  text,  ///< UTF-8, such as a program
  pair   ///< for traffic: a number, or two numbers between which each flow draws
};

/// How an interface may treat a parameter, apart from a number in a form.
enum class ParamRole : unsigned char {
  plain,
  queue_threshold,   ///< a level of the (average) queue in packets: drawn and draggable on curves and traces
  probability,       ///< a level of the drop curve: draggable vertically
  weight,            ///< best edited on a logarithmic scale
  delay_target,      ///< a queueing delay in seconds: drawn as delay * rate on the queue trace
  average,           ///< for a state: the queue as the law sees it, drawn over the queue itself
  base_probability,  ///< for a state: the drop curve at the average, before the spacing of drops
  curve_points       ///< a list of rows (average queue, probability): points of the drop curve that can be drawn
};

inline constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Range {
  double min = -kInfinity, max = kInfinity;
  bool min_open = false, max_open = false;
};

/// The words of a choice, at most eight.
class Words {
 public:
  constexpr Words() = default;
  constexpr Words(std::initializer_list<const char*> words) {
    for (const char* word : words) words_[size_++] = word;
  }
  std::size_t size() const { return size_; }
  const char* operator[](std::size_t i) const { return words_[i]; }
  const char* const* begin() const { return words_.data(); }
  const char* const* end() const { return words_.data() + size_; }

 private:
  std::array<const char*, 8> words_{};
  std::size_t size_ = 0;
};

/// One line of a table. It owns no memory: sixty tables are made at the start, and with copies and destructors the code
/// that makes them was a fifth of the packet module (docs/engines.md, note 12).
struct ParamSpec {
  const char* name = "";  ///< key in the scenario document, as in the papers: "min_th"
  const char* unit = "";  ///< "packets", "s", "bytes", "1/s", "1" (dimensionless)
  ParamKind kind = ParamKind::number;
  double fallback = kUnset;  ///< the default; NaN: computed, see `computed_text`
  Range range{};
  Words choices{};
  ParamRole role = ParamRole::plain;
  const char* help = "";           ///< one sentence as a teacher would say it
  const char* label = "";          ///< the label in forms, if it differs from the name
  const char* computed_text = "";  ///< how the default is computed: "1.5 max_th"; empty if it is fixed
  /// the function can read the members above this one in the table
  double (*computed)(const void* params, const LinkInfo& link) = nullptr;
  void (*set)(void* params, double value) = nullptr;
  double (*get)(const void* params) = nullptr;
  std::vector<double>* (*list)(void* params) = nullptr;  ///< for ParamKind::list
  std::string* (*text)(void* params) = nullptr;          ///< for ParamKind::text
  std::span<const double> list_fallback{};               ///< of static storage
  const char* text_fallback = "";
  int list_width = 1;  ///< numbers a row of a list
};

/// The values of a table's parameters as they cross borders: `numbers[i]` belongs to `table[i]`; `lists` and `texts`
/// belong to the table's lists and texts in order. A missing or empty value is left out.
struct ParamValues {
  std::vector<double> numbers;
  std::vector<std::vector<double>> lists{};
  std::vector<std::string> texts{};
};

/// Something that is wrong (or only unusual) in a set of values.
struct Issue {
  bool error = true;  ///< false: a warning
  int param = -1;     ///< index into the table; -1: the set as a whole
  double value = kUnset;
  std::string rule;         ///< "min_th < max_th": what must hold
  double nearest = kUnset;  ///< nearest valid value, NaN if there is none
};
using Issues = std::vector<Issue>;

/// A quantity that the scheme computes from its parameters and the link; shown as computed, never as zero.
struct Computed {
  const char* name;
  const char* unit;
  double value;
};

// ---- builders: number<&Params::w_q>("w_q", ...) ---------------------------------------------------------------------

ParamSpec make_spec(const char* name, const char* unit, ParamKind kind, double fallback, const Range& range,
                    const char* help, void (*set)(void*, double), double (*get)(const void*));

template <class P, auto Member>
ParamSpec bind(const char* name, const char* unit, ParamKind kind, double fallback, Range range, const char* help) {
  using Value = std::remove_reference_t<decltype(std::declval<P&>().*Member)>;
  return make_spec(
      name, unit, kind, fallback, range, help,
      [](void* p, double v) { static_cast<P*>(p)->*Member = static_cast<Value>(v); },
      [](const void* p) { return static_cast<double>(static_cast<const P*>(p)->*Member); });
}

ParamSpec with_role(const ParamSpec& spec, ParamRole role);
ParamSpec with_choices(const ParamSpec& spec, const Words& choices);

/// A parameter that has another name in forms than in the document.
ParamSpec labelled(const char* label, const ParamSpec& spec);

/// A default that depends on parameters above it or on the link.
ParamSpec with_computed(const ParamSpec& spec, const char* text, double (*rule)(const void*, const LinkInfo&));

template <class P, double (*Rule)(const P&, const LinkInfo&)>
ParamSpec computed(const ParamSpec& spec, const char* text) {
  return with_computed(spec, text,
                       [](const void* p, const LinkInfo& link) { return Rule(*static_cast<const P*>(p), link); });
}

template <class P, auto Member>
ParamSpec choice(const char* name, const Words& choices, int fallback, const char* help) {
  const Range range{0, static_cast<double>(choices.size()) - 1};
  return with_choices(bind<P, Member>(name, "", ParamKind::choice, fallback, range, help), choices);
}

template <class P, auto Member>
ParamSpec toggle(const char* name, bool fallback, const char* help) {
  return bind<P, Member>(name, "", ParamKind::toggle, fallback ? 1 : 0, {0, 1}, help);
}

}  // namespace aqm
