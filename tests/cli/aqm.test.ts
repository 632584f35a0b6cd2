import { METRIC_NAMES, VIEW_IDS } from '../../models/src/index.ts';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LaneSummary, Run } from '../../cli/summary.ts';
import { aqm, document, start, startInto } from './aqm.ts';

interface RunDocument {
  readonly scenario: { readonly seed: number; readonly warmup: number };
  readonly runs: readonly Run[];
  readonly summary: readonly LaneSummary[];
}

/** Three lanes that take a moment: 5 s of ten flows. */
const scenario = {
  version: 1,
  title: 'Short',
  duration: 5,
  traffic: [{ kind: 'ftp', flows: 10, start: [0, 1] }],
  lanes: [
    { label: 'RED', aqm: { id: 'red' } },
    { label: 'Tail, "hard"', aqm: { id: 'droptail' } },
    { label: 'RED, 20 flows', aqm: { id: 'red' }, set: { seed: 9, traffic: [{ flows: 20 }] } },
  ],
};
const text = JSON.stringify(scenario);

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aqm cli '));
  file = join(folder, 'scenario.json');
  await writeFile(file, text);
});
afterAll(() => rm(folder, { recursive: true }));

const cells = (csv: string) => csv.trimEnd().split('\n');

describe.concurrent('aqm run', () => {
  it('gives a result for each lane, as the public contract describes it', async () => {
    const { scenario: echoed, runs, summary } = await document<RunDocument>(['run', file]);
    expect(echoed).toMatchObject({
      version: 1,
      title: 'Short',
      seed: 1,
      warmup: 0,
      network: { packet_size: 1500 },
    });
    expect(runs.map(({ label, aqm, seed }) => [label, aqm, seed])).toEqual([
      ['RED', 'red', 1],
      ['Tail, "hard"', 'droptail', 1],
      ['RED, 20 flows', 'red', 9],
    ]);
    for (const { metrics, digest } of runs) {
      expect(Object.keys(metrics)).toEqual([...METRIC_NAMES]);
      expect(digest).toMatch(/^[0-9a-f]{16}$/);
      const { arrivals, departures, drops_early, drops_forced, drops_overflow } = metrics;
      const gone = [departures, drops_early, drops_forced, drops_overflow].reduce<number>(
        (sum, n) => sum + (n ?? NaN),
        0,
      );
      expect(arrivals).toBeGreaterThanOrEqual(gone);
      // What is still inside: at most the buffer and the packet in transmission.
      expect(arrivals).toBeLessThanOrEqual(gone + 141);
    }
    expect(summary.map(({ label, runs }) => [label, runs])).toEqual(runs.map(({ label }) => [label, 1]));
    expect(summary[0]?.metrics.throughput).toEqual({ mean: runs[0]?.metrics.throughput, ci95: null, n: 1 });
  });

  it('runs a chain, of whose links each counts the flows that cross it in its direction', async () => {
    const chain = {
      version: 1,
      duration: 5,
      network: { topology: 'chain', links: [{ rate: 15e6, managed: false }, { rate: 8e6 }], observed: 1 },
      traffic: [{ flows: 10 }, { kind: 'cbr', flows: 2, from: 1 }, { flows: 1, direction: 'reverse' }],
      lanes: [{}, { set: { network: { observed: 0 } } }],
    };
    const { scenario: echoed, runs } = await document<RunDocument>(['run', '-'], JSON.stringify(chain));
    expect(echoed).toMatchObject({ network: { links: [{ buffer: 140 }, { managed: true }] } });
    const [second, first] = runs.map(({ metrics }) => metrics);
    const [tcp = NaN, cbr = NaN] = runs[0]?.groups.map(({ goodput }) => goodput ?? NaN) ?? [];
    expect(first?.goodput).toBeCloseTo(tcp, 0);
    expect(second?.goodput).toBeCloseTo(tcp + cbr, 0);
    expect(first?.utilization).not.toBe(second?.utilization);
    const again = await document<RunDocument>(['run', '-'], JSON.stringify(echoed));
    expect(again.runs.map(({ digest }) => digest)).toEqual(runs.map(({ digest }) => digest));
  });

  it('gives the same digests from a file, from standard input, from a link, and from its own scenario', async () => {
    const fromFile = await document<RunDocument>(['run', file]);
    const digests = fromFile.runs.map(({ digest }) => digest);
    const { link } = await document<{ link: string }>(['link', file]);
    const again = JSON.stringify(fromFile.scenario);
    const others = await Promise.all([
      document<RunDocument>(['run', '-'], text),
      document<RunDocument>(['run', link]),
      document<RunDocument>(['run', '-'], again),
    ]);
    for (const { runs } of others) expect(runs.map(({ digest }) => digest)).toEqual(digests);
  });

  it('measures each flow with --flows, as each row, and writes either as CSV', async () => {
    const { runs } = await document<RunDocument>(['run', file, '--flows']);
    for (const { groups, flows = [] } of runs) {
      const sum = flows.reduce((total, { goodput }) => total + (goodput ?? 0), 0);
      expect(sum).toBeCloseTo(groups[0]?.goodput ?? NaN, 0);
      expect(flows).toHaveLength(groups[0]?.flows ?? NaN);
    }
    const { stdout } = await aqm(['run', file, '--table', 'flows', '--format', 'csv']);
    const [head, ...rows] = cells(stdout);
    expect(head).toMatch(/^label,aqm,seed,flow,row,flows,goodput,delay_mean/);
    expect(rows).toHaveLength(10 + 10 + 20);
    const links = await aqm(['run', file, '--table', 'links', '--format', 'csv']);
    expect(cells(links.stdout)).toHaveLength(1 + 3);
    expect((await aqm(['run', file, '--table', 'x'])).status).toBe(2);
  });

  it('follows a link whose rate changes, and refuses changes out of order', async () => {
    const of = (changes: readonly object[]) =>
      JSON.stringify({ ...scenario, network: { bottleneck: { changes } }, lanes: [{}] });
    const { runs } = await document<RunDocument>(['run', '-'], of([{ time: 2.5, rate: 2e6 }]));
    const [{ metrics } = { metrics: undefined }] = runs;
    expect(metrics?.throughput).toBeLessThan(0.5 * (10e6 + 2e6));
    expect(metrics?.utilization).toBeCloseTo((metrics?.throughput ?? NaN) / 6e6, 6);
    const { status, stderr } = await aqm(['run', '-'], of([{ time: 2 }, { time: 1 }]));
    expect(status).toBe(1);
    expect(stderr).toContain('network.bottleneck.changes[1].time = 1');
  });

  it('takes another seed for all lanes with --seed', async () => {
    const { scenario: echoed, runs } = await document<RunDocument>(['run', file, '--seed', '42']);
    expect(echoed.seed).toBe(42);
    expect(runs.map(({ seed }) => seed)).toEqual([42, 42, 42]);
  });

  it('says nothing of many replications but what is odd of them', async () => {
    const one = '{"version": 1, "duration": 1, "traffic": [{"kind": "cbr"}], "lanes": [{}]}';
    const { status, stderr } = await aqm(['run', '-', '--seeds', '12'], one);
    expect([status, stderr]).toEqual([0, '']);
  });

  it('takes a document for one whose words hold a link', async () => {
    const source = 'https://example.org/#s=2abc';
    const words = JSON.stringify({ version: 1, duration: 1, source, lanes: [{}] });
    const { scenario: found } = await document<{ scenario: { source: string } }>(['run', '-'], words);
    expect(found.source).toBe(source);
  });

  it('replicates with --seeds, and gives mean and 95 % confidence interval', async () => {
    const { runs, summary } = await document<RunDocument>(['run', file, '--seeds', '3']);
    expect(runs.map(({ label, seed }) => `${label} ${seed}`)).toEqual(
      scenario.lanes.flatMap(({ label }) => [1, 2, 3].map((seed) => `${label} ${seed}`)),
    );
    expect(new Set(runs.map(({ digest }) => digest)).size).toBe(9);
    const values = runs.slice(0, 3).map(({ metrics }) => metrics.queue_mean ?? NaN);
    const mean = values.reduce((sum, v) => sum + v, 0) / 3;
    const deviation = Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / 2);
    const { mean: told, ci95, n } = summary[0]?.metrics.queue_mean ?? {};
    expect(n).toBe(3);
    expect(told).toBeCloseTo(mean, 10);
    // Student's t for two degrees of freedom, from the printed table.
    expect(((ci95?.[1] ?? NaN) - mean) / (deviation / Math.sqrt(3))).toBeCloseTo(4.303, 3);
    expect((ci95?.[0] ?? NaN) + (ci95?.[1] ?? NaN)).toBeCloseTo(2 * mean, 9);
  });

  it('writes the runs as a table with --format csv', async () => {
    const { status, stdout } = await aqm(['run', file, '--format', 'csv']);
    const [head = '', ...rows] = cells(stdout);
    expect(status).toBe(0);
    expect(head).toBe(['label', 'aqm', 'seed', ...METRIC_NAMES, 'digest'].join(','));
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatch(/^"Tail, ""hard""",droptail,1,\d/);
  });

  it('writes the course of the runs with --trace; its intervals add up to the metrics', async () => {
    const trace = join(folder, 'trace.csv');
    const { runs } = await document<RunDocument>(['run', file, '--trace', trace, '--bins', '50']);
    const [head = '', ...rows] = cells(await readFile(trace, 'utf8'));
    const columns = head.split(',');
    expect(columns.slice(0, 5)).toEqual(['run', 'label', 'aqm', 'seed', 'time']);
    expect(columns).toContain('avg');
    expect(rows).toHaveLength(3 * 50);
    const red = rows.slice(0, 50).map((row) => row.split(','));
    const column = (name: string) => red.map((row) => Number(row[columns.indexOf(name)]));
    const total = (name: string) => column(name).reduce((sum, v) => sum + v, 0);
    expect(column('time')).toEqual(Array.from({ length: 50 }, (_, i) => i * 0.1));
    for (const name of ['arrivals', 'departures', 'drops_early', 'drops_overflow'] as const) {
      expect(total(name)).toBe(runs[0]?.metrics[name]);
    }
    expect(total('queue_mean') / 50).toBeCloseTo(runs[0]?.metrics.queue_mean ?? NaN, 6);
    // Intervals count whole packets; what has left of the last one is throughput.
    const rest = (runs[0]?.metrics.throughput ?? NaN) * 5 - 8 * total('bytes_out');
    expect(rest).toBeGreaterThanOrEqual(-1e-3);
    expect(rest).toBeLessThan(8 * 1500);
  });

  it('says nothing on standard error when nothing is wrong and nobody watches', async () => {
    // A short DropTail run is locked out, which is told.
    const quiet = join(folder, 'quiet.json');
    await writeFile(quiet, JSON.stringify({ ...scenario, lanes: scenario.lanes.slice(0, 1) }));
    expect((await aqm(['run', quiet])).stderr).toBe('');
  });
});

