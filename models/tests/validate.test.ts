import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTROLS, SOURCES } from '../src/generated/facts.ts';
import { parseScenario, validate } from '../src/index.ts';
import { nearlyFormed } from './arbitrary.ts';
import { fakeRules } from './fake-rules.ts';

/** What is wrong with `document`: path, value, rule, nearest of each error. */
function complaints(document: unknown) {
  const result = validate(document, fakeRules);
  const errors = result.ok ? [] : result.issues.filter(({ severity }) => severity === 'error');
  return errors.map(({ path, value, rule, nearest }) => [path, value, rule, nearest]);
}
/** The one complaint about `{version: 1, ...keys}`. */
function complaint(keys: object) {
  const all = complaints({ version: 1, ...keys });
  expect(all).toHaveLength(1);
  return all[0];
}
const bottleneck = (keys: object) => ({ network: { bottleneck: keys } });
const ftp = (keys: object) => ({ traffic: [{ kind: 'ftp', ...keys }] });
const red = (params: object) => ({ lanes: [{ aqm: { id: 'red', params } }] });
const set = (patch: object) => ({ lanes: [{}, { set: patch }] });
/** The schema has `ftp` first, the kind of a row without a kind. */
const SOURCE_IDS = ['ftp', ...Object.keys(SOURCES).filter((id) => id !== 'ftp')];
const ALL = '$schema, version, title, question, source, seed, duration, warmup, network, traffic, lanes';

