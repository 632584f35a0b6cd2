// Text to tree: the only parser of the language. It knows every name and every unit while it reads, so it is also the
// checker.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lexer.hpp"
#include "nearest.hpp"
#include "tree.hpp"

namespace aqm::program {
namespace {

/// The permitted depth of nested blocks and brackets.
constexpr int kDeepest = 32;

struct Name {
  std::string_view name;
  Space space;
  int index;
  Type type;
};

std::string quoted(const Token& token) {
  switch (token.kind) {
    case TokenKind::end: return "the end of the text";
    case TokenKind::text: return "\"" + std::string(token.text) + "\"";
    default: return std::string(token.text);
  }
}

std::string told(const Type& type) {
  if (type.truth) return "true or false";
  return type.free || type.unit == kOne ? "a number without a unit" : text_of(type.unit);
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {
    std::optional<Fault> fault;
    for (const Token& token : tokens_of(text, fault)) {
      if (token.kind == TokenKind::comment) {
        out_.marks.push_back({token.place, Look::comment});
      } else {
        tokens_.push_back(token);
      }
    }
    if (fault) out_.faults.push_back(*fault);
  }

  Parsed run() {
    if (sound()) header();
    while (sound() && now().kind != TokenKind::end) declaration();
    if (sound()) warn();
    if (!sound()) mark_rest();
    std::sort(out_.marks.begin(), out_.marks.end(),
              [](const Mark& a, const Mark& b) { return a.place.from < b.place.from; });
    return std::move(out_);
  }

 private:
  Tree& tree() { return out_.tree; }
  bool sound() const { return out_.faults.empty(); }
  const Token& now() const { return tokens_[at_]; }
  const Token& ahead() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }

  void refuse(const Place& place, std::string found, std::string rule, std::string advice = {}) {
    if (sound()) out_.faults.push_back({place, std::move(found), std::move(rule), std::move(advice)});
  }
  void refuse(std::string rule, std::string advice = {}) {
    refuse(now().place, quoted(now()), std::move(rule), std::move(advice));
  }

  Token take(Look look) {
    const Token token = now();
    if (token.kind != TokenKind::end) {
      out_.marks.push_back({token.place, look});
      ++at_;
    }
    return token;
  }
  bool accept(std::string_view what, Look look) {
    if (!now().is(what)) return false;
    take(look);
    return true;
  }
  bool expect(std::string_view what, Look look, const char* rule, const char* advice = "") {
    if (accept(what, look)) return true;
    refuse(rule, advice);
    return false;
  }

  /// Text of the tokens from `first` up to the present one.
  std::string source(std::size_t first) const {
    const Place& from = tokens_[first].place;
    const Place& last = tokens_[at_ - 1].place;
    return std::string(text_.substr(static_cast<std::size_t>(from.from),
                                    static_cast<std::size_t>(last.from + last.length - from.from)));
  }

  // ---- declarations ----

  void header() {
    if (!expect("scheme", Look::keyword, "a program begins with: scheme \"its name\"")) return;
    if (now().kind != TokenKind::text) {
      refuse("the scheme's name stands in quotes", "scheme \"My RED\"");
      return;
    }
    tree().name = take(Look::text).text;
    if (tree().name.size() > 60) refuse("a name has at most 60 characters");
  }

  void declaration() {
    if (accept("param", Look::keyword)) return param();
    if (now().is("flow") && ahead().is("state")) {
      take(Look::keyword);
      take(Look::keyword);
      return state(Space::flow);
    }
    if (accept("state", Look::keyword)) return state(Space::state);
    if (accept("require", Look::keyword)) return requirement();
    if (accept("on", Look::keyword)) return event();
    if (accept("every", Look::keyword)) return timer();
    refuse("here stands param, state, flow state, require, on or every",
           advice({"param", "state", "flow", "require", "on", "every"}));
  }

