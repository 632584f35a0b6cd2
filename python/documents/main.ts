/**
 * Documents for Python: the implementation in models/, bundled into the wheel and run there by a small
 * JavaScript engine (python/src/aqm_explorer/documents.py). `answer` takes a question as JSON text and
 * returns {"answer": ...} or {"issues": [...]}.
 */
import './text.ts';
import './measured.ts';
import releases from '../../models/released/presets.json' with { type: 'json' };
import { observedLink } from '../../models/src/chain.ts';
import { complete } from '../../models/src/complete.ts';
import type { Scenario } from '../../models/src/generated/scenario.ts';
import { isError, refusal, type Issue } from '../../models/src/issue.ts';
import { parseJson } from '../../models/src/json.ts';
import { KNOB_NAMES, knobNamed } from '../../models/src/knobs.ts';
import { lanes } from '../../models/src/lanes.ts';
import { TraceError, withLinkTrace } from '../../models/src/link-trace.ts';
import { decodeLink, releaseIn } from '../../models/src/link.ts';
import { mergePatch } from '../../models/src/merge-patch.ts';
import { estimate } from '../../models/src/statistics.ts';
import { courseOf } from '../../models/src/statistics/course.ts';
import { comparisonOf, reportOf } from '../../models/src/statistics/report.ts';
import { seedsNeeded, withinIn, type Within } from '../../models/src/statistics/seeds-needed.ts';
import { chunksOf, keyText, type Chunk } from '../../models/src/study/chunks.ts';
import {
  IS_SCENARIO,
  IS_STUDY,
  looksLikeScenario,
  looksLikeStudy,
  validateStudy,
} from '../../models/src/study/check.ts';
import { axisCells, columnsOf, FIXED, axisColumns } from '../../models/src/study/columns.ts';
import { expand, type Expansion } from '../../models/src/study/expand.ts';
import { sizeOf } from '../../models/src/study/size.ts';
import { PointError } from '../../models/src/study/turn.ts';
import type { Study } from '../../models/src/generated/study.ts';
import { validate } from '../../models/src/validate.ts';
import { encodeAlong, encodeInput, type RecordFields } from '../../wasm/src/encode.ts';
import { laneDocument } from '../../wasm/src/fluid-document.ts';
import { knobFields, rangeFields, wholeRange } from '../../wasm/src/fluid.ts';
import type { MapKnob } from '../../wasm/src/fluid-types.ts';
import { EngineError, type LaneScenario, type Params } from '../../wasm/src/types.ts';
import { laws, written } from './engine.ts';

class Refused extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super(issues.map(({ message }) => message).join('\n'));
  }
}

/** The value of a JSON text that is not another kind of document. */
function valueIn(text: string, isOther: (value: unknown) => boolean, message: string): unknown {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Refused([parsed.issue]);
  if (isOther(parsed.value)) throw new Refused([refusal({ path: '', rule: message }, message)]);
  return parsed.value;
}

/** The scenario that a text holds, in the current version, with nothing filled in. */
function scenarioIn(text: string): { readonly document: Scenario; readonly warnings: readonly Issue[] } {
  const found = validate(valueIn(text, looksLikeStudy, `${IS_STUDY}; study() runs it.`), laws);
  if (!found.ok) throw new Refused(found.issues.filter(isError));
  return { document: found.scenario, warnings: found.warnings };
}

/** A scheme on a link, judged as in a scenario; null stands for the default. */
function laneOn(id: unknown, params: unknown, { rate, buffer, packet_size }: CurveQuestion['link']) {
  const given = (own: object) =>
    Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
  const network = { ...given({ packet_size }), bottleneck: given({ rate, buffer }) };
  const found = validate({ version: 1, network, lanes: [{ aqm: { id, params } }] }, laws);
  if (!found.ok)
    throw new Refused(
      found.issues.filter(isError).map(({ path, value, rule, nearest }) =>
        refusal({
          path: path.replace(/^(lanes\[0\]|network(\.bottleneck)?)\./, ''),
          rule,
          ...(value !== undefined && { value }),
          ...(nearest !== undefined && { nearest }),
        }),
      ),
    );
  const [lane] = lanes(found.scenario) as [LaneScenario];
  return lane;
}

/** The preset's release that a link is written against, where it is. */
function releaseOfLink(link: string) {
  const asked = releaseIn(link);
  if (asked === undefined) return null;
  const texts: Readonly<Record<string, readonly string[]>> = releases;
  const text = Object.hasOwn(texts, asked.id) ? texts[asked.id]?.[asked.number - 1] : undefined;
  return text === undefined ? null : { ...asked, text };
}

function scenarioOfLink(link: string): Scenario {
  const found = decodeLink(link, laws, releaseOfLink(link));
  if (!found.ok) throw new Refused(found.issues.filter(isError));
  return found.scenario;
}

const scheme = (aqm: string, params: Params) => {
  const { index, info } = laws.find(aqm, params);
  return { index, params: laws.encoded(info, params) };
};