describe.concurrent('aqm curve', () => {
  interface Curves {
    readonly params: Readonly<Record<string, unknown>>;
    readonly link: { readonly buffer: number };
    readonly curves: readonly { readonly x: readonly number[]; readonly p: readonly number[] }[];
  }

  it('gives the law of RED as columns', async () => {
    const { params, curves } = await document<Curves>([
      'curve',
      'red',
      '--params',
      '{"min_th": 10, "max_th": 60, "max_p": 0.5}',
    ]);
    expect(params).toMatchObject({ min_th: 10, max_th: 60, max_p: 0.5, w_q: 0.002 });
    const [{ x, p } = { x: [], p: [] }] = curves;
    expect(x.length).toBeGreaterThan(200);
    // Floyd and Jacobson 1993: 0 below min_th, linear up to max_p at max_th, 1 from there.
    for (const [i, avg] of x.entries()) {
      expect(p[i]).toBeCloseTo(avg < 10 ? 0 : avg < 60 ? (0.5 * (avg - 10)) / 50 : 1, 12);
    }
  });

  it('gives the step of DropTail at the buffer', async () => {
    const { stdout } = await aqm(['curve', 'droptail', '--buffer', '50', '--points', '4', '--format', 'csv']);
    const [head, ...rows] = cells(stdout);
    expect(head).toBe('curve,x,p');
    for (const row of rows) {
      const [, q, p] = row.split(',').map(Number);
      expect(p).toBe((q ?? NaN) < 50 ? 0 : 1);
    }
  });

  it('takes the buffer that the parameters need when none is given', async () => {
    expect(await document<Curves>(['curve', 'red'])).toMatchObject({ link: { buffer: 140 } });
    expect(await document<Curves>(['curve', 'red', '--params', '{"max_th": 300}'])).toMatchObject({
      link: { buffer: 1000 },
    });
  });

  it.each([
    [['curve', 'rde'], 'id = "rde" is refused: unknown AQM'],
    [['curve', 'red', '--params', '{"maxth": 3}'], 'Did you mean max_th?'],
    [
      ['curve', 'red', '--params', '{"max_p": 2}'],
      'params.max_p = 2 is refused: must be <= 1. Nearest valid value: 1.',
    ],
    [['curve', 'red', '--params', '[1'], '--params: No JSON at line 1, column 3'],
    [['curve', 'red', '--params', '[]'], 'params = [] is refused: must be an object'],
    [['curve', 'red', '--params', '{"max_th": 300}', '--buffer', '200'], 'Nearest valid value: 200.'],
  ])('refuses %j', async (args, message) => {
    const { status, stdout, stderr } = await aqm(args);
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([1, '']);
  });

  it('says that a scheme has no curve, and takes a rate as documents write it', async () => {
    const { status, stdout, stderr } = await aqm(['curve', 'codel', '--rate', '10e6']);
    expect([status, stderr]).toEqual([0, expect.stringContaining('codel has no drop curve')]);
    expect(JSON.parse(stdout)).toMatchObject({ curves: [], link: { rate: 10e6 } });
  });
});