  std::string advice(std::vector<std::string_view> known) const {
    const std::string near = nearest_of(now().text, known);
    return near.empty() ? "" : "did you mean " + near + "?";
  }

  /// A name that is not yet used.
  std::string fresh(const char* what, Look look) {
    if (now().kind != TokenKind::word) {
      refuse(std::string(what) + " has a name of letters, digits and _");
      return {};
    }
    if (is_reserved(now().text)) {
      refuse("this word belongs to the language", "choose another name");
      return {};
    }
    if (find(now().text) != nullptr) {
      refuse("this name is taken", "choose another name");
      return {};
    }
    if (now().text.size() > 32) {
      refuse("a name has at most 32 characters");
      return {};
    }
    return std::string(take(look).text);
  }

  std::string help() { return now().kind == TokenKind::text ? std::string(take(Look::text).text) : std::string(); }

  /// A number with its sign, without a unit; also as a fraction: 2/3.
  bool plain(double& value) {
    const bool negative = accept("-", Look::sign);
    if (now().kind != TokenKind::number) {
      refuse("here stands a number");
      return false;
    }
    value = take(Look::number).value;
    if (negative) value = -value;
    if (!now().is("/") || ahead().kind != TokenKind::number) return true;
    take(Look::sign);
    if (now().value == 0) refuse("nothing is divided by 0");
    value /= take(Look::number).value;
    return sound();
  }

  /// The unit after a number, if there is one: its factor, and the unit.
  bool unit(double& factor, Unit& out) {
    factor = 1;
    bool any = false;
    if (const UnitWord* word = now().kind == TokenKind::word ? find_unit(now().text) : nullptr) {
      take(Look::unit);
      factor = word->factor;
      out = word->unit;
      any = true;
    }
    while (now().is("/") && ahead().kind == TokenKind::word && find_unit(ahead().text) != nullptr) {
      take(Look::unit);
      const UnitWord* word = find_unit(take(Look::unit).text);
      factor /= word->factor;
      out = out / word->unit;
      any = true;
    }
    return any;
  }

  void param() {
    if (tree().params.size() >= kMostParams) return refuse("a program has at most 32 parameters");
    Param one;
    one.whole = accept("whole", Look::keyword);
    const Place place = now().place;
    one.name = fresh("a parameter", Look::param);
    if (!sound() || !expect("=", Look::sign, "a parameter has a default: param name = 1")) return;
    if (now().is("true") || now().is("false")) {
      one.toggle = true;
      one.max = 1;
      one.fallback = take(Look::number).is("true") ? 1 : 0;
    } else {
      number_param(one);
    }
    one.help = help();
    if (!sound()) return;
    declare(Space::param, tree().params.size(), {one.toggle, false, one.measure}, place);
    tree().params.push_back(std::move(one));
  }

  void number_param(Param& one) {
    const Place place = now().place;
    if (!plain(one.fallback)) return;
    double factor = 1;
    unit(factor, one.measure);
    one.unit = text_of(one.measure);
    one.fallback = scaled(one.fallback, factor);
    one.min = -std::numeric_limits<double>::infinity();
    one.max = std::numeric_limits<double>::infinity();
    if (!accept("in", Look::keyword)) return;
    const Place range = now().place;
    bound(one, factor, one.min);
    if (!sound() || !expect("..", Look::sign, "a range has two ends: in 0..1")) return;
    bound(one, factor, one.max);
    if (sound() && one.min > one.max) return refuse(range, "a range from high to low", "the lower end comes first");
    if (sound() && !(one.min <= one.fallback && one.fallback <= one.max)) {
      refuse(place, "a default outside of the range", "the default lies in the range");
    }
  }

  /// A bound without its own unit has the unit of the default.
  void bound(const Param& one, double factor, double& value) {
    const Place place = now().place;
    if (!plain(value)) return;
    double own = 1;
    Unit measure{};
    if (!unit(own, measure)) {
      value = scaled(value, factor);
    } else if (measure == one.measure) {
      value = scaled(value, own);
    } else {
      refuse(place, text_of(measure), "the ends of a range have the unit of the default", "it needs " + one.unit);
    }
  }

