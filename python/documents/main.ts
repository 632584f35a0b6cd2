/**
 * Documents for Python: the implementation in models/, bundled into the wheel and run there by a small
 * JavaScript engine (python/src/aqm_explorer/documents.py). `answer` takes a question as JSON text and
 * returns {"answer": ...} or {"issues": [...]}.
 */
import './text.ts';
import './measured.ts';
import releases from '../../models/released/presets.json' with { type: 'json' };
import { complete } from '../../models/src/complete.ts';
import type { Scenario } from '../../models/src/generated/scenario.ts';
import { isError, refusal, type Issue } from '../../models/src/issue.ts';
import { lanes } from '../../models/src/lanes.ts';
import { TraceError, withLinkTrace } from '../../models/src/link-trace.ts';
import { decodeLink, releaseIn } from '../../models/src/link.ts';
import { mergePatch } from '../../models/src/merge-patch.ts';
import { estimate } from '../../models/src/statistics.ts';
import { courseOf } from '../../models/src/statistics/course.ts';
import { comparisonOf, reportOf } from '../../models/src/statistics/report.ts';
import { seedsNeeded, withinIn, type Within } from '../../models/src/statistics/seeds-needed.ts';
import { chunksOf, keyText, type Chunk } from '../../models/src/study/chunks.ts';
import { parseStudy } from '../../models/src/study/check.ts';
import { axisCells, columnsOf, FIXED, axisColumns } from '../../models/src/study/columns.ts';
import { expand, type Expansion } from '../../models/src/study/expand.ts';
import { sizeOf } from '../../models/src/study/size.ts';
import { PointError } from '../../models/src/study/turn.ts';
import type { Study } from '../../models/src/generated/study.ts';
import { parseScenario } from '../../models/src/validate.ts';
import { encodeAlong, encodeInput, type RecordFields } from '../../wasm/src/encode.ts';
import { laneDocument } from '../../wasm/src/fluid-document.ts';
import { knobFields, rangeFields, wholeRange } from '../../wasm/src/fluid.ts';
import type { MapKnob } from '../../wasm/src/fluid-types.ts';
import { EngineError, type LaneScenario, type LinkInfo, type Params } from '../../wasm/src/types.ts';
import { laws, written } from './engine.ts';

class Refused extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super(issues.map(({ message }) => message).join('\n'));
  }
}

/** The scenario that a text holds, in the current version, with nothing filled in. */
function scenarioIn(text: string): { readonly document: Scenario; readonly warnings: readonly Issue[] } {
  const found = parseScenario(text, laws);
  if (!found.ok) throw new Refused(found.issues.filter(isError));
  return { document: found.scenario, warnings: found.warnings };
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

/** A quantity by its name in scenarios. */
const knobOf = (name: string) => name.replace(/^aqm\./, '') as MapKnob;

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
  hopf: ({ lane, along, options }: { lane: LaneScenario; along: string; options: object }) => {
    const knob = knobFields(knobOf(along), laws.find(lane.aqm.id, lane.aqm.params).info);
    return written([...encodeAlong(laws.layout, laws.layout.hopf, [knob], options), ...runInput(lane, {})]);
  },
  /** Limit cycles along one range, and curves over two. */
  ranges: ({ lane, ranges, options }: RangesQuestion) => {
    const { info } = laws.find(lane.aqm.id, lane.aqm.params);
    const along = ranges.map(([name, from, to]) => rangeFields(wholeRange(knobOf(name), from, to), info));
    return written([...encodeAlong(laws.layout, laws.layout.range, along, options), ...runInput(lane, {})]);
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
  curve: ({ aqm, params, link, curve }: { aqm: string; params: Params; link: LinkInfo; curve: object }) =>
    written(encodeInput(laws.layout, 'curve', { curve, link }, scheme(aqm, params))),

  /** A study that holds, with its metrics written out. */
  study: ({ text }: { text: string }) => {
    const found = parseStudy(text, laws);
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

interface RangesQuestion {
  readonly lane: LaneScenario;
  readonly ranges: readonly (readonly [name: string, from: number, to: number])[];
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
