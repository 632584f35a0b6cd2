/**
 * A program as a scheme of this project: core-cpp/src/schemes/<id>.cpp. Its decision about every packet is
 * the same as the program's.
 */
import type { AqmInfo, ParamInfo } from '../types.ts';
import { clike, ends } from './clike.ts';
import { double, idOf, quoted, safe, typeOf } from './names.ts';
import { eventsOf, partsIn, requirementsOf, statesOf, type Outcome, type Part } from './tree.ts';

const CALLS: Readonly<Record<string, string>> = {
  min: 'std::min', max: 'std::max', clamp: 'clamped', abs: 'std::abs', floor: 'std::floor', exp: 'math::exp',
  log: 'math::log', expm1: 'math::expm1', log1p: 'math::log1p', sqrt: 'std::sqrt', cbrt: 'math::cbrt',
  pow: 'math::pow', powi: 'whole_power', ns: 'whole_ns', spaced: 'spaced',
}; // prettier-ignore

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  accept: 'accept',
  drop: 'drop',
  drop_always: 'force',
  mark: 'mark',
  mark_or_drop: 'mark_or_drop',
};

const { value, condition, statements } = clike({
  param: 'param.',
  state: 'state.',
  reading: (name) => `at(Read::${name})`,
  infinity: 'kInfinity',
  call: (name, of) =>
    name === 'load'
      ? 'offered'
      : name === 'average'
        ? `averaged(${['readings.data()', ...of].join(', ')})`
        : `${CALLS[name] ?? name}(${of.join(', ')})`,
  local: '[[maybe_unused]] const auto',
  keep: (text) => `kept(${text})`,
  decide: (outcome) => `return Outcome::${OUTCOMES[outcome]}`,
});

const EVENTS: Readonly<Record<string, string>> = {
  'on arrive': 'arrive',
  'on depart': 'depart',
  'on idle': 'idle',
  'on overflow': 'overflow',
  every: 'every',
};

const bound = (value: number | undefined, without: string): string =>
  value === undefined ? without : double(value);

function paramLine({ name, unit, kind, default: fallback, min, max, help }: ParamInfo): string {
  const member = `&Params::${safe(name)}`;
  return kind === 'toggle'
    ? `toggle<Params, ${member}>(${quoted(name)}, ${String(fallback)}, ${quoted(help)}),`
    : `bind<Params, ${member}>(${quoted(name)}, ${quoted(unit)}, ParamKind::${kind}, ${double(Number(fallback))},
                              {${bound(min, '-kInfinity')}, ${bound(max, 'kInfinity')}}, ${quoted(help)}),`;
}

/** The first parameter that a condition names, at which an error is reported. */
const firstParam = (root: Part): string | undefined =>
  [...partsIn(root)].find(({ kind }) => kind === 'param')?.text;

const indent = (lines: readonly string[], by: number): readonly string[] =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line));

/** The member for a time that is known at the start: for `every`, for `load`. */
const timed = (name: string, time: Part | undefined): readonly string[] => [
  `double ${name}() const { return ${time === undefined ? 'kUnset' : value(time)}; }`,
];

function checks(tree: Part, interval: Part | undefined, window: Part | undefined): readonly string[] {
  const told = (holds: string, param: string, rule: string) =>
    `check.require(${holds}, ${quoted(param)}, p.${safe(param)}, ${quoted(rule)});`;
  const lines = requirementsOf(tree).flatMap(({ text, condition: root }, i) => {
    const param = firstParam(root);
    return param === undefined ? [] : [told(`law.requirement${i}()`, param, text)];
  });
  for (const [time, name, rule] of [
    [interval, 'interval', 'the interval of every is from 1e-5 to 1e6 s'],
    [window, 'window', 'the window of load is from 1e-5 to 1e6 s'],
  ] as const) {
    const param = time && firstParam(time);
    if (param !== undefined) lines.push(told(`law.${name}() >= 1e-5 && law.${name}() <= 1e6`, param, rule));
  }
  return lines;
}

/**
 * `scheme`: the engine's description of the program's text. Without `registered`, the scheme is not added to
 * the catalogue.
 */
