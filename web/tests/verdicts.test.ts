/**
 * What a scheme's sentence says of a decision is what was decided: of every arrival of a real run the law's own
 * condition is evaluated from the recorded numbers, and must be the verdict. Where a law decides with numbers that no
 * column has, what can be said is tested: those schemes have their reason beside them.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { lanes as laneScenarios, type Scenario } from '../../models/src/index.ts';
import { readAqmFacts } from '../../models/tools/front-matter.ts';
import type { LocalEngine } from '../../wasm/src/engine.ts';
import { loadEngine } from '../../wasm/src/node.ts';

let engine: LocalEngine;
beforeAll(async () => {
  engine = await loadEngine();
});

const EVENT = { accepted: 0, marked: 1, early: 2, forced: 3, overflow: 4, departure: 5 } as const;
const [RATE, SIZE, BUFFER] = [10e6, 1500, 400];
const SENDING = (8 * SIZE) / RATE;

/** Columns of a run by name, and what is asked of them often. */
interface Run {
  readonly events: readonly number[];
  readonly time: (i: number) => number;
  readonly queue: (i: number) => number;
  readonly drawn: (i: number) => number;
  readonly flow: (i: number) => number;
  readonly seq: (i: number) => number;
  readonly state: (name: string, i: number) => number;
  readonly param: (name: string) => number;
}

interface Setting {
  readonly ecn: boolean;
  /** Nothing but one stream that is faster than the link. */
  readonly alone?: true;
}

/** Many flows and a constant stream over a queue that is short of room. */
function run(id: string, { ecn, alone }: Setting): Run {
  const info = engine.catalogue.find((one) => one.id === id);
  if (info === undefined) throw new Error(`no scheme ${id}`);
  const marks = ecn && info.params.some(({ name }) => name === 'ecn');
  const document: Scenario = {
    version: 1,
    duration: 12,
    warmup: 1,
    network: { bottleneck: { rate: RATE, delay: 0.02, buffer: BUFFER } },
    traffic: alone
      ? [{ kind: 'cbr', flows: 1, rate: 12e6, access: { rate: 100e6 } }]
      : [
          { flows: 40, ecn },
          { kind: 'cbr', flows: 1, rate: 3e6 },
        ],
    lanes: [{ aqm: { id, ...(marks && { params: { ecn: true } }) } }],
  };
  const [scenario] = laneScenarios(document);
  if (scenario === undefined) throw new Error('no lane');
  const open = engine.open(scenario, { bins: 10, from: 0, to: 12 });
  while (!open.advance(1e9));
  const window = open.window();
  expect(window.truncated).toBe(false);
  const { params } = engine.resolve(id, scenario.aqm.params, {
    rate: RATE,
    buffer: BUFFER,
    packetSize: SIZE,
  });
  const column = new Map(info.states.map(({ name }, k) => [name, window.state[k]] as const));
  return {
    events: Array.from(window.event),
    time: (i) => window.time[i] ?? NaN,
    queue: (i) => window.queue[i] ?? NaN,
    drawn: (i) => window.drawn[i] ?? NaN,
    flow: (i) => window.flow[i] ?? NaN,
    seq: (i) => window.seq[i] ?? NaN,
    state: (name, i) => {
      const found = column.get(name)?.[i];
      if (found === undefined) throw new Error(`${id} records no ${name}`);
      return found;
    },
    param: (name) => {
      const found = params[name];
      if (typeof found !== 'number') throw new Error(`${id} has no number ${name}`);
      return found;
    },
  };
}

/** Of an arrival: decided by the law, not by a full buffer; what a law takes out of the queue has no number drawn. */
const arrives = ({ drawn }: Run, event: number, i: number): boolean =>
  event <= EVENT.forced && !Number.isNaN(drawn(i));
const punished = (event: number): boolean => event !== EVENT.accepted;
/** What a law does to a packet that waits. */
const taken = ({ drawn }: Run, event: number, i: number): boolean =>
  event >= EVENT.marked && event <= EVENT.forced && Number.isNaN(drawn(i));

/**
 * For each event taken from the queue: how long its packet had waited; and for each departure, how long until it was
 * sent, and when.
 */