describe.concurrent('aqm catalog', () => {
  it('tells of every AQM its parameters, its citation and its equation', async () => {
    interface Entry {
      readonly id: string;
      readonly citation: string;
      readonly equation: string;
      readonly params: readonly { readonly name: string }[];
    }
    const entries = await document<Entry[]>(['catalog']);
    for (const { citation, equation } of entries) {
      expect(citation).toMatch(/\d{4}/);
      expect(equation).toMatch(/=|\\leftarrow|\\to|\\text/);
    }
    const red = entries.find(({ id }) => id === 'red');
    expect(red?.params.find(({ name }) => name === 'max_th')).toMatchObject({
      unit: 'packets',
      default: 120,
      range: { min: 0, min_exclusive: true, max: 1e6, max_exclusive: false },
      constraints: ['0 < min_th < max_th <= buffer'],
    });
  });

  it('is a table of parameters as CSV', async () => {
    const { stdout } = await aqm(['catalog', '--format', 'csv']);
    const [head, ...rows] = cells(stdout);
    expect(head).toBe('aqm,name,unit,kind,default,min,max,choices,constraints,help');
    expect(rows.filter((row) => row.startsWith('red,max_p,1,number,0.1,0,1,'))).toHaveLength(1);
  });
});

describe.concurrent('aqm validate', () => {
  it('writes nothing about a valid scenario', async () => {
    expect(await aqm(['validate', file])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('writes the list of what is wrong, as JSON and as CSV', async () => {
    const wrong = '{"version": 1, "seed": -1, "lanes": [{"aqm": {"id": "red", "params": {"max_th": 200}}}]}';
    const late = '{"version": 1, "lanes": [{"aqm": {"id": "red", "params": {"max_th": 200}}}]}';
    const { status, stdout, stderr } = await aqm(['validate', '-'], wrong);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { path: 'seed', value: -1, rule: 'must be >= 0', nearest: 0 },
      { path: 'lanes[0].aqm.params.max_th', value: 200, rule: 'max_th <= buffer', nearest: 140 },
    ]);
    expect(cells(stderr)).toEqual([
      'seed = -1 is refused: must be >= 0. Nearest valid value: 0.',
      'lanes[0].aqm.params.max_th = 200 is refused: max_th <= buffer. Nearest valid value: 140.',
    ]);
    const table = await aqm(['validate', '-', '--format', 'csv'], late);
    expect(table).toMatchObject({ status: 1 });
    expect(cells(table.stdout)).toEqual([
      'severity,path,value,rule,nearest',
      'error,lanes[0].aqm.params.max_th,200,max_th <= buffer,140',
    ]);
  });

  it('writes what is merely odd into the list, too, and leaves the status 0', async () => {
    const odd = '{"version": 1, "traffic": [{"kind": "cbr", "start": 500}]}';
    const { status, stdout, stderr } = await aqm(['validate', '-'], odd);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ severity: 'warning', path: 'traffic[0].start', value: 500 }]);
    expect(stderr).toMatch(/^Warning: traffic\[0\]\.start = 500: /);
  });
});