  /// 5 ms as 5 / 1000, and not as 5 * 0.001, which is another number.
  static double scaled(double value, double factor) {
    return factor < 1 ? value / std::round(1 / factor) : value * factor;
  }

  std::vector<State>& states(Space space) { return space == Space::flow ? tree().flow_states : tree().states; }

  /// A state of the queue, or of each flow.
  void state(Space space) {
    std::vector<State>& all = states(space);
    if (space == Space::state && all.size() >= kMostStates) return refuse("a program has at most 16 states");
    if (space == Space::flow && all.size() >= kMostFlowStates) return refuse("a program has at most 8 states of flows");
    State one;
    const Place place = now().place;
    one.name = fresh("a state", Look::state);
    if (!sound() || !expect("=", Look::sign, "a state has a first value: state name = 0")) return;
    event_ = Event::start;
    one.first = expression();
    if (!sound()) return;
    one.type = tree().nodes[at(one.first)].type;
    one.type.free = false;
    one.unit = one.type.truth ? "1" : text_of(one.type.unit);
    one.help = help();
    declare(space, all.size(), one.type, place);
    all.push_back(std::move(one));
    if (space == Space::flow) tree().by_flow = true;
  }

  void requirement() {
    const std::size_t first = at_;
    event_ = Event::start;
    Requirement one;
    first_param_ = kNone;
    one.condition = condition();
    if (!sound()) return;
    one.param = first_param_;
    one.text = source(first);
    const std::string reason = help();
    if (!reason.empty()) one.text += ": " + reason;
    tree().requirements.push_back(std::move(one));
  }

  void event() {
    constexpr Event kWithName[] = {Event::arrive, Event::depart, Event::idle, Event::overflow};
    for (const Event one : kWithName) {
      const std::string_view word = std::string_view(name_of(one)).substr(3);
      if (!now().is(word)) continue;
      const Place place = take(Look::keyword).place;
      body(one, place);
      return;
    }
    refuse("after on stands arrive, depart, idle or overflow", advice({"arrive", "depart", "idle", "overflow"}));
  }

  void timer() {
    const Place place = now().place;
    event_ = Event::start;
    tree().interval = expression();
    if (!sound()) return;
    fit(tree().interval, {false, false, kSeconds}, "every is followed by a time");
    body(Event::every, place);
  }

  void body(Event event, const Place& place) {
    const auto index = static_cast<std::size_t>(event);
    if (!sound()) return;
    if (tree().has[index]) return refuse(place, name_of(event), "this event stands in the program already");
    tree().has[index] = true;
    event_ = event;
    tree().events[index] = block();
  }

  // ---- statements ----

  int block() {
    if (++depth_ > kDeepest) refuse("blocks and brackets stand at most 32 deep");
    const std::size_t names = names_.size();
    int first = kNone, last = kNone;
    if (expect("{", Look::sign, "a block begins with {")) {
      while (sound() && !now().is("}")) {
        if (now().kind == TokenKind::end) refuse("a block ends with }");
        if (last != kNone && ends(last)) refuse("nothing follows an outcome: the event has ended there");
        if (!sound()) break;
        const int one = statement();
        (last == kNone ? first : tree().statements[at(last)].next) = one;
        last = one;
      }
      if (sound()) take(Look::sign);
    }
    names_.resize(names);
    --depth_;
    return first;
  }

  bool ends(int statement) {
    const Statement& one = tree().statements[at(statement)];
    return one.act == Act::decide && one.value == kNone;
  }

  int add(const Statement& statement) {
    tree().statements.push_back(statement);
    if (tree().statements.size() > kMostNodes) refuse("a program has at most 2000 parts");
    return static_cast<int>(tree().statements.size()) - 1;
  }

