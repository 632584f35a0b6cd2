/**
 * A program in a document: the same packets as with the scheme that it repeats, and errors of a text at their
 * places.
 */
import { readdirSync, readFileSync } from 'node:fs';
import katex from 'katex';
import { expect, it } from 'vitest';
import { decodeLink, encodeLink, formatQuantity, infoOf, lanes, validate } from '../../models/src/index.ts';
import { cppScheme } from '../../models/src/program/cpp.ts';
import { EXPORTS, obstacle } from '../../models/src/program/exports.ts';
import { latexBox } from '../../models/src/program/latex.ts';
import { listing } from '../../models/src/program/stops.ts';
import { createClient, loadEngine } from '../src/node.ts';

const text = (id: string) =>
  readFileSync(new URL(`../../models/programs/${id}.aqm`, import.meta.url), 'utf8');
const engine = await loadEngine();

const base = {
  version: 1,
  duration: 20,
  traffic: [{ kind: 'ftp', flows: 30 }],
};
const scenarioOf = (...aqms: object[]) => {
  const found = validate({ ...base, lanes: aqms.map((aqm) => ({ aqm })) }, engine);
  if (!found.ok) throw new Error(JSON.stringify(found.issues));
  return found.scenario;
};
const issuesOf = (params: object) => {
  const found = validate({ ...base, lanes: [{ aqm: { id: 'program', params } }] }, engine);
  return found.ok ? [] : found.issues.map(({ path, rule }) => `${path}: ${rule}`);
};

it('does what its scheme does, through document and link', async () => {
  const scenario = scenarioOf(
    { id: 'codel' },
    { id: 'program', params: { program: text('codel') } },
    { id: 'red', params: { min_th: 30 } },
    { id: 'program', params: { program: text('red'), min_th: 30 } },
  );
  const link = encodeLink(scenario, {}, engine.catalogue);
  const opened = decodeLink(link, engine);
  if (!opened.ok) throw new Error('the link does not open');
  const client = createClient({ size: 2 });
  try {
    const runs = await Promise.all(
      lanes(opened.scenario).map((lane) => client.ask('run', { lane, bins: 50 })),
    );
    const digests = runs.map((run) => run.digest);
    expect(digests[1]).toBe(digests[0]);
    expect(digests[3]).toBe(digests[2]);
    expect(digests[2]).not.toBe(digests[0]);
    const states = infoOf(engine.catalogue, { id: 'program', params: { program: text('red') } })?.states;
    expect(states?.map(({ name }) => name)).toEqual(['avg', 'p_b', 'count']);
    expect(runs[3]?.overview.state).toHaveLength(3);
  } finally {
    client.close();
  }
});

it('keeps its link short, and leaves defaults out of it', () => {
  const program = engine.catalogue.find(({ id }) => id === 'program')?.params[0]?.default;
  const own = scenarioOf({ id: 'program', params: { program: text('gred'), max_p: 0.1 } });
  const link = encodeLink(own, {}, engine.catalogue);
  expect(link.length).toBeLessThan(2000);
  const opened = decodeLink(link, engine);
  expect(opened.ok && opened.scenario.lanes?.[0]?.aqm?.params).toEqual({ program: text('gred') });
  expect(String(program)).toContain('on arrive');
});

it('may stand beside its parameters', () => {
  const short = { program: text('red'), params: { min_th: 30 } };
  expect(scenarioOf(short)).toEqual(
    scenarioOf({ id: 'program', params: { program: text('red'), min_th: 30 } }),
  );
  // What says two things is refused.
  for (const wrong of [
    { id: 'red', program: text('red') },
    { program: text('red'), params: { program: '' } },
    { program: 'scheme' },
  ])
    expect(validate({ ...base, lanes: [{ aqm: wrong }] }, engine).ok, JSON.stringify(wrong)).toBe(false);
});

it('says what is wrong, with its place', () => {
  expect(issuesOf({ program: 'scheme "x"\non arrive { drop when qeue > 5 }' })).toEqual([
    'lanes[0].aqm.params.program: line 2, column 23: qeue: this name is not known; did you mean queue?',
  ]);
  // Its parameters are not called missing where the text cannot be read.
  expect(
    issuesOf({ program: 'scheme "x"\nparam low = 1\non arrive { drop when qeue > low }', low: 2 }),
  ).toEqual([expect.stringContaining('qeue: this name is not known')]);
  expect(issuesOf({ program: text('red'), max_th: 10 })).toEqual([
    'lanes[0].aqm.params.min_th: min_th < max_th',
  ]);
  expect(issuesOf({ program: text('red'), w: 0.1 })[0]).toContain('no such parameter');
  expect(issuesOf({ program: text('red'), max_p: 7 })[0]).toContain('must be <= 1');
  expect(issuesOf({ program: 5 })).toEqual(['lanes[0].aqm.params.program: must be text, and not empty']);
});

