/**
 * The one table of the public suite for RFC 7928 whose numbers are published: the mean queueing delay of eight
 * schemes in section 5.2, which its script of the plot has (data/plot-shell of
 * github.com/vmehra25nitk/Upgrade-AQM-Evaluation-Suite-of-ns-3, commit 8886ad68). Its sender is BIC, which is
 * not here, so that delays are compared by their order only.
 */
import { expect, it } from 'vitest';
import { lanes, validate, type Scenario } from '../src/index.ts';
import type { Aqm } from '../src/generated/scenario.ts';
import type { Params } from '../src/types.ts';
import { loadEngine } from '../../wasm/src/node.ts';

/** The suite's RED: thresholds of 5 and 15 packets of 750 bytes; the rest is ns-3's default. */
const RED = { min_th: 5, max_th: 15, max_p: 0.02, mean_pkt_size: 750 };
/** Mean queueing delay, ms. The suite's RED is gentle, its Feng adaptive RED is self-configuring RED. */
const SUITE: readonly (readonly [id: string, params: Params, delay: number])[] = [
  ['cobalt', {}, 0.92],
  ['codel', {}, 2.43],
  ['pie', {}, 19.08],
  ['ared', RED, 27.45],
  ['gred', RED, 50.09],
  ['scred', RED, 50.71],
  ['nlred', RED, 51.38],
  ['droptail', {}, 72.07],
];

const ranks = (values: readonly number[]): readonly number[] =>
  values.map((value) => values.filter((other) => other < value).length);

it('schemes have the order of the public suite in section 5.2', async () => {
  const engine = await loadEngine();
  const document = (id: string, params: Params): Scenario => ({
    version: 1,
    duration: 300,
    warmup: 0,
    network: {
      bottleneck: { rate: 1e6, delay: 0.048, buffer: 45 },
      access: { rate: 10e6, delay: 0.001 },
      packet_size: 750,
    },
    traffic: [{ kind: 'ftp', flows: 1, tcp: 'cubic', initial_window: 3, start: 0 }],
    lanes: [{ aqm: { id, params } as Aqm }],
  });
  const own = SUITE.map(([id, params]) => {
    const checked = validate(document(id, params), engine);
    const [lane] = checked.ok ? lanes(checked.scenario) : [];
    if (lane === undefined) throw new Error(`${id} is refused`);
    const run = engine.open(lane, { bins: 1 });
    while (!run.advance(1_000_000)) continue;
    const { metrics } = run.result();
    run.close();
    return metrics.queueing_delay_mean ?? NaN;
  });
  const [a, b] = [ranks(own), ranks(SUITE.map(([, , delay]) => delay))];
  const n = SUITE.length;
  const squares = a.reduce((sum, rank, i) => sum + (rank - (b[i] ?? NaN)) ** 2, 0);
  // Spearman's rank correlation; 0.833 is its critical value for n = 8 at 1 %, one-sided.
  expect(1 - (6 * squares) / (n * (n * n - 1))).toBeGreaterThan(0.833);
});