  int statement() {
    Statement one;
    one.place = now().place;
    if (accept("let", Look::keyword)) return let(one);
    if (accept("if", Look::keyword)) return choose(one);
    if (now().is("accept") || now().is("drop") || now().is("mark")) return decide(one);
    return set(one);
  }

  int let(Statement one) {
    const Place place = now().place;
    std::string name = fresh("a value", Look::local);
    if (!sound() || !expect("=", Look::sign, "after the name stands =")) return kNone;
    one.act = Act::let;
    one.value = expression();
    if (!sound()) return kNone;
    one.target = static_cast<int>(tree().locals.size());
    tree().locals.push_back(std::move(name));
    declare(Space::local, static_cast<std::size_t>(one.target), tree().nodes[at(one.value)].type, place);
    return add(one);
  }

  int choose(Statement one) {
    one.act = Act::choose;
    one.value = condition();
    if (!sound()) return kNone;
    one.then = block();
    if (sound() && accept("else", Look::keyword)) {
      if (now().is("if")) {
        if (++depth_ > kDeepest) refuse("blocks and brackets stand at most 32 deep");
        if (sound()) one.otherwise = statement();
        --depth_;
      } else {
        one.otherwise = block();
      }
    }
    return add(one);
  }

  int decide(Statement one) {
    if (event_ != Event::arrive && event_ != Event::depart) {
      refuse("a packet's fate is decided on arrive and on depart only");
      return kNone;
    }
    one.act = Act::decide;
    if (accept("accept", Look::keyword)) {
      one.outcome = Outcome::accept;
    } else if (accept("drop", Look::keyword)) {
      one.outcome = accept("always", Look::keyword) ? Outcome::force : Outcome::drop;
    } else {
      take(Look::keyword);
      one.outcome = Outcome::mark;
      if (accept("or", Look::keyword)) {
        if (!expect("drop", Look::keyword, "after mark or stands drop")) return kNone;
        one.outcome = Outcome::mark_or_drop;
      }
    }
    if (accept("when", Look::keyword)) one.value = condition();
    return sound() ? add(one) : kNone;
  }

  int set(Statement one) {
    constexpr const char* kRule = "a statement begins with let, if, accept, drop, mark or the name of a state";
    const Name* name = now().kind == TokenKind::word ? find(now().text) : nullptr;
    if (name == nullptr || (name->space != Space::state && name->space != Space::flow)) {
      if (name != nullptr && name->space == Space::param) {
        refuse("a parameter is set by the user, not by the program", "declare a state with its value");
      } else if (name != nullptr) {
        refuse("what let names stays as it is", "declare a state");
      } else {
        std::vector<std::string_view> known{"let", "if", "accept", "drop", "mark"};
        for (const State& state : tree().states) known.push_back(state.name);
        for (const State& state : tree().flow_states) known.push_back(state.name);
        refuse(kRule, advice(known));
      }
      return kNone;
    }
    const Type type = name->type;
    const Space space = name->space;
    one.act = space == Space::flow ? Act::set_flow : Act::set;
    one.target = name->index;
    set_.push_back({space, one.target});
    of_a_packet(space, now());
    take(Look::state);
    if (!expect("=", Look::sign, "after the state's name stands =")) return kNone;
    one.value = expression();
    if (!sound()) return kNone;
    State& state = states(space)[at(one.target)];
    fit(one.value, type, "a state keeps its unit");
    if (tree().nodes[at(one.value)].op == Op::average) state.average = true;
    return sound() ? add(one) : kNone;
  }

  /// A state of a flow belongs to the packet's flow.
  void of_a_packet(Space space, const Token& token) {
    if (space != Space::flow || event_ == Event::arrive || event_ == Event::depart || event_ == Event::overflow) return;
    refuse(token.place, quoted(token), "a flow's state is there on arrive, on depart and on overflow",
           "keep it in a state");
  }

  // ---- expressions ----

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  const Type& type_of(int node) { return tree().nodes[at(node)].type; }

