/**
 * The packet simulator beside ns-3, row by row: runs the closed-loop scenarios of core-cpp/tests/data/ns3.json and
 * writes the table of docs/agreement.md, between its marks.
 *
 * node --import tsx scripts/ns3-table.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { lanes, validate, type AqmRules } from '../models/src/index.ts';
import { loadEngine } from '../wasm/src/node.ts';

const DOCUMENT = new URL('../docs/agreement.md', import.meta.url);
const [BEGIN, END] = ['<!-- ns-3: table -->', '<!-- end of ns-3 -->'];
const SEEDS = 2;
/** Events of a slice. */
const AT_ONCE = 1e9;
/** ns-3's default socket buffer, bytes. */
const SOCKET_BUFFER = 131072;

interface Setting {
  readonly bottleneck_rate: number;
  readonly bottleneck_delay: number;
  readonly access_rate: number;
  readonly access_delay: readonly number[];
  readonly buffer: number;
  readonly min_th: number;
  readonly max_th: number;
  readonly w_q: number;
  readonly max_p: number;
  readonly packet_size: number;
  readonly segment_size: number;
  readonly initial_window: number;
  readonly min_rto: number;
  readonly duration: number;
  readonly warmup: number;
}

interface Row {
  readonly scenario: string;
  readonly aqm: string;
  readonly flows: number;
  readonly utilization: number;
  readonly queue_mean: number;
  readonly loss_ratio: number;
}

interface Reference {
  readonly scenarios: Readonly<Record<string, Setting>>;
  readonly closed_loop: readonly Row[];
}

interface Means {
  readonly queue: number;
  readonly loss: number;
  readonly utilization: number;
}

/** The reference's name of an AQM: our scheme, its name in the table, and parameters besides those of `setting`. */
const SCHEMES: Readonly<
  Record<string, { readonly id: string; readonly name: string; readonly params: Record<string, unknown> }>
> = {
  ared: { id: 'ared', name: 'ARED', params: {} },
  aredauto: { id: 'ared', name: 'ARED, automatic', params: { auto: true } },
  codel: { id: 'codel', name: 'CoDel', params: {} },
  droptail: { id: 'droptail', name: 'DropTail', params: {} },
  fengred: { id: 'scred', name: 'SCRED', params: {} },
  // ns-3 takes the device's MTU, 1500 bytes; RFC 8290 has 1514.
  fqcodel: { id: 'fq_codel', name: 'FQ-CoDel', params: { quantum: 1500 } },
  gred: { id: 'gred', name: 'Gentle RED', params: {} },
  nlred: { id: 'nlred', name: 'NLRED', params: {} },
  pie: { id: 'pie', name: 'PIE', params: {} },
  red: { id: 'red', name: 'RED', params: {} },
};

function laneOf(row: Row, setting: Setting, rules: AqmRules) {
  const scheme = SCHEMES[row.aqm];
  if (scheme === undefined) throw new Error(`no scheme stands for ${row.aqm}`);
  const known = new Set(rules.catalogue.find(({ id }) => id === scheme.id)?.params.map(({ name }) => name));
  const { min_th, max_th, w_q, max_p } = setting;
  const ofRed = known.has('count_mode')
    ? { min_th, max_th, w_q, max_p, profile: 'ns2', count_mode: 'wait' }
    : {};
  const checked = validate(
    {
      version: 1,
      duration: setting.duration,
      warmup: setting.warmup,
      network: {
        topology: 'dumbbell',
        bottleneck: {
          rate: setting.bottleneck_rate,
          delay: setting.bottleneck_delay,
          buffer: setting.buffer,
        },
        access: { rate: setting.access_rate, delay: setting.access_delay },
        packet_size: setting.packet_size,
      },
      traffic: [
        {
          kind: 'ftp',
          flows: row.flows,
          start: [0, 1],
          tcp: 'newreno',
          // ns-3 halves BytesInFlight, which leaves out what is acknowledged selectively or lost.
          flight: 'pipe',
          initial_window: setting.initial_window,
          min_rto: setting.min_rto,
          ...(row.aqm === 'droptail'
            ? { receiver_window: Math.floor(SOCKET_BUFFER / setting.segment_size) }
            : {}),
        },
      ],
      lanes: [{ label: scheme.name, aqm: { id: scheme.id, params: { ...ofRed, ...scheme.params } } }],
    },
    rules,
  );
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const [lane] = lanes(checked.scenario);
  if (lane === undefined) throw new Error('a scenario has a lane');
  return lane;
}

const percent = (ours: number, theirs: number) => {
  const value = Math.round((ours / theirs - 1) * 100);
  return `${value > 0 ? '+' : ''}${value} %`;
};
const within = (ours: number, theirs: number, share: number) => Math.abs(ours / theirs - 1) <= share;

const engine = await loadEngine();
const reference = JSON.parse(
  await readFile(new URL('../core-cpp/tests/data/ns3.json', import.meta.url), 'utf8'),
) as Reference;

function means(row: Row): Means {
  const setting = reference.scenarios[row.scenario];
  if (setting === undefined) throw new Error(`no scenario ${row.scenario}`);
  const lane = laneOf(row, setting, engine);
  const runs = Array.from({ length: SEEDS }, (_, i) => {
    const run = engine.open({ ...lane, seed: i + 1 });
    while (!run.advance(AT_ONCE));
    const { metrics } = run.result();
    run.close();
    return metrics;
  });
  const mean = (of: (run: (typeof runs)[number]) => number | null) =>
    runs.reduce((sum, run) => sum + (of(run) ?? NaN), 0) / runs.length;
  return {
    queue: mean((run) => run.queue_mean),
    loss: mean((run) => run.loss_ratio),
    utilization: mean((run) => run.utilization),
  };
}

const rows = reference.closed_loop
  .filter(({ aqm }) => aqm in SCHEMES)
  .map((row) => ({ row, ours: means(row), name: SCHEMES[row.aqm]?.name ?? row.aqm }))
  .toSorted((a, b) => (a.row.scenario < b.row.scenario ? -1 : a.row.scenario > b.row.scenario ? 1 : 0));
const agree = (close: (row: Row, ours: Means) => boolean) =>
  rows.filter(({ row, ours }) => close(row, ours)).length;
const queue = agree((row, ours) => within(ours.queue, row.queue_mean, 0.15));
const loss = agree((row, ours) => within(ours.loss, row.loss_ratio, 0.15));
const used = agree((row, ours) => Math.abs(ours.utilization - row.utilization) <= 0.02);

const table = [
  `Of the ${rows.length} rows the queue is within 15 % in ${queue}, the loss in ${loss}, the utilization within .02 ` +
    `in ${used}.`,
  '',
  '| scenario | AQM | flows | queue, ns-3 | here | difference | loss, ns-3 | here | difference | utilization, ns-3 | here |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ...rows.map(
    ({ row, ours, name }) =>
      `| ${[
        row.scenario,
        name,
        row.flows,
        row.queue_mean.toFixed(1),
        ours.queue.toFixed(1),
        percent(ours.queue, row.queue_mean),
        row.loss_ratio.toFixed(4),
        ours.loss.toFixed(4),
        percent(ours.loss, row.loss_ratio),
        row.utilization.toFixed(3),
        ours.utilization.toFixed(3),
      ].join(' | ')} |`,
  ),
].join('\n');

const text = await readFile(DOCUMENT, 'utf8');
const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
if (from < 0 || to < from) throw new Error(`docs/agreement.md lacks ${BEGIN} or ${END}`);
await writeFile(DOCUMENT, `${text.slice(0, from)}${BEGIN}\n${table}\n\n${text.slice(to)}`);