describe('validate', () => {
  it('accepts the smallest document, and hands it back as it was', () => {
    expect(validate({ version: 1 }, fakeRules)).toMatchObject({ ok: true, scenario: { version: 1 } });
  });

  // The document beside the version; then path, value, rule, and the nearest value or name.
  it.each<[object, string, unknown, unknown, unknown?]>([
    // keys
    [{ sead: 2 }, 'sead', 2, `unknown key; known here: ${ALL}`, 'seed'],
    [{ colour: 'red' }, 'colour', 'red', `unknown key; known here: ${ALL}`],
    [
      bottleneck({ Rate: 1e6 }),
      'network.bottleneck.Rate',
      1e6,
      'unknown key; known here: rate, delay, buffer, reverse, frame, grant_period, grant_share, jitter, policer, changes',
      'rate',
    ],
    [{ lanes: [{ name: 'x' }] }, 'lanes[0].name', 'x', 'unknown key; known here: label, aqm, set'],
    [{ 'two words': 1 }, '["two words"]', 1, `unknown key; known here: ${ALL}`],
    [
      ftp({ rate: 1e6 }),
      'traffic[0].rate',
      1e6,
      expect.stringMatching(/^ftp takes no rate; cbr, .*, web do$/),
    ],
    [
      { traffic: [{ kind: 'cbr', tcp: 'reno' }] },
      'traffic[0].tcp',
      'reno',
      expect.stringMatching(/^cbr takes no tcp; ftp, .*do$/),
    ],
    [
      { traffic: [{ kind: 'poisson', on: 1 }] },
      'traffic[0].on',
      1,
      expect.stringMatching(/^poisson takes no on; onoff, .*do$/),
    ],
    // types and units
    [{ seed: 1.5 }, 'seed', 1.5, 'must be a whole number', 2],
    [{ seed: NaN }, 'seed', NaN, 'must be a whole number'],
    [{ seed: null }, 'seed', null, 'must be a whole number'],
    [{ title: 7 }, 'title', 7, 'must be text in quotes'],
    [{ duration: Infinity }, 'duration', Infinity, 'must be a number in s', 3600],
    [
      bottleneck({ rate: '10 Mbps' }),
      'network.bottleneck.rate',
      '10 Mbps',
      'must be a number in bit/s',
      10e6,
    ],
    [bottleneck({ delay: '20ms' }), 'network.bottleneck.delay', '20ms', 'must be a number in s', 0.02],
    [bottleneck({ buffer: 'big' }), 'network.bottleneck.buffer', 'big', 'must be a whole number in packets'],
    [ftp({ sack: 1 }), 'traffic[0].sack', 1, 'must be true or false'],
    [ftp({ start: 'now' }), 'traffic[0].start', 'now', 'must be a number or a pair [a, b] in s'],
    [ftp({ start: [1] }), 'traffic[0].start', [1], 'a pair has two numbers [a, b] in s'],
    [ftp({ start: [1, 2, 3] }), 'traffic[0].start', [1, 2, 3], 'a pair has two numbers [a, b] in s'],
    [{ network: [] }, 'network', [], 'must be an object {…}'],
    [{ lanes: {} }, 'lanes', {}, 'must be a list […]'],
    // bounds
    [{ duration: 1e308 }, 'duration', 1e308, 'must be <= 3600 s', 3600],
    [{ duration: 0 }, 'duration', 0, 'must be >= 0.001 s', 0.001],
    [bottleneck({ rate: 10 }), 'network.bottleneck.rate', 10, 'must be >= 1000 bit/s', 1000],
    [bottleneck({ rate: 2e10 }), 'network.bottleneck.rate', 2e10, 'must be <= 10000000000 bit/s', 1e10],
    [bottleneck({ buffer: 0 }), 'network.bottleneck.buffer', 0, 'must be >= 1 packets', 1],
    [bottleneck({ delay: 20 }), 'network.bottleneck.delay', 20, 'must be <= 10 s', 10],
    [{ network: { random_loss: 1.1 } }, 'network.random_loss', 1.1, 'must be <= 1', 1],
    [{ network: { access: { delay: [0, -1] } } }, 'network.access.delay[1]', -1, 'must be >= 0', 0],
    [ftp({ flows: 10_001 }), 'traffic[0].flows', 10_001, 'must be <= 10000', 10_000],
    [{ traffic: [] }, 'traffic', [], 'must have at least 1 entry'],
    [{ lanes: Array(33).fill({}) }, 'lanes', Array(33).fill({}), 'must have at most 32 entries'],
    [{ title: 'x'.repeat(201) }, 'title', 'x'.repeat(201), 'text has at most 200 characters here'],
    // words
    [
      { traffic: [{ kind: 'fpt' }] },
      'traffic[0].kind',
      'fpt',
      `must be one of ${SOURCE_IDS.join(', ')}`,
      'ftp',
    ],
    [{ traffic: [{ kind: 3 }] }, 'traffic[0].kind', 3, `must be one of ${SOURCE_IDS.join(', ')}`],
    [
      ftp({ tcp: 'NewReno' }),
      'traffic[0].tcp',
      'NewReno',
      `must be one of ${Object.keys(CONTROLS).join(', ')}`,
      'newreno',
    ],
    [
      { network: { topology: 'star' } },
      'network.topology',
      'star',
      'must be one of dumbbell, chain',
      undefined,
    ],
    // across keys
    [ftp({ tcp: 'bbr', sack: false }), 'traffic[0].sack', false, 'bbr needs SACK'],
    [ftp({ tcp: 'bbr', ecn: true }), 'traffic[0].ecn', true, 'bbr defines no answer to marks'],
    [ftp({ rack: true, sack: false }), 'traffic[0].rack', true, 'RACK-TLP needs SACK'],
    [
      ftp({ rack: true, tcp: 'reno' }),
      'traffic[0].rack',
      true,
      'RACK-TLP needs a sender with SACK, which reno has not',
    ],
    [{ duration: 10, warmup: 20 }, 'warmup', 20, 'must be shorter than the duration (10 s)'],
    [{ warmup: 200 }, 'warmup', 200, 'must be shorter than the duration (200 s)'],
    [ftp({ start: 5, stop: 4 }), 'traffic[0].stop', 4, 'must be later than the start of every flow'],
    [
      ftp({ start: [0, 5], stop: [5, 9] }),
      'traffic[0].stop',
      [5, 9],
      'must be later than the start of every flow',
    ],
    [ftp({ stop: 0 }), 'traffic[0].stop', 0, 'must be later than the start of every flow'],
    [
      ftp({ bytes: [9, 1] }),
      'traffic[0].bytes',
      [9, 1],
      'the first of two values must not be above the second',
    ],
    [
      { network: { access: { delay: [1, 0] } } },
      'network.access.delay',
      [1, 0],
      'the first of two values must not be above the second',
    ],
    [
      { traffic: [{ flows: 4000 }, { flows: 6001 }] },
      'traffic[1].flows',
      6001,
      'all rows of traffic together have at most 10000 flows, these have 10001',
    ],
    // the AQM
    [{ lanes: [{ aqm: { id: 'rde' } }] }, 'lanes[0].aqm.id', 'rde', 'unknown AQM', 'red'],
    [
      { lanes: [{}, { aqm: { id: 'droptail', params: { colour: 3 } } }] },
      'lanes[1].aqm.params.colour',
      3,
      'droptail has no parameters',
    ],
    [
      red({ maxth: 30 }),
      'lanes[0].aqm.params.maxth',
      30,
      'red has no such parameter; it has min_th, max_th, w_q, mean_pkt_size, levels, count_mode, ecn, profiles',
      'max_th',
    ],
    [red({ min_th: '20' }), 'lanes[0].aqm.params.min_th', '20', 'must be a number in packets'],
    [
      red({ count_mode: 'wiat' }),
      'lanes[0].aqm.params.count_mode',
      'wiat',
      'must be one of uniform, wait, none',
      'wait',
    ],
    [red({ ecn: 1 }), 'lanes[0].aqm.params.ecn', 1, 'must be true or false'],
    [red({ profiles: 1 }), 'lanes[0].aqm.params.profiles', 1, 'must be a list of rows of numbers'],
    [red({ profiles: [1] }), 'lanes[0].aqm.params.profiles[0]', 1, 'must be a list […]'],
    [
      red({ min_th: null }),
      'lanes[0].aqm.params.min_th',
      null,
      'must be a number or text in quotes or true or false or a list […]',
    ],
    [red({ max_th: 141 }), 'lanes[0].aqm.params.max_th', 141, 'max_th <= buffer', 140],
    // a lane's patch
    [set({ lanes: [] }), 'lanes[1].set.lanes', [], 'a lane cannot change lanes'],
    [set({ version: 1 }), 'lanes[1].set.version', 1, 'a lane cannot change version'],
    [set({ duration: 'x' }), 'lanes[1].set.duration', 'x', 'must be a number in s'],
    [set({ sede: 1 }), 'lanes[1].set.sede', 1, `unknown key; known here: ${ALL}`, 'seed'],
    [
      set({ traffic: [{ kind: 'cbr', tcp: 'reno' }] }),
      'lanes[1].set.traffic[0].tcp',
      'reno',
      'cbr takes no tcp; ftp, web do',
    ],
    [
      { warmup: 20, ...set({ duration: 10 }) },
      'lanes[1].set.duration',
      10,
      'must be shorter than the duration (10 s)',
    ],
    [
      set({ network: { bottleneck: { buffer: 100 } } }),
      'lanes[1].aqm.params.max_th',
      120,
      'max_th <= buffer',
      100,
    ],
    [{ lanes: [{ set: 3 }] }, 'lanes[0].set', 3, 'must be an object {…}'],
  ])('refuses %j at %s', (keys, path, value, rule, nearest) => {
    expect(complaint(keys)).toEqual([path, value, rule, nearest]);
  });

  it('says it in a sentence', () => {
    const messages = (document: unknown) => {
      const result = validate(document, fakeRules);
      return result.ok ? [] : result.issues.map(({ message }) => message);
    };
    expect(messages({ version: 1, ...red({ max_th: 200 }) })).toEqual([
      'lanes[0].aqm.params.max_th = 200 is refused: max_th <= buffer. Nearest valid value: 140.',
    ]);
    expect(messages({ version: 1, lanes: [{ aqm: { id: 'rde' } }] })).toEqual([
      'lanes[0].aqm.id = "rde" is refused: unknown AQM. Did you mean red?',
    ]);
    // The catalogue is told where no name is like the one given, and once.
    expect(messages({ version: 1, lanes: [{ aqm: { id: 'xyzzy' } }, { aqm: { id: 'plugh' } }] })).toEqual([
      'lanes[0].aqm.id = "xyzzy" is refused: unknown AQM; the catalogue has droptail, red.',
      'lanes[1].aqm.id = "plugh" is refused: unknown AQM.',
    ]);
    expect(messages({})).toEqual(['version is refused: must be given; the current version is 1.']);
  });

  it('tells everything that is wrong at once', () => {
    const all = complaints({
      version: 1,
      seed: -1,
      ...bottleneck({ rate: 'x', delay: 11 }),
      traffic: [{ kind: 'cbr', rate: 0 }],
    });
    expect(all.map(([path]) => path)).toEqual([
      'seed',
      'network.bottleneck.rate',
      'network.bottleneck.delay',
      'traffic[0].rate',
    ]);
  });

  it('merges a patch before it judges it: null brings a default back', () => {
    const scenario = {
      version: 1,
      ...bottleneck({ buffer: 500 }),
      lanes: [{}, { set: bottleneck({ buffer: null }) }],
    };
    expect(validate(scenario, fakeRules)).toMatchObject({
      ok: true,
      warnings: [{ path: 'lanes[1].aqm.params.max_th', value: 120 }],
    });
  });

  const chain = (keys: object = {}, traffic: object[] = [{}]) => ({
    network: { topology: 'chain', links: [{}, { buffer: 200, rate: 8e6 }, {}], ...keys },
    traffic,
  });
  const ONLY_A_CHAIN = 'only a chain has it: set network.topology to "chain", or leave it out';

  // As above, of a chain of three links; what stands in `chain` replaces the keys of its network.
  it.each<[object, string, unknown, unknown, unknown?]>([
    [{ network: { links: [{}] } }, 'network.links', [{ managed: true }], ONLY_A_CHAIN],
    [{ network: { observed: 0 } }, 'network.observed', 0, ONLY_A_CHAIN],
    [ftp({ from: 0 }), 'traffic[0].from', 0, ONLY_A_CHAIN],
    [
      ftp({ bytes: 1e12, packet_size: 64 }),
      'traffic[0].bytes',
      1e12,
      'at most 4000000000 segments, each of packet_size less 40 bytes: 96000000000 bytes',
    ],
    [ftp({ to: 1 }), 'traffic[0].to', 1, ONLY_A_CHAIN],
    [
      { network: { topology: 'chain' } },
      'network.links',
      undefined,
      'a chain must have its links given, at least one',
    ],
    [chain({ links: [] }), 'network.links', [], 'must have at least 1 entry'],
    [
      chain({ links: Array(33).fill({}) }),
      'network.links',
      Array(33).fill({}),
      'must have at most 32 entries',
    ],
    [chain({ links: [{ rate: 10 }] }), 'network.links[0].rate', 10, 'must be >= 1000 bit/s', 1000],
    [chain({ links: [{ managed: 1 }] }), 'network.links[0].managed', 1, 'must be true or false'],
    [
      chain({ links: [{ topology: 1 }] }),
      'network.links[0].topology',
      1,
      'unknown key; known here: rate, delay, buffer, reverse, frame, grant_period, grant_share, jitter, policer, changes, managed',
    ],
    [chain({ observed: 3 }), 'network.observed', 3, 'this chain has 3 links, so observed is from 0 to 2', 2],
    [chain({ observed: 32 }), 'network.observed', 32, 'must be <= 31', 31],
    [chain({}, [{ from: 1, to: 1 }]), 'traffic[0].from', 1, 'must be less than to (1)', 0],
    [chain({}, [{}, { from: 3 }]), 'traffic[1].from', 3, 'must be less than to (3)', 2],
    [chain({}, [{ to: 4 }]), 'traffic[0].to', 4, 'a chain of 3 links has the routers 0 to 3', 3],
    [chain({}, [{ kind: 'cbr', to: 0 }]), 'traffic[0].to', 0, 'must be >= 1', 1],
    [
      { ...chain(), ...red({ max_th: 150 }) },
      'lanes[0].aqm.params.max_th',
      150,
      'max_th <= buffer (at network.links[0], network.links[2])',
      140,
    ],
    [{ ...chain(), ...red({ max_th: 300 }) }, 'lanes[0].aqm.params.max_th', 300, 'max_th <= buffer', 140],
    [
      { ...chain(), ...set({ network: { topology: null, links: null } }), ...{ traffic: [{ to: 3 }] } },
      'lanes[1].set.traffic[0].to',
      3,
      ONLY_A_CHAIN,
    ],
  ])('refuses %j at %s', (keys, path, value, rule, nearest) => {
    expect(complaint(keys)).toEqual([path, value, rule, nearest]);
  });

  it('judges parameters at the links that they are for', () => {
    const links = [{ buffer: 60, managed: false }, { buffer: 200 }];
    expect(complaints({ version: 1, ...chain({ links }), ...red({ max_th: 150 }) })).toEqual([]);
  });

  it('warns of a chain whose observed queue the AQM does not manage', () => {
    const warned = (keys: object) => {
      const result = validate({ version: 1, lanes: [{ aqm: { id: 'droptail' } }], ...chain(keys) });
      return result.ok ? result.warnings.map(({ path, rule }) => [path, rule]) : 'refused';
    };
    expect(warned({})).toEqual([]);
    expect(warned({ links: [{}, { managed: false }], observed: 1 })).toEqual([
      ['network.observed', 'the observed link is not managed: its queue is DropTail in every lane'],
    ]);
    expect(warned({ links: [{ managed: false }] })).toEqual([
      ['network.links', 'no link is managed, so no AQM is at work in any lane'],
    ]);
  });

  it('judges parameters by the network of their own lane', () => {
    expect(
      complaints({
        version: 1,
        lanes: [{ ...red({ max_th: 300 }).lanes[0], set: bottleneck({ buffer: 400 }) }],
      }),
    ).toEqual([]);
  });

  describe('tells an AQM’s errors beside those of the rest', () => {
    const wq = ['lanes[0].aqm.params.w_q', 2];
    const told = (keys: object) => complaints({ version: 1, ...keys }).map(([path, value]) => [path, value]);

    it('of a document that is misshapen elsewhere', () => {
      expect(told({ seed: 'x', ...red({ w_q: 2 }) })).toEqual([['seed', 'x'], wq]);
      expect(told({ traffic: [{ kind: 'cbr', tcp: 'reno' }], ...red({ w_q: 2 }) })).toEqual([
        ['traffic[0].tcp', 'reno'],
        wq,
      ]);
      // A mistake in one lane hides none in another.
      expect(told({ lanes: [{ aqm: { id: 'red', params: { w_q: 2 } } }, { name: 'x' }] })).toEqual([
        ['lanes[1].name', 'x'],
        wq,
      ]);
    });
    it('with the network where that has the right shape, and else only what no network allows', () => {
      expect(told({ seed: 'x', ...bottleneck({ buffer: 100 }), ...red({}) })).toEqual([
        ['seed', 'x'],
        ['lanes[0].aqm.params.max_th', 120],
      ]);
      expect(told({ ...bottleneck({ buffer: 'x' }), ...red({ max_th: 5000, w_q: 2 }) })).toEqual([
        ['network.bottleneck.buffer', 'x'],
        wq,
      ]);
      expect(told({ ...bottleneck({ buffer: 'x' }), ...red({ max_th: 5000 }) })).toEqual([
        ['network.bottleneck.buffer', 'x'],
      ]);
    });
    it('with the lane’s own network', () => {
      const lane = (buffer: unknown) => ({
        lanes: [{ aqm: { id: 'red', params: { max_th: 300 } }, set: bottleneck({ buffer }) }],
      });
      expect(told({ seed: 'x', ...lane(400) })).toEqual([['seed', 'x']]);
      expect(told({ seed: 'x', ...lane(200) })).toEqual([
        ['seed', 'x'],
        ['lanes[0].aqm.params.max_th', 300],
      ]);
    });
    it('of a lane whose own set does not do, or beside a rule that the scenario breaks', () => {
      const lane = (patch: object) => ({ lanes: [{ aqm: { id: 'red', params: { w_q: 2 } }, set: patch }] });
      expect(told(lane({ seed: 'x' }))).toEqual([['lanes[0].set.seed', 'x'], wq]);
      expect(told(lane({ lanes: [] }))).toEqual([['lanes[0].set.lanes', []], wq]);
      expect(told({ duration: 10, warmup: 10, ...lane({ seed: 2 }) })).toEqual([['warmup', 10], wq]);
    });
    it('but not of an AQM that is misshapen itself', () => {
      expect(told({ seed: 'x', lanes: [{ aqm: { id: 7, params: { w_q: 2 } } }] })).toEqual([
        ['seed', 'x'],
        ['lanes[0].aqm.id', 7],
      ]);
    });
  });

  it('says that DCTCP is ECN-capable whatever its row says of ecn', () => {
    const warned = (row: object) => {
      const result = validate({
        version: 1,
        traffic: [{ flows: 2, ...row }],
        lanes: [{ aqm: { id: 'droptail' } }],
      });
      return result.ok ? result.warnings.map(({ path }) => path) : 'refused';
    };
    expect(warned({ tcp: 'dctcp' })).toEqual(['traffic[0].tcp']);
    expect(warned({ tcp: 'dctcp', ecn: false })).toEqual(['traffic[0].ecn']);
    expect(warned({ tcp: 'dctcp', ecn: true })).toEqual([]);
    expect(warned({ tcp: 'cubic' })).toEqual([]);
  });

  it('says that Scalable TCP is not scalable as DualPI2 and PI2 mean it', () => {
    const warned = (tcp: string, id: string) => {
      const result = validate({
        version: 1,
        traffic: [{ flows: 2, tcp, ecn: true }],
        lanes: [{ aqm: { id } }],
      });
      return result.ok ? result.warnings.map(({ path }) => path) : 'refused';
    };
    for (const id of ['dualpi2', 'pi2']) {
      expect(warned('scalable', id)).toEqual(['traffic[0].tcp']);
      expect(warned('dctcp', id)).toEqual([]);
    }
    expect(warned('scalable', 'red')).toEqual([]);
  });

  it('warns, and does not refuse, where a scenario is only odd', () => {
    const warned = (keys: object) => {
      const result = validate({ version: 1, lanes: [{ aqm: { id: 'droptail' } }], ...keys });
      return result.ok ? result.warnings.map(({ path, value, rule }) => [path, value, rule]) : 'refused';
    };
    expect(warned({})).toEqual([]);
    expect(warned({ duration: 20, traffic: [{}, { start: 30 }] })).toEqual([
      ['traffic[1].start', 30, 'these flows start after the end of the run (duration is 20 s)'],
    ]);
    expect(warned({ duration: 3600, ...bottleneck({ rate: 1e10 }) })).toEqual([
      [
        'network.access.rate',
        10e6,
        'the hosts’ own links carry 500 Mbit/s together, less than the link’s 10 Gbit/s: the queue builds up in those links, where no AQM acts on it',
      ],
      [
        'duration',
        3600,
        'about 3000 million packets a lane, 12 minutes of computing; a shorter duration or a lower rate helps',
      ],
    ]);
  });

  it('leaves AQMs alone when it has no catalogue yet', () => {
    expect(validate({ version: 1, lanes: [{ aqm: { id: 'sared', params: { k: 2 } } }] })).toMatchObject({
      ok: true,
    });
  });
});