it('describes itself: parameters, words, looks', () => {
  const { faults, marks, scheme } = engine.program(text('codel'));
  expect(faults).toEqual([]);
  expect(scheme.params.slice(1).map(({ name, unit, default: value }) => [name, unit, value])).toEqual([
    ['target', 's', 0.005],
    ['interval', 's', 0.1],
    ['mtu', 'bytes', 1500],
    ['ecn', '', false],
  ]);
  expect(marks.slice(0, 3)).toEqual([0, 6, 'keyword']);
  expect(engine.programWords().find(({ name }) => name === 'sojourn')).toMatchObject({
    unit: 's',
    when: 'on depart',
  });
});

// core-cpp/tests/program_written_test.cpp compiles these and drives them beside the programs.
it('is written as C++ that is kept', () => {
  for (const id of ['sared', 'pie', 'codel', 'avq']) {
    const kept = new URL(`../../core-cpp/tests/written/${id}.inc`, import.meta.url);
    const { tree, scheme } = engine.program(text(id));
    expect(cppScheme(tree, scheme, false), id).toBe(readFileSync(kept, 'utf8'));
  }
});

it('is written as LaTeX that another program reads', () => {
  const laws = readdirSync(new URL('../../models/programs', import.meta.url)).map((file) => {
    const { tree, scheme } = engine.program(text(file.replace('.aqm', '')));
    const box = latexBox(tree, scheme);
    // What stands between $ and $, and the equation.
    for (const [, inline = ''] of box.matchAll(/\$([^$]+)\$/g))
      katex.renderToString(inline, { strict: 'error' });
    const law = /\\begin\{equation\}([^]*)\\end\{equation\}/.exec(box)?.[1];
    if (law !== undefined) katex.renderToString(law, { strict: 'error' });
    return [file, law?.trim()] as const;
  });
  expect(new Map(laws).get('red.aqm')).toBe(
    String.raw`P(\text{drop or mark}) = \begin{cases} 0 & \text{if } \mathit{avg} < \mathit{min}_{\mathit{th}} \\ 1 & \text{if } \mathit{avg} \ge \mathit{max}_{\mathit{th}} \\ \frac{p_{b}}{\mathrm{max}\left( p_{b},\,1 - \mathit{count}\,p_{b} \right)} & \text{otherwise} \end{cases}`,
  );
  expect(laws.filter(([, law]) => law === undefined)).toEqual([['codel.aqm', undefined]]);
});

it('is written as LaTeX that does what runs: averages decay, outcomes end the event', () => {
  const { tree, scheme } = engine.program(text('red'));
  const lines = latexBox(tree, scheme)
    .split('\n')
    .map((line) => line.trim());
  // Floyd and Jacobson 1993, figure 2: avg (1 - w_q)^m, m packets of the idle time.
  expect(lines.join('\n')).toContain(
    String.raw`{\left( 1 - w_{q} \right)}^{\frac{\mathit{idle}_{\mathit{time}}\,\mathit{rate}}{8\,\mathrm{mean\_pkt\_size}}}\,\mathit{avg} & \text{otherwise}`,
  );
  const fates = lines.filter((line) => /^\\State \w+ the packet/.test(line));
  expect(fates).toHaveLength(4);
  for (const line of fates) expect(line).toMatch(/, and stop$/);
});

it('tells line by line what it did with a packet', async () => {
  const codel = text('codel');
  const [lane] = lanes(scenarioOf({ id: 'program', params: { program: codel } }));
  if (lane === undefined) throw new Error('no lane');
  const client = createClient({ size: 1 });
  try {
    const packets = await client.ask('window', { lane, from: 10, to: 20 });
    const drop = packets.event.findIndex((event) => event === 2);
    const at = packets.time[drop] ?? NaN;
    const before = packets.time.findIndex(
      (_, i) => packets.flow[i] === packets.flow[drop] && packets.seq[i] === packets.seq[drop],
    );
    const waited = at - (packets.time[before] ?? NaN);
    const stops = await client.ask('stops', { lane, at });
    const lines = listing(codel, engine.program(codel), stops, { leaving: true, nth: 0 });
    const told = lines.flatMap((line) => line.told);
    expect(lines.every(({ line, text: code }) => codel.split('\n')[line - 1] === code)).toBe(true);
    expect(told.at(-1)).toBe('dropped');
    // The sojourn time, as the packets themselves tell it, is compared with the target.
    const sojourn = formatQuantity(Number(waited.toPrecision(4)), 's');
    expect(told.join('|')).toContain(sojourn);
    expect(told.join('|')).toMatch(/5 ms: (?:yes|no)/);
    // A packet that arrives is asked about nothing.
    expect(listing(codel, engine.program(codel), stops, { leaving: false, nth: 0 })).toEqual([]);
  } finally {
    client.close();
  }
});

it('that looks at flows is written where flows are known', () => {
  const own = engine.program('scheme "x" on arrive { drop when flow_queue > 5 packets }');
  expect(EXPORTS.filter((one) => obstacle(one, own.tree) === undefined).map(({ id }) => id)).toEqual([
    'latex',
  ]);
  const red = engine.program(text('red'));
  expect(EXPORTS.map((one) => obstacle(one, red.tree))).toEqual(EXPORTS.map(() => undefined));
});
