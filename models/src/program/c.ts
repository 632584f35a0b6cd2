/**
 * A program in C: only its law, as functions that a queue calls. It is also the core of the code for ns-3.
 */
import type { AqmInfo } from '../types.ts';
import { clike, ends } from './clike.ts';
import { double, idOf, safe } from './names.ts';
import { eventsOf, partsIn, statesOf, type Outcome, type Part } from './tree.ts';

const CALLS: Readonly<Record<string, string>> = {
  min: 'fmin', max: 'fmax', clamp: 'clamped', abs: 'fabs', ns: 'whole_ns', powi: 'pow',
}; // prettier-ignore

/** The helpers that a program may need, by the function of the language that uses each. */
const HELPERS: Readonly<Record<string, string>> = {
  clamp: `static double clamped(double x, double low, double high) {
  return x < low ? low : high < x ? high : x;
}`,
  ns: `static double whole_ns(double s) {
  return floor(s * 1e9 + 0.5) / 1e9;
}`,
  spaced: `static double spaced(double p, double count) {
  return count * p < 1 ? fmin(1.0, p / (1 - count * p)) : 1.0;
}`,
};

const averageOf = (id: string): string => `/* RED's average: it decays while the link is idle. */
static double averaged(const struct ${id} *self, double avg, double x, double w, double size) {
  if (self->at.queue > 0 || self->at.busy) return (1 - w) * avg + w * x;
  return avg * exp(self->at.idle_time * (self->at.rate / (8 * size)) * log1p(-w));
}`;

const writer = (id: string) =>
  clike({
    param: 'self->param.',
    state: 'self->state.',
    reading: (name) => `self->at.${name}`,
    infinity: 'INFINITY',
    call: (name, of) =>
      name === 'load'
        ? 'self->offered'
        : name === 'average'
          ? `averaged(${['self', ...of].join(', ')})`
          : `${CALLS[name] ?? name}(${of.join(', ')})`,
    local: 'const double',
    keep: (text) => text,
    decide: (outcome: Outcome) => `return ${id.toUpperCase()}_${outcome.toUpperCase()}`,
  });

const READINGS = [
  'queue', 'queue_bytes', 'buffer', 'rate', 'capacity', 'packet_size', 'now', 'random', 'size', 'idle_time', 'sojourn',
]; // prettier-ignore

const eventName = (name: string): string => name.replace(' ', '_').replace(/^every$/, 'on_every');

export interface Core {
  readonly id: string;
  readonly lines: readonly string[];
}

/** Structures and functions that are valid C99 and C++. */
export function cCore(tree: Part, scheme: AqmInfo): Core {
  const id = idOf(scheme.name);
  const { value, statements } = writer(id);
  const used = new Set([...partsIn(tree)].map(({ kind }) => kind));
  const events = eventsOf(tree);
  const interval = events.find(({ name }) => name === 'every')?.interval;
  const params = scheme.params.filter(({ kind }) => kind !== 'text');
  const member = (type: string, name: string, help: string) =>
    `  ${type} ${safe(name)};  /* ${help.replaceAll('*/', '')} */`;
  const outcomes = ['ACCEPT', 'DROP', 'DROP_ALWAYS', 'MARK', 'MARK_OR_DROP'];
  const lines = [
    `enum ${id}_outcome { ${outcomes.map((one) => `${id.toUpperCase()}_${one}`).join(', ')} };`,
    '',
    '/* What the queue tells before it calls: packets, bytes, bit/s, packets/s, seconds. */',
    `struct ${id}_readings {`,
    `  double ${READINGS.join(', ')};`,
    '  bool busy, ect, first;',
    '};',
    '',
    `struct ${id}_param {`,
    ...params.map(({ name, kind, help, unit }) =>
      member(
        kind === 'toggle' ? 'bool' : 'double',
        name,
        unit === '' || unit === '1' ? help : `${unit}. ${help}`,
      ),
    ),
    ...(params.length === 0 ? ['  char none;'] : []),
    '};',
    '',
    `struct ${id}_state {`,
    ...scheme.states.map(({ name, unit, help }) =>
      member('double', name, unit === '1' ? help : `${unit}. ${help}`),
    ),
    ...(scheme.states.length === 0 ? ['  char none;'] : []),
    '};',
    '',
    `struct ${id} {`,
    `  struct ${id}_param param;`,
    `  struct ${id}_state state;`,
    `  struct ${id}_readings at;`,
    ...(used.has('load')
      ? ['  double offered;  /* bits that arrived within the window, over what the link carries in it */']
      : []),
    '};',
    '',
    ...Object.entries(HELPERS).flatMap(([kind, text]) => (used.has(kind) ? [...text.split('\n'), ''] : [])),
    ...(used.has('average') ? [...averageOf(id).split('\n'), ''] : []),
    `static void ${id}_defaults(struct ${id} *self) {`,
    '  (void)self;',
    ...params.map(
      ({ name, kind, default: fallback }) =>
        `  self->param.${safe(name)} = ${kind === 'toggle' ? String(fallback) : double(Number(fallback))};`,
    ),
    '}',
    '',
    '/* Once, when the parameters are set and the link has been told. */',
    `static void ${id}_start(struct ${id} *self) {`,
    '  (void)self;',
    ...statesOf(tree).map(({ name, first }) => `  self->state.${safe(name)} = ${value(first)};`),
    '}',
    '',
    ...(interval === undefined
      ? []
      : [
          `static double ${id}_interval(const struct ${id} *self) {`,
          '  (void)self;',
          `  return ${value(interval)};`,
          '}',
          '',
        ]),
    ...events.flatMap(({ name, block }) => [
      `static enum ${id}_outcome ${id}_${eventName(name)}(struct ${id} *self) {`,
      ...statements(block, 1),
      ...(ends(block) ? [] : [`  return ${id.toUpperCase()}_ACCEPT;`]),
      '}',
      '',
    ]),
  ];
  return { id, lines };
}

/** `scheme`: the engine's description of the program's text. */
export function cSketch(tree: Part, scheme: AqmInfo): string {
  const { id, lines } = cCore(tree, scheme);
  const called = eventsOf(tree).map(({ name }) => `${id}_${eventName(name)}`);
  return [
    `/* ${scheme.name.replaceAll('*/', '')}: written by AQM Explorer from a program. The law alone, for ` +
      'a queue that calls',
    ` * ${id}_defaults, ${id}_start, and then ${called.join(', ')}.`,
    ' * on_arrive: at an arrival, before the packet is stored, whether or not the queue is full. ' +
      'on_overflow: after it, if it is full.',
    ' * on_depart: when the oldest packet is taken; after a drop it is asked about the next one. ' +
      'on_idle: nothing is left to send.',
    ' * A kernel has no floating point: each double has to become a number of fixed point, with a scale of its unit.',
    ' */',
    '#include <math.h>',
    '#include <stdbool.h>',
    '',
    ...lines,
  ].join('\n');
}