  int add(const Node& node) {
    if (tree().nodes.size() >= kMostNodes) refuse("a program has at most 2000 parts");
    if (!node.type.unit.sound()) {
      refuse(node.place, text_of(node.type.unit), "a unit has small powers");
    }
    tree().nodes.push_back(node);
    return static_cast<int>(tree().nodes.size()) - 1;
  }

  /// Whether a value may be used where this type is needed.
  void fit(int node, const Type& wanted, const std::string& rule) {
    if (!sound()) return;
    const Type& type = type_of(node);
    if (type.truth == wanted.truth && (type.truth || type.free || type.unit == wanted.unit)) return;
    const bool plain = wanted.truth || wanted.unit == kOne;
    refuse(tree().nodes[at(node)].place, told(type), rule, plain ? "" : "it needs " + text_of(wanted.unit));
  }

  int condition() {
    const int node = expression();
    fit(node, {true, false, {}}, "a condition is true or false");
    return node;
  }

  int expression() {
    if (++depth_ > kDeepest) refuse("blocks and brackets stand at most 32 deep");
    int left = sound() ? conjunction() : kNone;
    while (sound() && now().is("or")) left = logical(left, Op::either, &Parser::conjunction);
    --depth_;
    return left;
  }
  int conjunction() {
    int left = negation();
    while (sound() && now().is("and")) left = logical(left, Op::both, &Parser::negation);
    return left;
  }
  int logical(int left, Op op, int (Parser::*next)()) {
    const Place place = take(Look::keyword).place;
    const int right = (this->*next)();
    fit(left, {true, false, {}}, "and, or and not stand between conditions");
    fit(right, {true, false, {}}, "and, or and not stand between conditions");
    return sound() ? add({op, {}, 0, 0, {left, right, kNone, kNone}, {true, false, {}}, place}) : kNone;
  }
  int negation() {
    if (!now().is("not")) return comparison();
    if (++depth_ > kDeepest) refuse("blocks and brackets stand at most 32 deep");
    const Place place = take(Look::keyword).place;
    const int of = sound() ? negation() : kNone;
    --depth_;
    fit(of, {true, false, {}}, "and, or and not stand between conditions");
    return sound() ? add({Op::invert, {}, 0, 0, {of, kNone, kNone, kNone}, {true, false, {}}, place}) : kNone;
  }

  int comparison() {
    int left = sum();
    struct Sign {
      const char* text;
      Op op;
      bool turned;
    };
    constexpr Sign kSigns[] = {{"<", Op::less, false},       {">", Op::less, true},    {"<=", Op::less_equal, false},
                               {">=", Op::less_equal, true}, {"==", Op::equal, false}, {"!=", Op::differ, false}};
    for (const Sign& sign : kSigns) {
      if (!sound() || !now().is(sign.text)) continue;
      const Place place = take(Look::sign).place;
      int right = sum();
      if (!sound()) return kNone;
      const bool same = sign.op == Op::equal || sign.op == Op::differ;
      if (!same && type_of(left).truth) refuse(place, told(type_of(left)), "only numbers are smaller or larger");
      common(left, right, place, "what is compared has one unit");
      if (sign.turned) std::swap(left, right);
      return sound() ? compared(sign.op, left, right, place, sign.turned) : kNone;
    }
    return left;
  }

  int compared(Op op, int left, int right, const Place& place, bool turned) {
    if (is_random(right) || (is_random(left) && op != Op::less)) {
      refuse(place, "a comparison of random", "random is asked in one way: random < p");
    }
    return add({op, {}, 0, 0, {left, right, kNone, kNone}, {true, false, {}}, place, turned});
  }
  bool is_random(int node) { return is_reading(tree().nodes[at(node)], Read::random); }
  /// `random` may be used only in comparisons.
  void not_random(int node) {
    if (sound() && is_random(node)) {
      refuse(tree().nodes[at(node)].place, "random", "random is asked in one way: random < p");
    }
  }

