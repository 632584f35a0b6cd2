import { gzipSync } from 'node:zlib';
import { version } from '../version.ts';
import { lanes, managedLinks } from '../../models/src/index.ts';
import { knobAt } from '../../models/src/knobs.ts';
import { FLENT_STEP, flentText } from '../../models/src/out/flent.ts';
import { ns3Program } from '../../models/src/out/ns3.ts';
import { createClient, loadEngine } from '../../wasm/src/node.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command } from '../command.ts';
import { load } from '../input.ts';

const KINDS = ['flent', 'ns3'];

export const exported: Command = {
  summary: 'a lane for other programs: a file of Flent, a program of ns-3',
  help: `aqm export <scenario.json | link | preset:ID | -> --as ${KINDS.join('|')} [--lane K] [-o FILE]

Writes one lane for another program, to standard output or into the file of -o.

  --as flent   runs the lane and writes a data file of Flent, gzipped (name it .flent.gz): "flent -p totals -i FILE" plots what left the
               observed link beside the round trip, five points a second
  --as ns3     a program in C++ for ns-3.37 of the same hosts, link, senders and queue; what ns-3 has not is refused by name
  --lane K     this lane; the first is 0, which is the default
`,
  options: { as: { type: 'string' }, lane: { type: 'string' } },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const as = textOption(options, 'as');
    if (as === undefined || !KINDS.includes(as))
      throw new WrongUsage(
        `--as takes ${KINDS.join(' or ')}${as === undefined ? '' : `, not ${JSON.stringify(as)}`}`,
      );
    const engine = await loadEngine();
    const scenario = await load(source, engine);
    const all = lanes(scenario);
    const lane = all[wholeNumber(options, 'lane', 0, all.length - 1) ?? 0];
    if (lane === undefined) throw new Refused(`${source}: there is no lane`);
    const table = () => {
      throw new WrongUsage(`--as ${as} is no table`);
    };
    if (as === 'ns3') {
      const [link] = managedLinks(lane.network);
      if (link === undefined) throw new Error('a lane manages a link');
      const { rate, buffer, packetSize } = link;
      const { params } = engine.resolve(lane.aqm.id, lane.aqm.params, { rate, buffer, packetSize });
      const found = ns3Program(lane, params);
      if ('none' in found)
        throw new Refused(found.none.map((what) => `${lane.label}: ns-3 has not ${what}`).join('\n'));
      return { json: null, source: found.text, table };
    }
    const client = createClient({ size: 1 });
    const bins = Math.max(1, Math.round(lane.duration / FLENT_STEP));
    const { overview } = await client.ask('run', { lane, bins }).finally(() => client.close());
    const about = { title: scenario.title ?? '', roundTrip: knobAt(lane, 'rtt').present ?? 0, version };
    return { json: null, source: gzipSync(flentText(lane, overview, about)), table };
  },
};
