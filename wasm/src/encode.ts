/**
 * Documents into the flat arrays that the module reads. The order of the fields is described by the module
 * itself (bindings/layout.hpp), their composition by inputs.ts; this file only turns values into numbers.
 */
import type { FluidChoice } from './fluid-types.ts';
import { INPUTS, type Part } from './inputs.ts';
import type { AqmInfo, ParamInfo, ParamIssue, Params, ParamValue } from './types.ts';
import { EngineError } from './types.ts';

export interface Field {
  readonly name: string;
  readonly type: 'number' | 'integer' | 'toggle' | 'pair' | 'choice';
  readonly unit: string;
  /** Label in forms. */
  readonly label: string;
  readonly help: string;
  /** What a form shows for a value that is left out: a text, or the number that then holds. */
  readonly without?: string | number;
  readonly min?: number;
  readonly max?: number;
  /** Absent if a value that is left out stands for something else, which `help` names. */
  readonly default?: number | boolean | string | readonly [number, number];
  readonly choices?: readonly string[];
}
/** A kind of traffic. */
export interface SourceInfo {
  readonly id: string;
  readonly name: string;
  readonly help: string;
  /** The document that defines it. */
  readonly source: string;
  readonly transport: 'tcp' | 'udp';
  readonly params: readonly ParamInfo[];
  /** Long-run rate of one flow with all defaults, bit/s; null for a flow that takes what TCP gets. */
  readonly mean_rate: number | null;
}
/** A congestion control. */
export interface ControlInfo {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  /** Whether its packets can be marked: if the row asks for it, always (with ECT(1)), or never. */
  readonly ecn: 'optional' | 'l4s' | 'none';
  /** 1 or 0: whether it works with selective acknowledgements only, and whether its recovery uses them. */
  readonly needs_sack: number;
  readonly takes_sack: number;
  readonly params: readonly ParamInfo[];
  /** Activities of a sender, by the index in a recording. */
  readonly phases: readonly string[];
}
export interface RecordedInfo {
  readonly name: string;
  readonly unit: string;
  readonly help: string;
}
export interface MetricInfo extends RecordedInfo {
  readonly label: string;
  /** Whether low or high values are better. */
  readonly better: 'neither' | 'high' | 'low';
}
/** The data that crosses the border, as the module describes it (bindings/layout.hpp). */
export interface Layout {
  /** Bounds that several parts of a document share. */
  readonly limits: { readonly flows: number; readonly changes: number; readonly segments: number };
  readonly link: readonly Field[];
  readonly curve: readonly Field[];
  readonly run: readonly Field[];
  readonly network: readonly Field[];
  readonly record: readonly Field[];
  readonly chainLink: readonly Field[];
  readonly change: readonly Field[];
  readonly row: readonly Field[];
  readonly tcp: readonly Field[];
  readonly fluid: readonly Field[];
  readonly map: readonly Field[];
  readonly hopf: readonly Field[];
  readonly range: readonly Field[];
  readonly oneLink: readonly Field[];
  /** Words for the fate of a packet, by index. */
  readonly packetEnds: readonly string[];
  /** Words for the design rules, by index. */
  readonly designRules: readonly string[];
  readonly sources: readonly SourceInfo[];
  readonly controls: readonly ControlInfo[];
  readonly metrics: readonly MetricInfo[];
  readonly rowMetrics: readonly MetricInfo[];
  /** Columns of a run: of each interval, of drops and marks, of each event of a window. */
  readonly overview: readonly RecordedInfo[];
  readonly dots: readonly RecordedInfo[];
  readonly window: readonly RecordedInfo[];
}

/** A knob of a map as the module names it: parameters of the AQM by their index in the table. */
export interface KnobFields {
  readonly knob: string;
  readonly param?: number;
  readonly value?: number;
}

export interface CurveFields {
  readonly which: number;
  readonly points: number;
  readonly xMax?: number | undefined;
  readonly x?: number;
}
export interface RecordFields {
  readonly bins?: number;
  readonly from?: number;
  readonly to?: number;
  readonly limit?: number;
  readonly flows?: boolean;
  /** s; the program's steps at this time are recorded. */
  readonly stopsAt?: number;
  /** Flows whose congestion windows the overview has, by number from 0. */
  readonly windows?: readonly number[];
}