const schemeOf = ({ aqm }: LaneScenario) => scheme(aqm.id, aqm.params);
const runInput = (lane: LaneScenario, record: RecordFields) =>
  encodeInput(laws.layout, 'scenario', { ...lane, record }, schemeOf(lane));

/** A quantity by its name in scenarios, alone or with a range; `argument` is what Python calls it. */
type Along = readonly [argument: string, name: string, ...range: readonly number[]];

function knobOf([argument, name]: Along): MapKnob {
  const knob = knobNamed(name);
  if (knob === undefined)
    throw new Refused([refusal({ path: argument, value: name, rule: `must be one of ${KNOB_NAMES}` })]);
  return knob;
}

function rangeOf(along: Along) {
  const [argument, , from = NaN, to = NaN] = along;
  const knob = knobOf(along);
  try {
    return wholeRange(knob, from, to);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new Refused(
      error.issues.map(({ rule }) => refusal({ path: argument, value: along.slice(1), rule })),
    );
  }
}

/** Why a lane's scheme lacks a quantity, if it does. */
function lack(lane: LaneScenario, along: Along): Issue | undefined {
  const knob = knobOf(along);
  try {
    knobFields(knob, laws.find(lane.aqm.id, lane.aqm.params).info);
    return undefined;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const [path, value] = along;
    return refusal({ path, value, rule: error.issues[0]?.rule ?? '' });
  }
}

/** What the engine reads of a lane, and what Python says of its run. */
const prepared = (lane: LaneScenario, bins: number) => ({
  label: lane.label,
  aqm: lane.aqm.id,
  seed: lane.seed,
  /** All that the runs of a lane have in common. */
  scenario: JSON.stringify({ ...lane, seed: undefined }),
  states: laws.find(lane.aqm.id, lane.aqm.params).info.states.map(({ name }) => name),
  numbers: written(runInput(lane, { bins })),
});

/** A study's text and what was made of it: a worker asks for its runs one by one. */
let held: { readonly text: string; readonly study: Study; readonly expansion: Expansion } | undefined;
function studyOf(text: string) {
  if (held?.text !== text) {
    const study = JSON.parse(text) as Study;
    held = { text, study, expansion: expand(study) };
  }
  return held;
}

interface ChunkQuestion {
  readonly study: string;
  readonly engine: string;
  /** Chunks that are passed over, and how many are told. */
  readonly skip: number;
  readonly most: number;
}

/** Where the last list of chunks ended: the next one goes on there. */
let walk: { readonly study: string; at: number; readonly chunks: Generator<Chunk> } | undefined;
function* chunksFrom({ study: text, skip, most }: ChunkQuestion): Generator<Chunk> {
  if (walk?.study !== text || walk.at !== skip) {
    walk = { study: text, at: 0, chunks: chunksOf(studyOf(text).expansion) };
    while (walk.at < skip) {
      walk.chunks.next();
      walk.at++;
    }
  }
  for (let told = 0; told < most; told++) {
    const next = walk.chunks.next();
    if (next.done === true) return;
    walk.at++;
    yield next.value;
  }
}

/** As on the command line: a number, or a share such as 5%. */
function within(text: string | null): Within | undefined {
  if (text === null) return undefined;
  const found = withinIn(text);
  if (found === undefined)
    throw new Refused([
      refusal({ path: 'within', value: text, rule: 'must be a number above 0, or a share such as "5%"' }),
    ]);
  return found;
}

/** Values by seed, without those that were not observed. */
const bySeed = (values: readonly (readonly [seed: number, value: number | null])[]) =>
  new Map(values.flatMap(([seed, value]) => (value === null ? [] : [[seed, value] as const])));