export function cppScheme(tree: Part, scheme: AqmInfo, registered = true): string {
  const id = idOf(scheme.name);
  const type = typeOf(id);
  const params = scheme.params.filter(({ kind }) => kind !== 'text');
  const states = statesOf(tree);
  const events = eventsOf(tree);
  const interval = events.find(({ name }) => name === 'every')?.interval;
  const window = [...partsIn(tree)].find(({ kind }) => kind === 'load')?.of[0];
  const asked = checks(tree, interval, window);
  const law = [
    `${type}Law(const Params& given, const LinkInfo& link) : param(given) {`,
    '  read_link(readings.data(), link);',
    ...states.map(({ name, first }) => `  state.${safe(name)} = kept(${value(first)});`),
    '}',
    '',
    'double& at(Read reading) { return readings[static_cast<std::size_t>(reading)]; }',
    'double at(Read reading) const { return readings[static_cast<std::size_t>(reading)]; }',
    `bool has(Event event) const { return ${
      events.map(({ name }) => `event == Event::${EVENTS[name] ?? name}`).join(' || ') || 'false'
    }; }`,
    'Outcome ask(Event event) {',
    '  switch (event) {',
    ...events.map(
      ({ name }) => `    case Event::${EVENTS[name] ?? name}: return on_${EVENTS[name] ?? name}();`,
    ),
    '    default: return Outcome::none;',
    '  }',
    '}',
    ...timed('interval', interval),
    ...timed('window', window),
    'void set_load(double load) { offered = load; }',
    states.length === 0 ? 'void observe(double*) const {}' : 'void observe(double* out) const {',
    ...(states.length === 0
      ? []
      : [...states.map(({ name }, i) => `  out[${i}] = state.${safe(name)};`), '}']),
    ...requirementsOf(tree).map(
      ({ condition: root }, i) => `bool requirement${i}() const { return ${condition(root)}; }`,
    ),
  ];
  return [
    `// ${scheme.name.replace(/\s+/g, ' ')}: written from a program (docs/programs.md), with which it ` +
      'shares every decision.',
    '#include <array>',
    '',
    '#include "parts/program_math.hpp"',
    '#include "parts/program_queue.hpp"',
    '#include "parts/register.hpp"',
    '#include "parts/scheme_of.hpp"',
    '',
    `namespace aqm::${id}_program {`,
    'using namespace program;',
    '',
    'struct Params {',
    ...params.map(({ name, kind, default: fallback }) =>
      kind === 'toggle'
        ? `  bool ${safe(name)} = ${String(fallback)};`
        : `  double ${safe(name)} = ${double(Number(fallback))};`,
    ),
    '};',
    '',
    'struct State {',
    ...states.map(({ name }) => `  double ${safe(name)} = 0;`),
    '};',
    '',
    `class ${type}Law {`,
    ' public:',
    ...indent(law, 2),
    '',
    ' private:',
    ...events.flatMap(({ name, block }) => [
      `  Outcome on_${EVENTS[name] ?? name}() {`,
      ...statements(block, 2),
      ...(ends(block) ? [] : ['    return Outcome::none;']),
      '  }',
      '',
    ]),
    '  Params param;',
    '  State state;',
    '  std::array<double, kReadings> readings{};',
    '  double offered = 0;',
    '};',
    '',
    `struct ${type} {`,
    `  static constexpr const char* id = ${quoted(id)};`,
    `  static constexpr const char* name = ${quoted(scheme.name)};`,
    '  static constexpr const char* no_fluid = "The program that this was written from has the ' +
      'counterpart, if there is one.";',
    `  using Params = ${id}_program::Params;`,
    '',
    '  static std::vector<ParamSpec> table() {',
    '    return {',
    ...indent(params.map(paramLine), 8),
    '    };',
    '  }',
    '  static std::vector<StateSpec> states() {',
    '    return {',
    ...scheme.states.map(
      ({ name, unit, help }) => `        {${quoted(name)}, ${quoted(unit)}, ${quoted(help)}},`,
    ),
    '    };',
    '  }',
    '  static std::vector<const char*> constraints() {',
    `    return {${scheme.constraints.map(quoted).join(', ')}};`,
    '  }',
    ...(asked.length === 0
      ? ['  static void check(const Params&, const LinkInfo&, Checker&) {}']
      : [
          '  static void check(const Params& p, const LinkInfo& link, Checker& check) {',
          `    const ${type}Law law(p, link);`,
          ...indent(asked, 4),
          '  }',
        ]),
    '  static std::unique_ptr<QueueDiscipline> make(const Params& p, const LinkInfo& link, Rng) {',
    `    return std::make_unique<ProgramQueue<${type}Law>>(${type}Law(p, link), link.buffer);`,
    '  }',
    '};',
    '',
    `}  // namespace aqm::${id}_program`,
    ...(registered
      ? [
          '',
          'namespace aqm {',
          'namespace {',
          '',
          `const Register<SchemeOf<${id}_program::${type}>> registered;`,
          '',
          '}  // namespace',
          '}  // namespace aqm',
        ]
      : []),
    '',
  ].join('\n');
}