function waits({
  events,
  time,
  flow,
  seq,
  drawn,
}: Run): Map<number, { readonly waited: number; readonly at: number }> {
  // A segment may wait twice: its number came again before the first had left.
  const came = new Map<string, number[]>();
  const out = new Map<number, { readonly waited: number; readonly at: number }>();
  events.forEach((event, i) => {
    const key = `${flow(i)} ${seq(i)}`;
    const entered = came.get(key) ?? [];
    const [first] = entered;
    if (event === EVENT.departure) {
      entered.shift();
      if (first !== undefined) out.set(i, { waited: time(i) - SENDING - first, at: time(i) - SENDING });
    } else if (!Number.isNaN(drawn(i))) {
      if (event <= EVENT.marked) came.set(key, [...entered, time(i)]);
    } else if (first !== undefined) {
      out.set(i, { waited: time(i) - first, at: time(i) });
      if (event !== EVENT.marked) entered.shift();
    }
  });
  return out;
}

/** True: the law drops or marks this arrival; null: it cannot be told from what is recorded. */
type Law = (run: Run, i: number, previous: number) => boolean | null;

/** The sentence's own `{drawn ? p}`. */
const below = (name: string): Law => ({ drawn, state }, i) => drawn(i) < state(name, i); // prettier-ignore

/**
 * PIE's delay at its last update, which the safeguard asks for: the wait of the packet that went into transmission
 * last before it.
 */
const sent = new WeakMap<Run, readonly { readonly waited: number; readonly at: number }[]>();
function delayAtUpdate(run: Run, i: number): number {
  const { time, param } = run;
  const gone = sent.get(run) ?? [...waits(run).values()];
  sent.set(run, gone);
  const update = Math.floor(time(i) / param('interval')) * param('interval');
  let [low, high] = [0, gone.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((gone[middle]?.at ?? Infinity) < update) low = middle + 1;
    else high = middle;
  }
  return gone[low - 1]?.waited ?? 0;
}
/**
 * RFC 8033 sections 4.1 and 4.4: nothing while the burst allowance lasts, the delay is short at a small p, or two
 * packets wait.
 */
const pie: Law = (run, i) => {
  const { drawn, queue, events, state, param } = run;
  const found = queue(i) - Number(events[i] === EVENT.accepted || events[i] === EVENT.marked);
  const spared =
    state('burst_allowance', i) > 0 ||
    found <= 2 ||
    (state('p', i) < 0.2 && delayAtUpdate(run, i) < param('target') / 2);
  return !spared && drawn(i) < state('p', i);
};

/** Laws that say more than that the drawn number is below a probability. */
const LAWS: Readonly<Record<string, Law>> = {
  pie,
  // Armed by an update, it takes the next arrival.
  madpie: (run, i, previous) => pie(run, i, previous) === true || run.events[i] === EVENT.forced,
  // Below `low` nothing is dropped.
  dred: (run, i, previous) => {
    const found = run.queue(i) - Number(run.events[i] === EVENT.accepted);
    const low = 0.5 * BUFFER * 0.5;
    return found < low ? false : below('p')(run, i, previous);
  },
  // Whoever meets a packet of its own flow is dropped with it: that one is taken from the queue at the same moment.
  choke: (run, i, previous) => {
    const { events, time, flow } = run;
    const met = taken(run, events[i - 1] ?? NaN, i - 1) && time(i - 1) === time(i) && flow(i - 1) === flow(i);
    return met || below('p_a')(run, i, previous) === true;
  },
  // A flow that is monitored is thinned first, by a number that the filter draws for itself.
  red_pd: (run, i, previous) => {
    if (below('p_a')(run, i, previous) === true) return true;
    return run.state('p_pre', i) > 0 ? null : false;
  },
  // No column has the lengths of a flow's bins, which drop for certain at bin_max, nor what the penalty rate has left
  // at p = 1.
  sfb: (run, i, previous) =>
    run.events[i] === EVENT.forced || run.state('p', i) >= 1 ? null : below('p')(run, i, previous),
  // The virtual queue as it was after the arrival before, served since: Kunniyur and Srikant, figure 1.
  avq: ({ state, time, param }, i, previous) => {
    if (previous < 0) return false;
    const served = state('ctilde', previous) * (time(i) - time(previous));
    return Math.max(0, state('vq', previous) - served) + 1 > param('virtual_buffer') * BUFFER;
  },
};

/**
 * Schemes that decide elsewhere, or with numbers of their own: they have a test each below; a program has its own
 * law.
 */
