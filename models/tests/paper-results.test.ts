/** What the page shows of the papers is what this engine gives: a sample is run again. */
import { beforeAll, describe, expect, it } from 'vitest';
import { keptOf } from '../../cli/kept.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { lanes, observedLink } from '../src/index.ts';
import {
  BEST,
  experimentOf,
  judge,
  measure,
  PAPERS,
  placeKey,
  placesOf,
  scenarioOf,
  type Reason,
} from '../src/papers/index.ts';

/** Of each paper so many places; the shares of it are fixed, so that a failure can be looked at. */
const SAMPLE = [0.03, 0.31, 0.62, 0.93];
/** Lanes with more than this many bits to send are left to `aqm replicate`. */
const MOST_BITS = 3e9;

describe.each(PAPERS)('$id', ({ load, results: loadResults }) => {
  let engine: Awaited<ReturnType<typeof loadEngine>>;
  beforeAll(async () => {
    engine = await loadEngine();
  });

  it('has a value for every cell under every reading', async () => {
    const [paper, results] = await Promise.all([load(), loadResults()]);
    expect(results.paper).toBe(paper.id);
    expect(results.seeds).toEqual(Array.from({ length: paper.seeds.count }, (_, i) => paper.seeds.first + i));
    for (const place of placesOf(
      paper,
      paper.readings.map(({ id }) => id),
    )) {
      const { experiment, condition, scheme } = place;
      const stored = results.runs[placeKey(place)];
      expect(stored?.digests.length, placeKey(place)).toBe(results.seeds.length);
      for (const { metric } of paper.tables.filter(
        (table) =>
          table.experiment === experiment &&
          table.conditions.includes(condition) &&
          table.schemes.includes(scheme),
      ))
        expect(stored?.values[metric]?.length, `${placeKey(place)}, ${metric}`).toBe(results.seeds.length);
    }
  });

  it('calls best what reproduces most numbers; among equals what departs least from print, then most claims', async () => {
    const [paper, results] = await Promise.all([load(), loadResults()]);
    // A reading departs where those that it changes do, too.
    const departures = (id: string | undefined): number => {
      const reading = paper.readings.find((entry) => entry.id === id);
      return reading === undefined ? 0 : (reading.departs?.length ?? 0) + departures(reading.over);
    };
    const marks = new Map(
      paper.readings.map(({ id }) => {
        const { values, claimed } = judge(paper, id, results);
        return [id, [values.reproduced, -departures(id), claimed.reproduced, claimed.same_order]] as const;
      }),
    );
    const best = marks.get(BEST) ?? [];
    const ahead = [...marks].filter(([, mark]) => {
      const first = mark.findIndex((value, k) => value !== best[k]);
      return first >= 0 && (mark[first] ?? 0) > (best[first] ?? 0);
    });
    expect(ahead).toEqual([]);
  });

  it('gives a reason for whatever is different under the best reading', async () => {
    const [paper, results] = await Promise.all([load(), loadResults()]);
    const { tables, claims } = judge(paper, BEST, results);
    const unexplained = [
      ...tables.flatMap(({ table, cells }) =>
        cells
          .filter(({ verdict, reason }) => verdict === 'different' && reason === undefined)
          .map(({ condition, scheme }) => `${table.id} ${condition} ${scheme}`),
      ),
      ...claims
        .filter(({ verdict, reason }) => verdict === 'different' && reason === undefined)
        .map(({ claim }) => claim.id),
    ];
    expect(unexplained).toEqual([]);
  });

  it('names for a claim that is different only readings under which it is not', async () => {
    const [paper, results] = await Promise.all([load(), loadResults()]);
    const idle = judge(paper, BEST, results)
      .claims.filter(({ verdict, reason }) => verdict === 'different' && reason?.tested !== undefined)
      .filter(({ claim, reason }) => {
        const then = judge(paper, reason?.tested ?? BEST, results).claims.find(
          (entry) => entry.claim.id === claim.id,
        );
        return then?.verdict === 'different';
      });
    expect(idle.map(({ claim }) => claim.id)).toEqual([]);
  });

  it('names for values of a table that are different only a reading under which they come nearer', async () => {
    const [paper, results] = await Promise.all([load(), loadResults()]);
    const away = (reading: string, table: string, condition: string, scheme: string): number => {
      const cell = judge(paper, reading, results)
        .tables.find((one) => one.table.id === table)
        ?.cells.find((one) => one.condition === condition && one.scheme === scheme);
      const { ours, published = NaN } = cell ?? {};
      return Math.abs((ours?.mean ?? NaN) - published) / Math.abs(published);
    };
    const errors = new Map<Reason, { best: number; tested: number }>();
    for (const { table, cells } of judge(paper, BEST, results).tables) {
      for (const { verdict, reason, condition, scheme } of cells) {
        if (verdict !== 'different' || reason?.tested === undefined) continue;
        const sum = errors.get(reason) ?? { best: 0, tested: 0 };
        sum.best += away(BEST, table.id, condition, scheme);
        sum.tested += away(reason.tested, table.id, condition, scheme);
        errors.set(reason, sum);
      }
    }
    const idle = [...errors]
      .filter(([, { best, tested }]) => !(tested < best))
      .map(([{ of, text }]) => `${of}: ${text}`);
    expect(idle).toEqual([]);
  });

  it('stored digests and values are those of this engine', async () => {
    const [paper, results] = await Promise.all([load(), loadResults()]);
    const places = placesOf(
      paper,
      paper.readings.map(({ id }) => id),
    );
    for (const share of SAMPLE) {
      const near = places.slice(Math.floor(share * places.length));
      const place = [...near, ...places].find(({ reading, experiment, condition }) => {
        const lane = lanes(scenarioOf(paper, reading, experiment, condition))[0];
        return lane !== undefined && observedLink(lane).rate * lane.duration <= MOST_BITS;
      });
      if (place === undefined) throw new Error('nothing small enough to be run again');
      const { reading, experiment, condition, scheme } = place;
      const lane = lanes(scenarioOf(paper, reading, experiment, condition)).find(
        ({ label }) => label === scheme,
      );
      if (lane === undefined) throw new Error(placeKey(place));
      const k = results.seeds.length - 1;
      const seeded = { ...lane, seed: results.seeds[k] ?? NaN };
      const run = engine.open(seeded, { bins: 2000 });
      while (!run.advance(100_000));
      const states = engine.catalogue.find(({ id }) => id === lane.aqm.id)?.states ?? [];
      const again = keptOf(run.result(), seeded, states);
      run.close();
      const own = results.runs[placeKey(place)];
      expect(again.digest, placeKey(place)).toBe(own?.digests[k]);
      const { metrics } = experimentOf(paper, reading, experiment, condition);
      for (const [name, values] of Object.entries(own?.values ?? {})) {
        const metric = metrics[name];
        if (metric === undefined) throw new Error(name);
        const value = measure(again.figures, metric);
        // Seven digits are stored.
        const stored = values[k] ?? NaN;
        if (values[k] === null) {
          expect(Number.isFinite(value), `${placeKey(place)}, ${name}`).toBe(false);
          continue;
        }
        expect(Math.abs(value - stored), `${placeKey(place)}, ${name}`).toBeLessThanOrEqual(
          1e-6 * Math.abs(stored),
        );
      }
    }
  });
});