/** Every question that Python asks, by name. */
const QUESTIONS = {
  /** A scenario that holds. */
  scenario: ({ text }: { text: string }) => scenarioIn(text),
  link: ({ link }: { link: string }) => scenarioOfLink(link),
  changed: ({ document, patch }: { document: unknown; patch: unknown }) => mergePatch(document, patch),
  traced: ({ document, text }: { document: Scenario; text: string }) => withLinkTrace(document, text),
  complete: ({ document }: { document: Scenario }) => complete(document),
  lanes: ({ document }: { document: Scenario }) => lanes(document),
  run: ({ lane, bins }: { lane: LaneScenario; bins: number }) => prepared(lane, bins),
  fluid: ({ lane, options }: { lane: LaneScenario; options: object }) =>
    written(encodeInput(laws.layout, 'fluid', { ...lane, options }, schemeOf(lane))),
  /** What the engine answered, in the contract's words. */
  model: ({ lane }: { lane: Parameters<typeof laneDocument>[0] }) => laneDocument(lane),
  /** For each lane why it lacks one of the quantities, or ''. When no lane has them all, this is refused. */
  lacks: ({ lanes: all, along }: { lanes: readonly LaneScenario[]; along: readonly Along[] }) => {
    for (const one of along) if (one.length > 2) rangeOf(one);
    const found = all.map((lane) => along.flatMap((one) => lack(lane, one) ?? []));
    if (found.every(([first]) => first !== undefined)) throw new Refused(found[0] ?? []);
    return found.map(([first]) => first?.message ?? '');
  },
  hopf: ({ lane, along, options }: { lane: LaneScenario; along: Along; options: object }) => {
    const knob = knobFields(knobOf(along), laws.find(lane.aqm.id, lane.aqm.params).info);
    return written([...encodeAlong(laws.layout, laws.layout.hopf, [knob], options), ...runInput(lane, {})]);
  },
  /** Limit cycles along one range, and curves over two. */
  ranges: ({ lane, along, options }: RangesQuestion) => {
    const { info } = laws.find(lane.aqm.id, lane.aqm.params);
    const ranges = along.map((one) => rangeFields(rangeOf(one), info));
    return written([...encodeAlong(laws.layout, laws.layout.range, ranges, options), ...runInput(lane, {})]);
  },
  summary: ({ values }: { values: readonly number[] }) => estimate(values) ?? null,
  compare: ({ lanes: own, labels, half }: CompareQuestion) =>
    comparisonOf(own.map(bySeed), labels, within(half)),
  needed: ({ values, half }: { values: readonly number[]; half: string }) =>
    seedsNeeded(values, within(half) ?? { half: NaN }) ?? null,
  course: ({ values, step, warmup }: { values: readonly number[]; step: number; warmup: number }) =>
    courseOf(values, step, warmup),
  /** `values`: by lane, seed and point. */
  report: ({ study: text, values, half }: ReportQuestion) => {
    const { study, expansion } = studyOf(text);
    const labels = lanes(expansion.documentAt(0)).map(({ label }) => label);
    const at = (point: number, lane: number) =>
      bySeed(expansion.seeds.map((seed, k) => [seed, values[lane]?.[k]?.[point] ?? null]));
    return reportOf(study, expansion, labels, at, within(half));
  },
  curve: ({ aqm, params, link, curve }: CurveQuestion) => {
    const lane = laneOn(aqm, params, link);
    const { rate, buffer } = observedLink(lane);
    const own = { rate, buffer, packetSize: lane.network.packet_size };
    return written(encodeInput(laws.layout, 'curve', { curve, link: own }, schemeOf(lane)));
  },

  /** A study that holds, with its metrics written out. */
  study: ({ text }: { text: string }) => {
    const found = validateStudy(valueIn(text, looksLikeScenario, `${IS_SCENARIO}; run() runs it.`), laws);
    if (!found.ok) throw new Refused(found.issues);
    return found.study;
  },
  size: ({ study: text }: { study: string }) => {
    const { study, expansion } = studyOf(text);
    return sizeOf(study, expansion);
  },
  /** Columns of its rows, and those of them that a trace has, too. */
  columns: ({ study: text }: { study: string }) => {
    const { study, expansion } = studyOf(text);
    return { rows: columnsOf(study, expansion), trace: [...axisColumns(expansion), ...FIXED] };
  },
  /** Chunks with what decides all that their parts hold. */
  chunks: (question: ChunkQuestion) => {
    const { study, expansion } = studyOf(question.study);
    return [...chunksFrom(question)].map((chunk) => ({
      ...chunk,
      key: keyText(study, expansion, chunk, question.engine),
    }));
  },
  /** One of its runs: what the engine reads, and the cells of its row that are known before. */
  point: ({ study: text, point, lane, seed, bins }: PointQuestion) => {
    const { expansion } = studyOf(text);
    const own = expansion.laneAt(point, lane, seed);
    return { ...prepared(own, bins), cells: axisCells(expansion, point) };
  },
} as const;

interface CurveQuestion {
  readonly aqm: unknown;
  readonly params: unknown;
  readonly link: Readonly<Record<'rate' | 'buffer' | 'packet_size', unknown>>;
  readonly curve: object;
}

interface RangesQuestion {
  readonly lane: LaneScenario;
  readonly along: readonly Along[];
  readonly options: object;
}

interface CompareQuestion {
  readonly lanes: readonly (readonly (readonly [seed: number, value: number | null])[])[];
  readonly labels: readonly string[];
  readonly half: string | null;
}

interface ReportQuestion {
  readonly study: string;
  readonly values: readonly (readonly (readonly (number | null)[])[])[];
  readonly half: string | null;
}

interface PointQuestion {
  readonly study: string;
  readonly point: number;
  readonly lane: number;
  readonly seed: number;
  readonly bins: number;
}

/** @returns JSON: {"answer": ...} or {"issues": [...]}; what is thrown besides is a defect. */
function answer(name: keyof typeof QUESTIONS, question: string): string {
  try {
    const ask = QUESTIONS[name] as (question: unknown) => unknown;
    return JSON.stringify({ answer: ask(JSON.parse(question)) });
  } catch (error) {
    return JSON.stringify({ issues: issuesOf(error) });
  }
}

function issuesOf(error: unknown): readonly Issue[] {
  if (error instanceof Refused) return error.issues;
  if (error instanceof PointError) return [error.issue];
  if (error instanceof TraceError)
    return [refusal({ path: 'link_trace', rule: error.message }, error.message)];
  if (error instanceof EngineError) return error.issues.map((issue) => refusal(issue));
  throw error;
}

Object.assign(globalThis, { answer });