  /// The type that two values have in common.
  Type common(int left, int right, const Place& place, const char* rule) {
    if (!sound()) return {};
    const Type& a = type_of(left);
    const Type& b = type_of(right);
    if (a.truth != b.truth || (!a.truth && !a.free && !b.free && !(a.unit == b.unit))) {
      refuse(place, told(a) + " and " + told(b), rule);
    }
    return a.free ? b : a;
  }

  int sum() {
    int left = product();
    while (sound() && (now().is("+") || now().is("-"))) {
      const Token sign = take(Look::sign);
      const int right = product();
      const Type type = common(left, right, sign.place, "what is added has one unit");
      left = arithmetic(sign.is("+") ? Op::add : Op::subtract, left, right, type, sign.place);
    }
    return left;
  }
  int product() {
    int left = factor();
    while (sound() && (now().is("*") || now().is("/"))) {
      const Token sign = take(Look::sign);
      const int right = factor();
      if (!sound()) return kNone;
      const Type &a = type_of(left), &b = type_of(right);
      const bool times = sign.is("*");
      left = arithmetic(times ? Op::multiply : Op::divide, left, right,
                        {false, a.free && b.free, times ? a.unit * b.unit : a.unit / b.unit}, sign.place);
    }
    return left;
  }
  int arithmetic(Op op, int left, int right, const Type& type, const Place& place) {
    if (!sound()) return kNone;
    for (const int side : {left, right}) {
      not_random(side);
      if (sound() && type_of(side).truth) refuse(place, "true or false", "one calculates with numbers");
    }
    return sound() ? add({op, {}, 0, 0, {left, right, kNone, kNone}, type, place}) : kNone;
  }
  int factor() {
    if (!now().is("-")) return primary();
    if (++depth_ > kDeepest) refuse("blocks and brackets stand at most 32 deep");
    const Place place = take(Look::sign).place;
    const int of = sound() ? factor() : kNone;
    --depth_;
    if (!sound()) return kNone;
    not_random(of);
    if (type_of(of).truth) refuse(place, "true or false", "one calculates with numbers");
    return sound() ? add({Op::negate, {}, 0, 0, {of, kNone, kNone, kNone}, type_of(of), place}) : kNone;
  }

  int primary() {
    const Token token = now();
    if (token.kind == TokenKind::number || token.is("never")) {
      take(token.is("never") ? Look::keyword : Look::number);
      double factor = 1, value = token.is("never") ? std::numeric_limits<double>::infinity() : token.value;
      Type type;
      type.free = !unit(factor, type.unit);
      return constant(scaled(value, factor), type, token.place);
    }
    if (token.is("true") || token.is("false")) {
      take(Look::number);
      return constant(token.is("true") ? 1 : 0, {true, false, {}}, token.place);
    }
    if (accept("(", Look::sign)) {
      const int inner = expression();
      if (sound()) expect(")", Look::sign, "a bracket is closed with )");
      return inner;
    }
    if (token.kind == TokenKind::word && ahead().is("(")) return call();
    if (token.kind == TokenKind::word) return name();
    refuse("here stands a value: a number, a name, a function or a bracket");
    return kNone;
  }

  int constant(double value, const Type& type, const Place& place) {
    return add({Op::constant, {}, 0, value, {kNone, kNone, kNone, kNone}, type, place});
  }

  std::vector<std::string_view> known() const {
    std::vector<std::string_view> all;
    for (const Name& one : names_) all.push_back(one.name);
    for (const Reading& reading : readings()) {
      if ((reading.when & bit_of(event_)) != 0) all.push_back(reading.name);
    }
    return all;
  }

