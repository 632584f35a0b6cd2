/**
 * Short runs, each of which depends mainly on one part of the engine: if a run has changed, the probes that
 * have changed, too, name the part. They go from simple to composed: a change of the link changes all of
 * them.
 */
import { crc32 } from '../../models/src/crc32.ts';
import type { ControlId } from '../../models/src/generated/facts.ts';
import type { AqmInfo, LaneScenario, LinkInfo, Params, TrafficRow } from '../../models/src/types.ts';

/** The used part of the engine, in any build. */
interface ProbedEngine {
  readonly catalogue: readonly AqmInfo[];
  open(lane: LaneScenario): {
    advance(events: number): boolean;
    result(): { readonly digest: string };
    close(): void;
  };
  curve(request: {
    readonly aqm: string;
    readonly params: Params;
    readonly link: LinkInfo;
    readonly which: number;
    readonly points: number;
  }): { readonly p: Float64Array };
}

/** The result of each probe, by name. */
export type Probes = Readonly<Record<string, string>>;

const cbr = (rate: number, more: Partial<TrafficRow> = {}): TrafficRow => ({
  kind: 'cbr',
  flows: 1,
  direction: 'forward',
  start: 0,
  rate,
  ...more,
});
const ftp = (more: Partial<TrafficRow> = {}): TrafficRow => ({
  kind: 'ftp',
  flows: 4,
  direction: 'forward',
  start: 0,
  tcp: 'newreno',
  sack: true,
  delayed_ack: false,
  initial_window: 10,
  min_rto: 0.2,
  ...more,
});

const RATE = 10e6;
const BUFFER = 400;
const lane = (
  aqm: string,
  traffic: readonly TrafficRow[],
  more: Partial<LaneScenario> = {},
): LaneScenario => ({
  label: aqm,
  seed: 1,
  duration: 4,
  warmup: 0,
  network: {
    links: [{ rate: RATE, delay: 0.01, buffer: BUFFER, managed: true }],
    observed: 0,
    access: { rate: 100e6, delay: 0.005 },
    packet_size: 1000,
    random_loss: 0,
  },
  traffic,
  aqm: { id: aqm, params: {} },
  ...more,
});
const network = lane('droptail', []).network;

/** Overload that comes and goes, without randomness: two senders, one of them only for a while. */
const waves: readonly TrafficRow[] = [
  cbr(0.7 * RATE),
  cbr(0.6 * RATE, { start: 0.5, stop: 2 }),
  cbr(0.5 * RATE, { start: 3 }),
];

interface Known {
  /** A row of each kind of traffic, complete. */
  readonly sources: readonly TrafficRow[];
  readonly controls: readonly ControlId[];
}

export function probeLanes(
  catalogue: readonly AqmInfo[],
  { sources, controls }: Known,
): ReadonlyMap<string, LaneScenario> {
  const drop = (traffic: readonly TrafficRow[], more: Partial<LaneScenario> = {}) =>
    lane('droptail', traffic, more);
  const ecn = ({ params }: AqmInfo) => (params.some(({ name }) => name === 'ecn') ? { ecn: true } : {});
  return new Map<string, LaneScenario>([
    ['link', drop(waves)],
    [
      'chance',
      drop([cbr(0.9 * RATE, { start: [0, 1] }), cbr(0.5 * RATE, { start: [0, 1] })], {
        network: { ...network, random_loss: 0.01 },
      }),
    ],
    [
      'chain',
      drop(
        waves.map((row) => ({ ...row, from: 0, to: 2 })),
        {
          network: {
            ...network,
            links: network.links.flatMap((link) => [link, { ...link, rate: 8e6 }]),
          },
        },
      ),
    ],
    ...sources.map((row) => [`source ${row.kind}`, drop([cbr(0.3 * RATE), { ...row, flows: 4 }])] as const),
    ...controls.map((tcp) => [`control ${tcp}`, drop([ftp({ tcp })])] as const),
    ['tcp without SACK', drop([ftp({ sack: false })])],
    ['tcp with delayed acknowledgements', drop([ftp({ delayed_ack: true })])],
    ['tcp files in reverse', drop([ftp(), ftp({ direction: 'reverse', bytes: 200_000 })])],
    ...catalogue.map((info) => [`scheme ${info.id}`, lane(info.id, waves)] as const),
    ...catalogue.map(
      (info) =>
        [
          `scheme ${info.id} with TCP`,
          lane(info.id, [ftp({ ecn: true })], { aqm: { id: info.id, params: ecn(info) } }),
        ] as const,
    ),
  ]);
}

