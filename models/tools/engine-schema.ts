/**
 * The parts of the scenario's schema that the engine describes itself: network, links, and each kind of traffic with
 * what TCP has besides. What only documents know (title, lanes, ...) stands in the schema by hand.
 */
import type { Field, Layout } from '../../wasm/src/encode.ts';
import type { ParamInfo } from '../../wasm/src/types.ts';

type Node = Record<string, unknown>;
interface Schema extends Node {
  $defs: Record<string, Node> & { traffic: { oneOf: { $ref: string }[] } };
}

const PAIR = 'A number, or a pair [a, b] from which each flow draws uniformly.';
/** What the objects are whose members have dotted names. */
const OBJECTS: Readonly<Record<string, string>> = {
  access: "Each host's own link. Left out: the network's.",
  reverse:
    'The way back, as a link of its own. Left out: a first-in, first-out queue of the same rate, delay and buffer, which follows the link’s changes.',
  gemodel:
    "Losses by Gilbert and Elliott's chain in place of random_loss, as tc's netem has it. Left out: none.",
  frame: 'What the link adds to each packet and makes of it, both ways. Left out: nothing.',
  policer: 'A token bucket that drops what comes too fast. Left out: there is none.',
};
/** The kind of a row that names none. */
const FIRST_KIND = 'ftp';

interface Described {
  readonly unit: string;
  readonly label: string;
  readonly without?: string | number;
  readonly help: string;
  readonly min?: number;
  readonly max?: number;
  readonly minExclusive?: boolean;
  readonly maxExclusive?: boolean;
  readonly default?: unknown;
  readonly choices?: readonly string[];
}

/** A name as a form shows it that knows no better: min_rto, Min rto. */
const readable = (name: string) => name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

function node(type: Field['type'], { unit, label, without, help, choices, ...rest }: Described): Node {
  const { min, max, minExclusive = false, maxExclusive = false } = rest;
  const bounds = {
    ...(min === undefined ? {} : { [minExclusive ? 'exclusiveMinimum' : 'minimum']: min }),
    ...(max === undefined ? {} : { [maxExclusive ? 'exclusiveMaximum' : 'maximum']: max }),
  };
  const head = {
    label,
    description: type === 'pair' ? `${help} ${PAIR}` : help,
    ...(unit === '' ? {} : { unit }),
    ...(without === undefined ? {} : { without }),
  };
  const tail = rest.default === undefined ? {} : { default: rest.default };
  switch (type) {
    case 'number':
    case 'integer':
      return { ...head, type, ...bounds, ...tail };
    case 'toggle':
      return { ...head, type: 'boolean', ...tail };
    case 'choice':
      return { ...head, enum: choices, ...tail };
    case 'pair':
      return {
        ...head,
        type: ['number', 'array'],
        ...bounds,
        items: { type: 'number', ...bounds },
        minItems: 2,
        maxItems: 2,
        ...tail,
      };
  }
}

/** Members of an object; a dotted name is one of an object inside. */
function members(fields: readonly Field[], withDefaults = true): Node {
  const found: Record<string, Node> = {};
  for (const { name, type, ...facts } of fields) {
    const { default: fallback, ...rest } = facts;
    const described = withDefaults && fallback !== undefined ? { ...rest, default: fallback } : rest;
    const [outer = name, inner] = name.split('.');
    if (inner === undefined) {
      found[outer] = node(type, described);
    } else {
      const object = (found[outer] ??= {
        description: OBJECTS[outer] ?? '',
        type: 'object',
        additionalProperties: false,
        properties: {},
      });
      (object.properties as Record<string, Node>)[inner] = node(type, described);
    }
  }
  return found;
}