  int name() {
    const Token token = now();
    if (const Name* one = find(token.text)) {
      take(kLooks[static_cast<std::size_t>(one->space)]);
      if (one->space == Space::param && first_param_ == kNone) first_param_ = one->index;
      used_.push_back({one->space, one->index});
      if (event_ == Event::start && one->space != Space::param) {
        refuse(token.place, quoted(token), "before the start there are parameters only");
      }
      of_a_packet(one->space, token);
      return add({Op::name, one->space, one->index, 0, {kNone, kNone, kNone, kNone}, one->type, token.place});
    }
    const int index = find_reading(token.text);
    if (index < 0) {
      const std::string rule =
          is_reserved(token.text) ? "this word cannot stand for a value" : "this name is not known";
      refuse(rule, advice(known()));
      return kNone;
    }
    take(Look::reading);
    const Reading& reading = readings()[at(index)];
    if ((reading.when & bit_of(event_)) == 0) {
      std::string when;
      for (int event = 0; event < kEvents; ++event) {
        if ((reading.when & (1U << event)) != 0) {
          when += (when.empty() ? "" : ", ") + std::string(name_of(static_cast<Event>(event)));
        }
      }
      refuse(token.place, quoted(token), "this reading is there " + when, "keep it in a state");
    }
    const auto read = static_cast<Read>(index);
    if (read == Read::flows || read == Read::flow_queue) tree().by_flow = true;
    return add({Op::name,
                Space::reading,
                index,
                0,
                {kNone, kNone, kNone, kNone},
                {reading.truth, false, reading.unit},
                token.place});
  }

  int call() {
    const Token token = now();
    const Function* function = find_function(token.text);
    if (function == nullptr) {
      std::vector<std::string_view> all;
      for (const Function& one : functions()) all.push_back(one.name);
      refuse("there is no such function", advice(all));
      return kNone;
    }
    take(Look::function);
    take(Look::sign);
    Node node;
    node.op = function->op;
    node.place = token.place;
    for (int i = 0; i < function->arguments && sound(); ++i) {
      if (i > 0 && !expect(",", Look::sign, function->signature, "an argument is missing")) return kNone;
      node.of[at(i)] = node.op == Op::load ? window(token) : expression();
      if (!sound()) return kNone;
      not_random(node.of[at(i)]);
      const bool condition = node.op == Op::choose && i == 0;
      if (condition) {
        fit(node.of[0], {true, false, {}}, function->signature);
        continue;
      }
      if (sound() && type_of(node.of[at(i)]).truth) refuse(token.place, "true or false", function->signature);
    }
    if (!sound() || !expect(")", Look::sign, function->signature)) return kNone;
    node.type = result(node);
    return sound() ? add(node) : kNone;
  }

  /// The window of `load`: like the interval of `every` it is known at the start.
  int window(const Token& token) {
    if (event_ != Event::arrive)
      refuse(token.place, "load", "the offered load is there on arrive", "keep it in a state");
    if (tree().window != kNone) refuse(token.place, "load", "the offered load is asked at one place");
    const Event within = event_;
    event_ = Event::start;
    tree().window = expression();
    event_ = within;
    return tree().window;
  }

  Type result(const Node& node) {
    const auto [x, y, z, w] = node.of;
    const Type type = type_of(x);
    switch (node.op) {
      case Op::min:
      case Op::max: return common(x, y, node.place, "both have one unit");
      case Op::clamp: {
        const Type both = common(x, y, node.place, "all three have one unit");
        const Type third = common(x, z, node.place, "all three have one unit");
        return both.free ? third : both;
      }
      case Op::choose: return common(y, z, node.place, "both values have one unit");
      case Op::abs:
      case Op::floor: return type;
      case Op::sqrt: return rooted(node, 2);
      case Op::cbrt: return rooted(node, 3);
      case Op::bits:
        fit(x, {false, false, type.unit * kBytes / kBytes}, "bits");
        return {false, false, type.unit / kBytes * kBits};
      case Op::ns: fit(x, {false, false, kSeconds}, "ns takes a time"); return {false, false, kSeconds};
      case Op::average: {
        const Type both = common(x, y, node.place, "the average has the unit of what it is of");
        fit(z, {}, "a weight has no unit");
        if (sound() && !(type_of(w).unit == kBytes) && !(type_of(w).unit == kBytes / kPackets) && !type_of(w).free) {
          refuse(node.place, told(type_of(w)), "the size of a packet is in bytes");
        }
        return both;
      }
      case Op::load: fit(x, {false, false, kSeconds}, "a window is a time"); return {};
      case Op::spaced: fit(x, {}, "a probability has no unit"); return {};
      default:
        fit(x, {}, "this function takes a number without a unit");
        if (y != kNone) fit(y, {}, "this function takes a number without a unit");
        return {};
    }
  }
  Type rooted(const Node& node, int root) {
    const Type type = type_of(node.of[0]);
    for (const int power : type.unit.power) {
      if (power % root != 0) refuse(node.place, text_of(type.unit), "this unit has no such root");
    }
    return {false, type.free, type.unit.to(1, root)};
  }