/** Runs all probes, in a second or two. Also includes each scheme's drop curves and defaults. */
export function probe(engine: ProbedEngine, known: Known): Probes {
  const found: [string, string][] = [];
  for (const [name, asked] of probeLanes(engine.catalogue, known)) {
    const run = engine.open(asked);
    while (!run.advance(50_000));
    found.push([name, run.result().digest.slice(0, 8)]);
    run.close();
  }
  const link = { rate: RATE, buffer: BUFFER, packetSize: network.packet_size };
  for (const { id, params, curves } of engine.catalogue) {
    const drawn = curves.map((_, which) => engine.curve({ aqm: id, params: {}, link, which, points: 64 }).p);
    if (drawn.length > 0)
      found.push([
        `law ${id}`,
        drawn.map((p) => crc32(new Uint8Array(p.slice().buffer)).toString(16)).join(' '),
      ]);
    found.push([
      `defaults ${id}`,
      params
        .map(
          (param) =>
            `${param.name}=${param.default === undefined ? (param.computed ?? '') : JSON.stringify(param.default)}`,
        )
        .join(' '),
    ]);
  }
  return Object.fromEntries(found);
}

/**
 * The parts of the engine that explain changed runs with these schemes, in words; the simplest explanation is
 * given alone.
 */
export function explain(was: Probes, now: Probes, schemes: readonly string[]): string[] {
  const changed = Object.keys(was).filter((name) => now[name] !== undefined && now[name] !== was[name]);
  const has = (name: string) => changed.includes(name);
  const under = (prefix: string) =>
    changed.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const all = (prefix: string) => Object.keys(was).filter((name) => name.startsWith(prefix)).length;

  if (has('link'))
    return [
      'the link, its queue or what is recorded of it: even constant traffic over DropTail is another run',
    ];
  if (has('chance')) return ['chance: the random numbers, or the order in which they are drawn'];
  const said: string[] = [];
  if (has('chain')) said.push('the chain of links');
  const controls = under('control ');
  const tcp = under('tcp ');
  if (controls.length > 0 && controls.length === all('control '))
    said.push('TCP: what all congestion controls share (loss detection, recovery, timers, acknowledgements)');
  else {
    for (const name of controls) said.push(`the congestion control ${name}`);
    if (tcp.length > 0 && controls.length === 0) said.push(`TCP ${tcp.join(', ')}`);
  }
  // ftp runs over TCP: a change of a congestion control has been reported already.
  for (const kind of under('source '))
    if (!(kind === 'ftp' && controls.length > 0)) said.push(`the source ${kind}`);
  const tcpChanged = controls.length > 0 || tcp.length > 0;
  const ids = new Set(
    under('scheme ')
      .filter((name) => !(tcpChanged && name.endsWith(' with TCP')))
      .map((name) => name.replace(' with TCP', '')),
  );
  for (const id of under('defaults ')) {
    ids.delete(id);
    const [before, after] = [was, now].map((probes) => (probes[`defaults ${id}`] ?? '').split(' '));
    const values = (after ?? []).filter((value) => !(before ?? []).includes(value));
    said.push(`the scheme ${id}, whose defaults are others: ${values.join(', ')}`);
  }
  for (const id of under('law ')) {
    if (!ids.delete(id)) continue;
    said.push(`the scheme ${id}, of which the drop law itself is another one`);
  }
  const own = [...ids];
  if (own.length > 0) {
    const used = own.filter((id) => schemes.includes(id));
    said.push(
      `the ${own.length === 1 ? 'scheme' : 'schemes'} ` +
        [...used, ...own.filter((id) => !used.includes(id))].join(', '),
    );
  }
  return said.length > 0 ? said : ['no part that is probed alone: a rule by which parts meet'];
}