const OTHERS = [
  'program',
  'droptail',
  'fq',
  'sfq',
  'codel',
  'cobalt',
  'cake_lite',
  'cake',
  'fq_codel',
  'fq_pie',
  'dualpi2',
];

async function lawOf(id: string): Promise<Law> {
  const special = LAWS[id];
  if (special !== undefined) return special;
  const facts = await readAqmFacts(id);
  const [, name] = /\{drawn \? ([^}]+)\}/.exec(facts?.decision.dropped ?? '') ?? [];
  if (name === undefined) throw new Error(`${id}: the sentence compares no number that was drawn`);
  return below(name);
}

describe.each([
  { setting: { ecn: false }, words: 'dropped' },
  { setting: { ecn: true }, words: 'marked or dropped' },
])('an arrival is $words where the law says so, and nowhere else:', ({ setting }) => {
  test('every scheme that decides at the tail', async () => {
    const told: Record<string, number> = {};
    for (const { id } of engine.catalogue) {
      if (OTHERS.includes(id)) continue;
      const law = await lawOf(id);
      const columns = run(id, setting);
      const wrong: string[] = [];
      let [previous, count] = [-1, 0];
      columns.events.forEach((event, i) => {
        if (!arrives(columns, event, i)) {
          if (event === EVENT.overflow && columns.queue(i) < BUFFER)
            wrong.push(`${columns.time(i)}: no full buffer`);
          // An overflow is an arrival, too, that the law has let in.
          if (event === EVENT.overflow) previous = i;
          return;
        }
        const due = law(columns, i, previous);
        previous = i;
        if (due !== null && due !== punished(event))
          wrong.push(`${columns.time(i)}: event ${event}, law ${String(due)}`);
        if (due === true) ++count;
      });
      expect({ id, wrong: wrong.slice(0, 3) }).toEqual({ id, wrong: [] });
      told[id] = count;
    }
    expect(Object.keys(told)).toHaveLength(engine.catalogue.length - OTHERS.length);
    // None passes because its law never acts.
    for (const [id, count] of Object.entries(told)) expect(count, id).toBeGreaterThan(10);
  }, 240_000);
});

/** An arrival that these drop before RED's law is asked leaves p_a as it was. */
const ASKED_LATER = ['choke', 'red_pd'];

test('where the sentence says so, p_a is that of the packets before an arrival and itself counted', async () => {
  const told: string[] = [];
  for (const { id } of engine.catalogue) {
    const facts = await readAqmFacts(id);
    const said = facts?.decision.dropped.includes('itself counted') === true;
    if (!said || ASKED_LATER.includes(id)) continue;
    told.push(id);
    const { events, state, drawn } = run(id, { ecn: false });
    let [previous, seen] = [-1, 0];
    const wrong: string[] = [];
    events.forEach((event, i) => {
      if (event > EVENT.overflow) return;
      const before = previous;
      previous = i;
      if (before < 0 || event === EVENT.overflow || Number.isNaN(drawn(i))) return;
      const p_b = state('p_b', i);
      if (p_b <= 0 || p_b >= 1) return;
      ++seen;
      // Floyd and Jacobson 1993, figure 2: count goes up by one, then p_a = p_b / (1 - count p_b).
      const count = state('count', before) + 1;
      const expected = count * p_b < 1 ? Math.min(1, p_b / (1 - count * p_b)) : 1;
      if (Math.abs(state('p_a', i) - expected) > 1e-9)
        wrong.push(`${id}, ${i}: ${state('p_a', i)}, ${expected}`);
    });
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(seen, id).toBeGreaterThan(1000);
  }
  expect(told).toContain('red');
  expect(told.length).toBeGreaterThan(30);
}, 240_000);

