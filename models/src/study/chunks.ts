/**
 * Divides a study into chunks of a few seconds on one processor: the unit of work of a worker, with its key.
 */
import type { Study } from '../generated/study.ts';
import { without } from '../path.ts';
import type { Scenario } from '../generated/scenario.ts';
import { estimateWork } from '../work.ts';
import { canonical } from './canonical.ts';
import type { Expansion } from './expand.ts';
import { withLists } from './place.ts';

/** Runs of one lane with one seed at consecutive points. */
export interface Chunk {
  readonly seed: number;
  readonly lane: number;
  /** Points from..to-1. */
  readonly from: number;
  readonly to: number;
}

/** About two seconds of work. */
export const CHUNK_PACKETS = 8e6;
export const MOST_RUNS = 256;

/**
 * The chunks in their order: seeds are outermost, so that a study stopped early has results for every point.
 * A chunk has one lane and one seed, so existing chunks stay valid if seeds, lanes, or values at the end of
 * the first axis are added.
 */
export function* chunksOf(expansion: Expansion): Generator<Chunk> {
  const { points, lanes, seeds, laneAt } = expansion;
  const cuts: number[][] = Array.from({ length: lanes }, () => []);
  for (const [i, seed] of seeds.entries())
    for (let lane = 0; lane < lanes; lane++) {
      const own = cuts[lane] ?? [];
      if (i > 0) {
        for (const [k, to] of own.entries()) yield { seed, lane, from: own[k - 1] ?? 0, to };
        continue;
      }
      let from = 0;
      let packets = 0;
      for (let point = 0; point < points; point++) {
        packets += estimateWork(laneAt(point, lane, seed));
        const to = point + 1;
        if (packets < CHUNK_PACKETS && to - from < MOST_RUNS && to < points) continue;
        own.push(to);
        yield { seed, lane, from, to };
        from = to;
        packets = 0;
      }
    }
}

/** Increased when the format of rows changes. */
const FORMAT = 1;

/**
 * Everything that determines the contents of a chunk's part, as one text; its hash names the part. Two
 * studies share the parts whose texts are equal.
 */
export function keyText(study: Study, expansion: Expansion, chunk: Chunk, engine: string): string {
  const { factors, valuesAt } = expansion;
  const document = withLists(study.scenario as unknown as Scenario) as unknown as Scenario;
  const points = Array.from({ length: chunk.to - chunk.from }, (_, i) =>
    valuesAt(chunk.from + i).map((value, f) => {
      const cases = factors[f]?.cases;
      return cases === undefined ? value : [value, cases[String(value)]];
    }),
  );
  return canonical({
    format: FORMAT,
    engine,
    scenario: without(document, '$schema', 'title', 'question', 'source', 'lanes', 'seed'),
    lane: [chunk.lane, document.lanes?.[chunk.lane] ?? {}],
    seed: chunk.seed,
    axes: factors.map(({ name, paths, knob }) => ({ name, paths, ...(knob !== undefined && { knob }) })),
    points,
    metrics: study.metrics ?? null,
    keep: study.keep ?? {},
  });
}
