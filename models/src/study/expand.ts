/**
 * The runs of a study: every seed, every lane, every point of the axes. A pure function of the document. Any
 * run can be made without the earlier ones, so workers receive numbers instead of documents.
 */
import type { Axis, Study } from '../generated/study.ts';
import type { Scenario } from '../generated/scenario.ts';
import { lanes } from '../lanes.ts';
import { mergePatch } from '../merge-patch.ts';
import { KNOB_INFO, type KnobName } from '../knobs.ts';
import { refusal } from '../issue.ts';
import { isObject, type JsonObject } from '../path.ts';
import type { LaneScenario } from '../types.ts';
import { parsePlace, placed, withLists, type Place } from './place.ts';
import { along, latin, morris, saltelli, sobol, type Design, type Span } from './sampling.ts';
import { PointError, turned } from './turn.ts';

export type AxisValue = number | string | boolean;

/** One column of the results, filled by an axis. */
export interface Factor {
  readonly name: string;
  /** The paths as written; none for cases and knobs. */
  readonly paths: readonly string[];
  readonly knob?: KnobName;
  readonly cases?: Readonly<Record<string, unknown>>;
}

/** An axis with its values: `at(i)` has one for each of its factors. */
interface Line {
  readonly factors: readonly Factor[];
  readonly types: Expansion['types'];
  readonly count: number;
  readonly at: (index: number) => readonly AxisValue[];
}

export interface Expansion {
  readonly factors: readonly Factor[];
  /** The type of each factor's column: numbers or switches if all of its values are, otherwise words. */
  readonly types: readonly ('number' | 'boolean' | 'text')[];
  readonly points: number;
  /** The number of points of each axis. */
  readonly sides: readonly number[];
  readonly lanes: number;
  readonly seeds: readonly number[];
  readonly runs: number;
  /** The factors' values at a point. */
  readonly valuesAt: (point: number) => readonly AxisValue[];
  /** The scenario at a point, with all lanes. A PointError gives the reason if there is none. */
  readonly documentAt: (point: number) => Scenario;
  /** The lane that the engine runs. */
  readonly laneAt: (point: number, lane: number, seed: number) => LaneScenario;
}

/** The given name, or the knob, or the last name of the first path. */
function factorOf({ name, path, knob }: Pick<Axis, 'name' | 'path' | 'knob'>): Factor {
  if (knob !== undefined) return { name: name ?? knob, paths: [], knob };
  const paths = [path ?? []].flat();
  const last = (parsePlace(paths[0] ?? '') ?? []).findLast(
    (step) => typeof step === 'string' && step !== '*',
  );
  return { name: name ?? String(last ?? ''), paths };
}

/** A knob that counts has whole numbers. */
export const spanOf = <T extends Span & Pick<Axis, 'knob'>>(range: T): T =>
  range.knob !== undefined && KNOB_INFO[range.knob].whole ? { ...range, whole: true } : range;

/** The points of a sampled axis. */
function designOf({ sample, over = [], count = 0, seed = 1 }: Axis): Design {
  switch (sample) {
    case 'saltelli':
      return saltelli(over.length, count);
    case 'morris':
      return morris(over.length, count, seed);
    case 'latin':
      return { points: count, at: latin(over.length, count, seed) };
    default:
      return { points: count, at: sobol(over.length) };
  }
}

function lineOf(axis: Axis): Line {
  const { values, cases, sample, over = [], count = 0 } = axis;
  if (sample !== undefined) {
    const design = designOf(axis);
    return {
      factors: over.map(factorOf),
      types: over.map(() => 'number'),
      count: design.points,
      at: (index) => {
        const us = design.at(index);
        return over.map((range, d) => along(spanOf(range), us[d] ?? NaN));
      },
    };
  }
  const factor = factorOf(axis);
  if (cases !== undefined) {
    const labels = Object.keys(cases);
    return {
      factors: [{ ...factor, cases }],
      types: ['text'],
      count: labels.length,
      at: (i) => [labels[i] ?? ''],
    };
  }
  if (values !== undefined) {
    const [kind = 'text', ...others] = new Set(values.map((value) => typeof value));
    const type = others.length > 0 || kind === 'string' ? 'text' : kind === 'boolean' ? 'boolean' : 'number';
    return { factors: [factor], types: [type], count: values.length, at: (i) => [values[i] ?? NaN] };
  }
  const range = spanOf({ ...axis, from: axis.from ?? NaN, to: axis.to ?? NaN });
  return { factors: [factor], types: ['number'], count, at: (i) => [along(range, i / (count - 1))] };
}

/** The document must be valid. */
export function expand(study: Study): Expansion {
  const base = withLists(study.scenario as unknown as Scenario);
  const lines = study.axes.map(lineOf);
  const factors = lines.flatMap((line) => line.factors);
  const places = factors.map(({ paths }) => paths.map((path): Place => parsePlace(path) ?? []));
  const taken = places.flat();
  /** The place of each factor in the study. */
  const origins = study.axes.flatMap(
    ({ over }, i) => over?.map((_, k) => `axes[${i}].over[${k}]`) ?? `axes[${i}]`,
  );
  const points = lines.reduce((product, { count }) => product * count, 1);
  const { first = 1, count: each = 1 } = study.seeds ?? {};
  const seeds = Array.from({ length: each }, (_, i) => first + i);
  const laneCount = Array.isArray(base.lanes) ? base.lanes.length : 0;

  /** Mixed radix: the last axis varies fastest. */
  function valuesAt(point: number): readonly AxisValue[] {
    let rest = point;
    const parts: (readonly AxisValue[])[] = [];
    for (const { count, at } of lines.toReversed()) {
      parts.unshift(at(rest % count));
      rest = Math.floor(rest / count);
    }
    return parts.flat();
  }

  function documentAt(point: number): Scenario {
    const values = valuesAt(point);
    const document = values.reduce<JsonObject>((found, value, f) => {
      const cases = factors[f]?.cases;
      if (cases !== undefined) return mergePatch(found, cases[String(value)]) as JsonObject;
      return (places[f] ?? []).reduce<JsonObject>((now, place, i) => {
        const next = placed(now, place, value);
        if (isObject(next)) return next;
        const path = `${origins[f] ?? ''}.path`;
        throw new PointError(
          refusal({ path, value: factors[f]?.paths[i], rule: 'the scenario has no such place' }),
        );
      }, found);
    }, base);
    const turns = factors.flatMap(({ knob }, f) =>
      knob === undefined ? [] : { knob, value: Number(values[f]), at: `${origins[f] ?? ''}.knob` },
    );
    return turned(document, turns, taken) as unknown as Scenario;
  }

  function laneAt(point: number, lane: number, seed: number): LaneScenario {
    const document = documentAt(point);
    const [own] = lanes({ ...document, lanes: document.lanes?.slice(lane, lane + 1) ?? [] });
    if (own === undefined) throw new Error(`there is no lane ${lane}`);
    return { ...own, seed };
  }

  return {
    factors,
    types: lines.flatMap((line) => line.types),
    points,
    sides: lines.map(({ count }) => count),
    lanes: laneCount,
    seeds,
    runs: points * laneCount * each,
    valuesAt,
    documentAt,
    laneAt,
  };
}