/** A parameter of a source or a congestion control. A default that is computed is left to the engine. */
function param(info: ParamInfo): [string, Node] {
  const { name, kind, computed, unit, label, help, min, max, minExclusive, maxExclusive, choices } = info;
  if (kind === 'list' || kind === 'text') throw new Error(`${name}: rows of traffic take no ${kind}`);
  const facts: Described = {
    unit,
    label: label ?? readable(name),
    help,
    ...(computed === 'without end' && { without: 'endless' }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(minExclusive && { minExclusive }),
    ...(maxExclusive && { maxExclusive }),
    ...(choices && { choices }),
    ...(computed === undefined ? { default: info.default } : {}),
  };
  return [name, node(kind, facts)];
}

function kindNode(kind: Layout['sources'][number], layout: Layout): Node {
  const { id, name, help, transport, params } = kind;
  const tcp: Node =
    transport === 'tcp'
      ? {
          tcp: {
            label: 'TCP',
            description: `Congestion control: ${layout.controls.map((c) => `${c.name} (${c.source})`).join(', ')}.`,
            enum: layout.controls.map((control) => control.id),
            names: Object.fromEntries(layout.controls.map((control) => [control.id, control.name])),
            default: 'newreno',
          },
          tcp_params: {
            description: 'Parameters of the congestion control. Left out: its defaults.',
            type: 'object',
            additionalProperties: false,
            properties: Object.fromEntries(layout.controls.flatMap((c) => c.params.map(withoutDefault))),
          },
          ...members(layout.tcp),
        }
      : {};
  return {
    title: id.replace(/^./, (first) => first.toUpperCase()),
    description: help,
    type: 'object',
    additionalProperties: false,
    ...(id === FIRST_KIND ? {} : { required: ['kind'] }),
    properties: {
      kind: { description: name, const: id, ...(id === FIRST_KIND ? { default: id } : {}) },
      ...members(layout.row),
      ...Object.fromEntries(params.map(param)),
      ...tcp,
    },
  };
}

/** Which default holds depends on the congestion control. */
function withoutDefault(info: ParamInfo): [string, Node] {
  const [name, described] = param({
    ...info,
    label: info.label ?? `TCP ${readable(info.name).toLowerCase()}`,
  });
  const rest = Object.fromEntries(Object.entries(described).filter(([key]) => key !== 'default'));
  return [name, { ...rest, without: 'default' }];
}

/** `schema` with the engine's own parts as the engine has them now. */
export function withEngineParts(schema: Schema, layout: Layout): Schema {
  const kinds = [...layout.sources].sort((a, b) => Number(b.id === FIRST_KIND) - Number(a.id === FIRST_KIND));
  const old = new Set(schema.$defs.traffic.oneOf.map(({ $ref }) => $ref.replace('#/$defs/', '')));
  const others = Object.entries(schema.$defs).filter(([name]) => !old.has(name));
  const defs = Object.fromEntries(
    others.flatMap(([name, value]) =>
      name === 'traffic'
        ? [[name, value], ...kinds.map((kind) => [kind.id, kindNode(kind, layout)])]
        : [[name, value]],
    ),
  ) as Schema['$defs'];

  const properties = (name: string) => defs[name]?.properties as Record<string, Node>;
  const linkFields = layout.chainLink.filter(({ name }) => name !== 'managed');
  const linkCount = (layout.network.find(({ name }) => name === 'observed')?.max ?? 0) + 1;
  const network = members(layout.network) as Record<string, Node>;
  const { access, observed, ...rest } = network;
  const leftOut = Object.fromEntries(
    Object.entries(members(linkFields, false)).map(([name, member]) => [
      name,
      {
        ...(member as Node),
        description: `${String((member as Node).description)} Left out: the bottleneck's.`,
      },
    ]),
  );
  const changes = {
    label: 'Changes',
    description:
      'What changes at given times, in their order: a schedule, or a trace of a link. The AQM is not told, it keeps the rate that the link has besides.',
    type: 'array',
    minItems: 1,
    maxItems: layout.limits.changes,
    items: { $ref: '#/$defs/change' },
  };
  return {
    ...schema,
    $defs: {
      ...defs,
      network: {
        ...defs.network,
        properties: {
          ...properties('network'),
          links: { ...properties('network').links, maxItems: linkCount },
          observed,
          ...rest,
        },
      },
      bottleneck: { ...defs.bottleneck, properties: { ...members(linkFields), changes } },
      link: {
        ...defs.link,
        properties: {
          ...leftOut,
          changes: { ...changes, description: `${changes.description} Left out: the bottleneck's.` },
          ...members(layout.chainLink.filter(({ name }) => name === 'managed')),
        },
      },
      change: {
        title: 'Change',
        type: 'object',
        additionalProperties: false,
        required: ['time'],
        properties: members(layout.change, false),
      },
      access: { ...defs.access, properties: access?.properties },
      traffic: { ...defs.traffic, oneOf: kinds.map(({ id }) => ({ $ref: `#/$defs/${id}` })) },
    },
  };
}