describe('hostile documents', () => {
  const nested = (depth: number): object =>
    Array.from({ length: depth }).reduce<object>((inner) => ({ set: inner }), {});
  const cyclic: { version: number; self?: unknown } = { version: 1 };
  cyclic.self = cyclic;

  it.each<[string, unknown, string, string]>([
    [
      'deep nesting',
      { version: 1, lanes: [nested(100_000)] },
      'lanes[0].set.set',
      'nothing may be nested deeper than 32',
    ],
    ['a cycle', cyclic, 'self.self.self.self', 'nothing may be nested deeper than 32'],
    [
      'a list of a million',
      { version: 1, traffic: Array(1e6).fill({}) },
      'traffic',
      'a list of 1000000 is too long: a document holds at most 100000 values',
    ],
    [
      'many values',
      { version: 1, traffic: Array(60_000).fill([1]) },
      '',
      'a document holds at most 100000 values',
    ],
    [
      'text of a megabyte',
      { version: 1, title: 'x'.repeat(1e6) },
      'title',
      'text has at most 10000 characters',
    ],
    ['a key of a megabyte', { version: 1, ['x'.repeat(1e6)]: 1 }, '', 'a key has at most 10000 characters'],
    [
      'a prototype',
      JSON.parse('{"version": 1, "__proto__": {"a": 1}}'),
      '__proto__',
      'no key may have this name',
    ],
    ['a function', { version: 1, title: () => 1 }, 'title', 'function is not JSON'],
    ['a big integer', { version: 1, seed: 1n }, 'seed', 'bigint is not JSON'],
    ['nothing', undefined, '', 'undefined is not JSON'],
  ])('%s is refused quickly, in words', (_, document, path, rule) => {
    const start = performance.now();
    const result = validate(document, fakeRules);
    expect(result).toMatchObject({ ok: false, issues: [{ path, rule }] });
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('wrong everywhere gets at most fifty complaints', () => {
    const traffic = Array.from({ length: 1000 }, () => ({ kind: 'cbr', rate: -1, flows: 'x' }));
    expect(complaints({ version: 1, traffic })).toHaveLength(50);
  });

  it('keys named like members of every object are only unknown keys', () => {
    for (const key of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      expect(complaints({ version: 1, [key]: 1 })[0]?.[2]).toMatch(/^unknown key/);
      expect(complaints({ version: 1, ...ftp({ [key]: 1 }) })[0]?.[2]).toMatch(/^unknown key/);
      expect(complaints({ version: 1, traffic: [{ kind: key }] })[0]?.[2]).toMatch(/^must be one of/);
      expect(complaints({ version: 1, lanes: [{ aqm: { id: key } }] })[0]?.[2]).toMatch(/^unknown AQM/);
      expect(complaints({ version: 1, ...red({ [key]: 1 }) })[0]?.[2]).toMatch(/^red has no such parameter/);
    }
  });

  it('nothing at all makes validate throw, and every refusal is explained', () => {
    const anything = fc.oneof(fc.anything(), nearlyFormed);
    fc.assert(
      fc.property(anything, (document) => {
        const result = validate(document, fakeRules);
        if (!result.ok) {
          expect(result.issues.length).toBeGreaterThan(0);
          for (const { message } of result.issues) expect(message).toMatch(/\S: \S.*\.$|\?$/s);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('parseScenario', () => {
  it('finds fault with text, then with the document in it', () => {
    expect(parseScenario('{"version": 1')).toMatchObject({
      ok: false,
      issues: [{ path: 'line 1, column 14' }],
    });
    expect(parseScenario('{"version": 1, "seed": -1}')).toMatchObject({
      ok: false,
      issues: [{ path: 'seed', value: -1 }],
    });
    expect(parseScenario('{"version": 1, "seed": 1e999}')).toMatchObject({
      ok: false,
      issues: [{ path: 'seed' }],
    });
    expect(parseScenario('{"version": 1}')).toMatchObject({ ok: true });
  });
});