  /// After a fault, words get the looks that they have alone.
  void mark_rest() {
    for (; at_ < tokens_.size(); ++at_) {
      const Token& token = now();
      switch (token.kind) {
        case TokenKind::number: out_.marks.push_back({token.place, Look::number}); break;
        case TokenKind::text: out_.marks.push_back({token.place, Look::text}); break;
        case TokenKind::word: mark_word(token); break;
        default: break;
      }
    }
  }
  void mark_word(const Token& token) {
    if (const Name* one = find(token.text)) {
      out_.marks.push_back({token.place, kLooks[static_cast<std::size_t>(one->space)]});
    } else if (find_unit(token.text) != nullptr) {
      out_.marks.push_back({token.place, Look::unit});
    } else if (find_function(token.text) != nullptr) {
      out_.marks.push_back({token.place, Look::function});
    } else if (find_reading(token.text) >= 0) {
      out_.marks.push_back({token.place, Look::reading});
    } else if (is_reserved(token.text)) {
      out_.marks.push_back({token.place, Look::keyword});
    }
  }

  // ---- names ----

  const Name* find(std::string_view name) const {
    for (auto one = names_.rbegin(); one != names_.rend(); ++one) {
      if (one->name == name) return &*one;
    }
    return nullptr;
  }
  void declare(Space space, std::size_t index, const Type& type, const Place& place) {
    names_.push_back({text_.substr(static_cast<std::size_t>(place.from), static_cast<std::size_t>(place.length)), space,
                      static_cast<int>(index), type});
    if (space != Space::local) places_.push_back({space, static_cast<int>(index), place});
  }

  /// Of names, by their space.
  static constexpr Look kLooks[] = {Look::reading, Look::param, Look::state, Look::state, Look::local};

  struct Declared {
    Space space;
    int index;
    Place place;
  };

  void warn() {
    for (const Declared& one : places_) {
      const bool param = one.space == Space::param;
      const auto among = [&](const auto& all) {
        return std::find(all.begin(), all.end(), std::pair(one.space, one.index)) != all.end();
      };
      const bool read = among(used_);
      if (read && (param || among(set_))) continue;
      const std::string& name = param ? tree().params[at(one.index)].name : states(one.space)[at(one.index)].name;
      out_.warnings.push_back({one.place, name,
                               param  ? "this parameter does nothing"
                               : read ? "this state keeps its first value"
                                      : "nothing reads this state: it can only be looked at",
                               ""});
    }
    const std::array<int, kEvents>& events = tree().events;
    if (std::none_of(events.begin(), events.end(), [&](int first) { return decides(tree(), first); }))
      out_.warnings.push_back(
          {now().place, "the end of the text", "nothing in this program drops or marks a packet", ""});
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  Parsed out_;
  std::vector<Name> names_;
  std::vector<Declared> places_;
  std::vector<std::pair<Space, int>> used_, set_;
  Event event_ = Event::start;
  int depth_ = 0, first_param_ = kNone;
};

}  // namespace

Parsed parse(std::string_view text) { return Parser(text).run(); }

}  // namespace aqm::program