describe('at the head', () => {
  test('CoDel drops what waited for the target, first after an interval of such waits, then at interval / √count', () => {
    const columns = run('codel', { ecn: false });
    const { events, time, state, param } = columns;
    const [target, interval] = [param('target'), param('interval')];
    const waited = waits(columns);
    const departures = [...waited].filter(([i]) => events[i] === EVENT.departure);
    let [spells, drops] = [0, 0];
    events.forEach((event, i) => {
      if (!taken(columns, event, i)) return;
      ++drops;
      expect(waited.get(i)?.waited).toBeGreaterThanOrEqual(target);
      expect(state('dropping', i)).toBe(1);
      const gap = interval / Math.sqrt(state('count', i));
      const [next, before] = [state('drop_next', i), state('drop_next', i - 1)];
      if (state('dropping', i - 1) === 1) {
        expect(time(i)).toBeGreaterThanOrEqual(before - 1e-9);
        expect(next).toBeCloseTo(before + gap, 6);
      } else {
        ++spells;
        expect(next).toBeCloseTo(time(i) + gap, 6);
      }
      for (const [, { waited: long, at }] of departures)
        if (at > time(i) - interval && at < time(i) - 1e-6)
          expect(long).toBeGreaterThanOrEqual(target - 1e-9);
    });
    expect(spells).toBeGreaterThan(3);
    expect(drops).toBeGreaterThan(500);
  });

  // No column says of which of many queues a count is: what holds of each is that its packet had waited for the target.
  test.each([
    ['fq_codel', 0],
    ['cobalt', 1],
    ['cake_lite', 1],
  ] as const)('%s takes what waited for the target; COBALT besides where BLUE stands above 0', (id, blue) => {
    const columns = run(id, { ecn: false });
    const waited = waits(columns);
    let drops = 0;
    columns.events.forEach((event, i) => {
      if (!taken(columns, event, i)) return;
      ++drops;
      if (blue === 1 && columns.state('p_drop', i - 1) > 0) return;
      expect(waited.get(i)?.waited).toBeGreaterThanOrEqual(columns.param('target'));
    });
    expect(drops).toBeGreaterThan(500);
  });

  // It draws two numbers for itself when a packet leaves: not the verdicts can be foretold, but how many there are.
  test('DualPI2 drops as many as p squared says', () => {
    const { events, state, param } = run('dualpi2', { ecn: false });
    let [expected, variance, drops] = [0, 0, 0];
    events.forEach((event, i) => {
      expect(state('p_C', i)).toBeCloseTo(state('p', i) ** 2, 12);
      expect(state('p_L', i)).toBeCloseTo(Math.min(1, param('k') * state('p', i)), 12);
      if (event !== EVENT.departure && event !== EVENT.early) return;
      const chance = state('p_C', i);
      expected += chance;
      variance += chance * (1 - chance);
      drops += Number(event === EVENT.early);
    });
    expect(drops).toBeGreaterThan(500);
    expect(Math.abs(drops - expected)).toBeLessThan(4 * Math.sqrt(variance));
  });
});

describe('in queues of their own', () => {
  // The column is the largest of the queues' probabilities: none is dropped above it, and those below are matters of
  // their queues.
  test('FQ-PIE drops nothing whose number is above the largest probability', () => {
    const columns = run('fq_pie', { ecn: false });
    let drops = 0;
    columns.events.forEach((event, i) => {
      if (event !== EVENT.early) return;
      expect(columns.drawn(i)).toBeLessThan(columns.state('p', i));
      ++drops;
    });
    expect(drops).toBeGreaterThan(500);
  });
  // Of one flow there is one bucket, and its length is the queue: McKenney's rule as sch_sfq of ns-2 has it.
  test('SFQ drops what finds its bucket at half of the room that is left', () => {
    const columns = run('sfq', { ecn: false, alone: true });
    let drops = 0;
    columns.events.forEach((event, i) => {
      if (event === EVENT.departure) return;
      const found = columns.queue(i) - Number(event === EVENT.accepted);
      const left = columns.param('maxqueue') - found;
      const due = found >= Math.floor(left / 2) || (left < columns.param('buckets') && found > 2);
      expect(event === EVENT.forced).toBe(due);
      drops += Number(due);
    });
    expect(drops).toBeGreaterThan(3);
  });
  test.each(['droptail', 'fq'])('%s loses packets where the buffer is full, and nowhere else', (id) => {
    const { events, queue } = run(id, { ecn: false });
    let drops = 0;
    events.forEach((event, i) => {
      if (event === EVENT.departure) return;
      if (event === EVENT.accepted) expect(queue(i)).toBeLessThanOrEqual(BUFFER + Number(id === 'fq'));
      else expect([event, queue(i)]).toEqual([EVENT.overflow, BUFFER]);
      drops += Number(event === EVENT.overflow);
    });
    expect(drops).toBeGreaterThan(500);
  });
});