/** One number a row of the table (NaN: left out), its lists and its texts. */
export interface EncodedParams {
  readonly numbers: readonly number[];
  readonly lists: readonly (readonly number[])[];
  readonly texts: readonly string[];
}

/** A scheme by its place in the catalogue, with its parameters. */
export interface EncodedScheme {
  readonly index: number;
  readonly params: EncodedParams;
}

interface Misfit {
  readonly path: string;
  readonly rule: string;
  readonly value?: number;
}

/** The condition on a value of a type, in words. */
function ruleOf(type: Field['type'], choices: readonly string[] = []): string {
  switch (type) {
    case 'number':
      return 'must be a finite number';
    case 'integer':
      return 'must be an integer';
    case 'toggle':
      return 'must be true or false';
    case 'pair':
      return 'must be a finite number or a pair [lo, hi] of them';
    case 'choice':
      return `must be one of ${choices.join(', ')}`;
  }
}

const finite = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** The numbers that stand for a value; undefined when it does not fit the field. */
function toNumbers(
  { type, choices = [] }: Pick<Field, 'type' | 'choices'>,
  value: unknown,
): number[] | undefined {
  switch (type) {
    case 'number':
      return finite(value) ? [value] : undefined;
    case 'integer':
      return Number.isSafeInteger(value) ? [Number(value)] : undefined;
    case 'toggle':
      return typeof value === 'boolean' ? [value ? 1 : 0] : undefined;
    case 'pair': {
      if (finite(value)) return [value, value];
      return Array.isArray(value) && value.length === 2 && value.every(finite) ? value : undefined;
    }
    case 'choice': {
      const index = typeof value === 'string' ? choices.indexOf(value) : -1;
      return index >= 0 ? [index] : undefined;
    }
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a dotted path, undefined where there is none. */
function at(document: unknown, path: string): unknown {
  let value = document;
  for (const key of path.split('.'))
    value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** Paths of the document that no field reads, usually misspelt ones. */
function strays(document: unknown, fields: readonly { readonly name: string }[], path = ''): string[] {
  if (!isRecord(document)) return [];
  return Object.entries(document).flatMap(([key, value]) => {
    const here = path === '' ? key : `${path}.${key}`;
    if (fields.some(({ name }) => name === here)) return [];
    return fields.some(({ name }) => name.startsWith(`${here}.`)) ? strays(value, fields, here) : [here];
  });
}

/** A path below another path. */
const below = (prefix: string, path: string) => (path === '' ? prefix : `${prefix}${path}.`);

/** Names of all members that the parts of one object read. */
function namesIn(parts: readonly Part[], node: object, layout: Layout): { readonly name: string }[] {
  return parts.flatMap((part) => {
    switch (part.kind) {
      case 'fields':
        return [...layout[part.table]];
      case 'entry': {
        const own =
          part.values === ''
            ? entryOf<SourceInfo | ControlInfo>(layout[part.table], at(node, part.at))?.params
            : undefined;
        return [{ name: part.at }, { name: part.values }, ...(own ?? [])];
      }
      case 'each':
      case 'numbers':
      case 'scheme':
        return [{ name: part.at }];
    }
  });
}

const entryOf = <T extends { readonly id: string }>(all: readonly T[], id: unknown): T | undefined =>
  all.find((one) => one.id === id);

class Encoder {
  readonly numbers: number[] = [];
  readonly misfits: Misfit[] = [];

  constructor(private readonly layout: Layout) {}

  /** Appends the parts of a document; `scheme` encodes its AQM. */
  parts(parts: readonly Part[], document: object, scheme?: EncodedScheme, prefix = ''): this {
    for (const part of parts) {
      const found = part.at === '' ? document : at(document, part.at);
      switch (part.kind) {
        case 'fields': {
          const node = isRecord(found) ? found : {};
          const { table, besides = [] } = part;
          const place = below(prefix, part.at);
          this.fields(this.layout[table], node, place);
          const known = [...this.layout[table], ...besides.map((name) => ({ name }))];
          if (part.at !== '') this.strangers(node, known, place);
          break;
        }
        case 'each': {
          const entries = Array.isArray(found) ? (found as readonly object[]) : [];
          this.numbers.push(entries.length);
          entries.forEach((entry, i) => {
            const place = `${prefix}${part.at}[${i}].`;
            this.parts(part.parts, entry, scheme, place);
            this.strangers(entry, namesIn(part.parts, entry, this.layout), place);
          });
          break;
        }
        case 'entry': {
          const id = found ?? part.otherwise;
          const all = this.layout[part.table];
          const info = entryOf<SourceInfo | ControlInfo>(all, id);
          if (info === undefined) {
            const rule = `must be one of ${all.map((one) => one.id).join(', ')}`;
            this.misfits.push({ path: prefix + part.at, rule });
          }
          this.numbers.push(all.findIndex((one) => one.id === id));
          const own = part.values === '' ? document : (at(document, part.values) ?? {});
          this.spans(info?.params ?? [], own, below(prefix, part.values));
          if (part.values !== '' && info !== undefined && isRecord(own))
            this.strangers(own, info.params, below(prefix, part.values));
          break;
        }
        case 'numbers':
          this.counted(Array.from((found ?? []) as ArrayLike<number>));
          break;
        case 'scheme':
          if (scheme === undefined) throw new Error('an input with a scheme needs one');
          this.numbers.push(scheme.index);
          this.params(scheme.params);
          break;
      }
    }
    return this;
  }

  /** Appends the fields of a document; one that is left out takes the engine's default. */
  fields(fields: readonly Field[], document: object, prefix = ''): this {
    for (const field of fields) {
      const value = at(document, field.name);
      const width = field.type === 'pair' ? 2 : 1;
      const encoded = value === undefined ? new Array<number>(width).fill(NaN) : toNumbers(field, value);
      if (encoded === undefined) {
        this.misfits.push({
          path: prefix + field.name,
          rule: ruleOf(field.type, field.choices),
          ...(typeof value === 'number' ? { value } : {}),
        });
      }
      this.numbers.push(...(encoded ?? []));
    }
    return this;
  }

  /** A member that no part reads is refused. */
  strangers(document: object, known: readonly { readonly name: string }[], prefix: string): this {
    for (const path of strays(document, known))
      this.misfits.push({ path: prefix + path, rule: 'is not known' });
    return this;
  }

  counted(numbers: readonly number[]): this {
    this.numbers.push(numbers.length, ...numbers);
    return this;
  }

  private params({ numbers, lists, texts }: EncodedParams): void {
    this.counted(numbers).numbers.push(lists.length);
    for (const list of lists) this.counted(list);
    this.numbers.push(texts.length);
    for (const text of texts) this.counted(Array.from(new TextEncoder().encode(text)));
  }

  /** A catalogue's own parameters of a row of traffic, each as a span. */
  private spans(table: readonly ParamInfo[], values: object, prefix: string): void {
    const given = values as Readonly<Record<string, unknown>>;
    this.numbers.push(table.length);
    for (const { name, kind, choices } of table) {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      const type = kind === 'pair' || kind === 'choice' || kind === 'toggle' ? kind : 'number';
      const encoded = value === undefined ? [NaN] : toNumbers({ type, ...(choices && { choices }) }, value);
      if (encoded === undefined) this.misfits.push({ path: prefix + name, rule: ruleOf(type, choices) });
      this.numbers.push(encoded?.[0] ?? NaN, encoded?.[1] ?? encoded?.[0] ?? NaN);
    }
  }

  finish(): number[] {
    if (this.misfits.length > 0) {
      const message = this.misfits.map(
        ({ path, rule, value }) => `${path}${value === undefined ? '' : ` = ${value}`}: ${rule}`,
      );
      throw new EngineError(message.join('; '), this.misfits);
    }
    return this.numbers;
  }
}

function isRows(value: ParamValue, width: number): value is readonly (readonly number[])[] {
  return (
    Array.isArray(value) &&
    value.every((row) => Array.isArray(row) && row.length === width && row.every(finite))
  );
}

/** The numbers of one parameter's value, or the rule that it breaks. */
function encodeParam(info: ParamInfo, value: ParamValue): number[] | string {
  if (info.kind === 'list') {
    const width = info.listWidth ?? 1;
    if (!isRows(value, width))
      return `must be a list of rows of ${width} finite ${width === 1 ? 'number' : 'numbers'}`;
    return value.flat();
  }
  if (info.kind === 'text')
    return typeof value === 'string' && value !== '' ? [] : 'must be text, and not empty';
  // Whether a number is whole is a rule of the table, checked by the engine with the nearest valid value.
  const type = info.kind === 'integer' ? 'number' : info.kind;
  return (
    toNumbers({ type, ...(info.choices && { choices: info.choices }) }, value) ?? ruleOf(type, info.choices)
  );
}

/** Parameters in the order of the table; `issues` lists values that do not fit it. */
export function encodeParams(
  info: AqmInfo,
  params: Params,
): EncodedParams & { readonly issues: ParamIssue[] } {
  const issues: ParamIssue[] = [];
  const numbers: number[] = [];
  const lists: (readonly number[])[] = [];
  const texts: string[] = [];
  for (const row of info.params) {
    const value = Object.hasOwn(params, row.name) ? params[row.name] : undefined;
    const encoded = value === undefined ? [NaN] : encodeParam(row, value);
    if (typeof encoded === 'string') {
      issues.push({
        severity: 'error',
        param: row.name,
        ...(value !== undefined && { value }),
        rule: encoded,
      });
    } else if (row.kind === 'list') {
      lists.push(value === undefined ? [] : encoded);
    } else if (row.kind === 'text') {
      texts.push(typeof value === 'string' ? value : '');
    }
    const single = row.kind !== 'list' && row.kind !== 'text' && typeof encoded !== 'string';
    numbers.push(single ? (encoded[0] ?? NaN) : NaN);
  }
  for (const [name, value] of Object.entries(params)) {
    if (!info.params.some((row) => row.name === name)) {
      const known = info.params.map((row) => row.name).join(', ');
      issues.push({
        severity: 'error',
        param: name,
        value,
        rule:
          known === '' ? `${info.id} has no parameters` : `must be one of ${info.id}'s parameters: ${known}`,
      });
    }
  }
  return { numbers, lists, texts, issues };
}

/** An input whose composition stands in the table; `scheme` where it has one. */
export function encodeInput(
  layout: Layout,
  input: keyof typeof INPUTS,
  document: object,
  scheme?: EncodedScheme,
): number[] {
  return new Encoder(layout).parts(INPUTS[input], document, scheme).finish();
}

/** First part of the input of aqm_map_row; the scenario follows. */
export function encodeMapRow(
  layout: Layout,
  map: { readonly x: KnobFields; readonly y: KnobFields },
  choice: FluidChoice,
  x: readonly number[],
): number[] {
  return new Encoder(layout)
    .fields(layout.map, map)
    .fields(layout.fluid, choice)
    .strangers(choice, layout.fluid, '')
    .counted(x)
    .finish();
}

/** First part of the input of aqm_hopf and the like: quantities, and how the model is read; the scenario follows. */
export function encodeAlong(
  layout: Layout,
  fields: readonly Field[],
  quantities: readonly KnobFields[],
  choice: FluidChoice,
): number[] {
  return quantities
    .reduce((encoder, quantity) => encoder.fields(fields, quantity), new Encoder(layout))
    .fields(layout.fluid, choice)
    .strangers(choice, layout.fluid, '')
    .finish();
}

/** First part of the input of aqm_one_link; the scheme on its link follows. */
export function encodeOneLink(
  layout: Layout,
  setUp: { readonly drawSeed: number; readonly timers: string },
  arrivals: readonly number[],
): number[] {
  return new Encoder(layout)
    .fields(layout.oneLink, setUp)
    .finish()
    .concat(arrivals.length / 4, arrivals);
}