describe.concurrent('aqm link and open', () => {
  it('are inverse to each other, through an argument and through a pipe', async () => {
    const { status, stdout } = await aqm([
      'link',
      file,
      '--base',
      'https://example.org/aqm/',
      '--view',
      'fluid',
    ]);
    expect(status).toBe(0);
    const { link } = JSON.parse(stdout) as { link: string };
    expect(link).toMatch(/^https:\/\/example\.org\/aqm\/#s=2[\w-]+&v=fluid$/);
    const opened = await document(['open', link]);
    expect(opened).toMatchObject({ version: 1, title: 'Short', duration: 5 });
    expect(await document(['open', '-'], stdout)).toEqual(opened);
    expect(await document(['link', '-'], JSON.stringify(opened))).toEqual(await document(['link', file]));
    const preset = JSON.stringify({ link: '#s=p.early-drop.1' });
    expect(await document(['open', '-'], preset)).toEqual(await document(['open', '#s=p.early-drop.1']));
  });

  it.each([
    ['nonsense', ''],
    ['', ''],
    ['Fluids', '; did you mean fluid?'],
  ])('refuse the view %j and name the ones that there are', async (view, hint) => {
    const { status, stdout, stderr } = await aqm(['link', file, '--view', view]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      `--view takes ${VIEW_IDS.slice(0, -1).join(', ')} or ${VIEW_IDS.at(-1) ?? ''}, not ${JSON.stringify(view)}${hint}\n`,
    );
  });

  it('refuse a link that is broken', async () => {
    const { link } = await document<{ link: string }>(['link', file]);
    const { status, stdout, stderr } = await aqm(['open', link.slice(0, -9)]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe('The link is damaged: it was cut off or changed on its way; ask for it again.\n');
  });
});

describe.concurrent('what every command keeps to', () => {
  const names = [
    ...['run', 'fluid', 'curve', 'catalog', 'validate', 'link', 'open'],
    ...['replicate', 'study', 'snapshot', 'check'],
  ];

  it.each(names)('aqm %s --help explains it', async (name) => {
    const { status, stdout } = await aqm([name, '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^aqm ${name} `));
    expect(await aqm(['help', name])).toEqual({ status, stdout, stderr: '' });
  });

  it('aqm --help lists the commands', async () => {
    const { status, stdout } = await aqm(['--help']);
    expect(status).toBe(0);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });

  it.each([
    [[], 'a command is missing'],
    [['rum'], 'there is no command "rum"; did you mean run?'],
    [['run'], 'run takes 1 argument, not 0'],
    [['run', 'a', 'b'], 'run takes 1 argument, not 2'],
    [['catalog', 'x'], 'catalog takes 0 arguments, not 1'],
    [['validate'], 'validate takes at least 1 argument, not 0'],
    [
      ['fluid', 'a', '--hopf', 'rtt', '--format', 'csv'],
      '--hopf is only in JSON; --format csv writes the solution over time',
    ],
    [['run', 'a', '--sed', '1'], 'there is no option --sed; did you mean --seed? aqm run --help tells more'],
    [['run', 'a', '-x'], 'there is no option -x; aqm run --help tells more'],
    [['run', 'a', '--seed', '1', '--seed=2'], '--seed is given twice; aqm run --help tells more'],
    [['run', 'a', '--table', 'constructor'], '--table is runs, rows, flows, links, not "constructor"'],
    [['help', 'rum'], 'there is no command "rum"; did you mean run?'],
    [['run', 'a', '--seed'], "Option '--seed <value>' argument missing"],
    [['run', 'a', '--seed', 'one'], '--seed takes a whole number from 0 to 9007199254740991, not "one"'],
    [['run', 'a', '--seeds', '0'], '--seeds takes a whole number from 1 to 10000, not "0"'],
    [['run', 'a', '--seed', '1', '--seeds', '2'], '--seed and --seeds exclude each other'],
    [['curve', 'red', '--points', '1'], '--points takes a whole number from 2 to 100000, not "1"'],
    [['catalog', '--format', 'xml'], '--format is json or csv, not "xml"'],
    [['run', 'a', '--seeds', '-3'], '--seeds takes a value, and -3 begins with a dash'],
    [['run', 'a', '--table', 'rows'], '--table needs --format csv'],
    [['run', 'a', '--bins', '9'], '--bins needs --trace FILE'],
    [['run', 'a', '--flows', '--format', 'csv'], 'use --table flows'],
    [['tc', 'a', '--json', '--format', 'csv'], '--json and --format csv exclude each other'],
  ])('aqm %j is wrong usage', async (args, message) => {
    const { status, stdout, stderr } = await aqm(args);
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([2, '']);
  });

  it.each([
    ['a file that is not there', 'nowhere.json', '', 'Cannot read nowhere.json: ENOENT'],
    ['an address that is no link', 'https://example.org/', '', 'The link has no scenario: "#s=" is missing.'],
    [
      'text that is no JSON',
      '-',
      '{"version": 1,}',
      'No JSON at line 1, column 15: a comma before } is one too many.',
    ],
    [
      'a document that is too long',
      '-',
      ' '.repeat(1_000_001),
      'Standard input holds more than 1000000 characters',
    ],
    ['an unknown key', '-', '{"version": 1, "sede": 2}', 'sede = 2 is refused: unknown key'],
    ['another version', '-', '{"version": 9}', 'version = 9 is refused: this program reads versions up to 1'],
    ['nothing', '-', '', 'No JSON at line 1, column 1: the text ends where a value is expected.'],
  ])('%s is refused with status 1', async (_, source, input, message) => {
    const { status, stdout, stderr } = await aqm(['run', source], input);
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([1, '']);
  });

  it('takes a preset by its id, and says where a study or a folder stands in place of a scenario', async () => {
    const opened = await document<{ title: string }>(['open', 'preset:early-drop']);
    expect(opened.title).toBe('Drop early or late');
    const study = '{"version": 1, "scenario": {"version": 1}, "axes": []}';
    const given = join(folder, 'study.json');
    await writeFile(given, study);
    const refused = await Promise.all([
      aqm(['run', 'preset:none']),
      aqm(['run', given]),
      aqm(['study', file]),
      aqm(['run', folder]),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([1, 1, 1, 1]);
    const told = refused.map(({ stderr }) => stderr);
    expect(told[0]).toContain('There is no preset "none"; there are early-drop,');
    expect(told[1]).toBe(`${given}: This is a study, and a scenario is wanted here; aqm study runs it.\n`);
    expect(told[2]).toContain(`${file}: This is a scenario, and a study is wanted here`);
    expect(told[3]).toBe(`${folder} is a folder; a file is wanted here\n`);
  });

  it('names the file of each message, judges several, and writes whole files or none', async () => {
    const wrong = join(folder, 'wrong.json');
    await writeFile(wrong, '{"version": 1, "seed": -1}');
    const both = await aqm(['validate', file, wrong]);
    expect(both.status).toBe(1);
    expect(both.stderr).toBe(`${wrong}: seed = -1 is refused: must be >= 0. Nearest valid value: 0.\n`);
    expect(JSON.parse(both.stdout)).toMatchObject([{ file: wrong, path: 'seed' }]);
    const kept = join(folder, 'answer.csv');
    const args = ['run', file, '--quiet', '--format', 'csv'];
    const written = await aqm([...args, '-o', kept]);
    expect(written).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await readFile(kept, 'utf8')).toBe((await aqm(args)).stdout);
    expect((await aqm(['run', wrong, '-o', join(folder, 'none.json')])).status).toBe(1);
    expect(existsSync(join(folder, 'none.json'))).toBe(false);
    const nowhere = await aqm(['run', file, '-o', join(folder, 'no', 'answer')]);
    expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining('Cannot write') as string });
  });

  it('aqm check has a status of its own where it cannot judge', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    const outcomes = await Promise.all([aqm(['check', join(folder, 'none')]), aqm(['check', empty])]);
    expect(outcomes.map(({ status }) => status)).toEqual([3, 3]);
  });

  // Neither has a size, and what it gives has no end.
  it.runIf(existsSync('/dev/zero')).each([['/dev/zero'], ['/dev/urandom']])(
    '%s is refused once it has given more than a document may have',
    async (device) => {
      const { status, stdout, stderr } = await aqm(['run', device]);
      expect(stderr).toBe(`${device} holds more than 1000000 characters\n`);
      expect([status, stdout]).toEqual([1, '']);
    },
  );

  it.runIf(existsSync('/dev/full')).each([['json'], ['csv']])(
    'an output of %s that has no room is said, and is a failure',
    async (format) => {
      const full = await open('/dev/full', 'w');
      const child = startInto(full.fd, ['curve', 'red', '--format', format]);
      let stderr = '';
      child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
      expect(await once(child, 'close')).toEqual([1, null]);
      await full.close();
      expect(stderr).toMatch(/^aqm: the answer cannot be written: .*ENOSPC/);
    },
  );

  it('a trace that cannot be written is refused before hours of simulation', async () => {
    const hours = '{"version": 1, "duration": 3600, "network": {"bottleneck": {"rate": 1e10}}}';
    const { status, stderr } = await aqm(['run', '-', '--trace', join(folder, 'no', 'trace.csv')], hours);
    expect(stderr).toContain('Cannot write');
    expect(status).toBe(1);
  });

  it.each([['json'], ['csv']])('a reader that has seen enough of the %s is no failure', async (format) => {
    const child = start(['curve', 'red', '--points', '100000', '--format', format]);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(stderr).toBe('');
  });
});
