import { lanes, managedLinks } from '../../models/src/index.ts';
import { tcOf } from '../../models/src/tc.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { WrongUsage, type Command } from '../command.ts';
import { load } from '../input.ts';

export const tc: Command = {
  summary: 'the Linux commands that set up the queues of a scenario',
  help: `aqm tc <scenario.json | link | -> [--json] [--format json|csv]

Writes for each lane the commands of ethtool and tc (iproute2 6.1) that set up its link and its queue on an interface
DEV, with the bytes that the link adds to packets (stab), and notes on the differences between Linux's queue and the
lane's. If Linux has no such queue, a note gives the reason. The commands contain no delays and no random losses,
which netem adds elsewhere on the path; a note gives netem's words for the losses.

  --json   JSON also at a terminal, which otherwise gets a script
`,
  options: { json: { type: 'boolean' } },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const engine = await loadEngine();
    const found = lanes(await load(source, engine)).map((lane) => {
      const { aqm, network, label } = lane;
      const [managed] = managedLinks(network);
      if (managed === undefined) throw new Error('a lane manages a link');
      const { rate, buffer, packetSize } = managed;
      const link = { rate, buffer, packetSize };
      const { params } = engine.resolve(aqm.id, aqm.params, link);
      const { none = null, qdisc = null, ...rest } = tcOf(aqm.id, params, link, network);
      const { commands, differs } = rest;
      return { label, aqm: aqm.id, qdisc, commands, differs, none };
    });
    const script = found.map(({ label, commands, differs, none }) =>
      [
        `# ${label}`,
        ...(none === null ? differs.map((one) => `#   ${one}`) : [`#   none: ${none}`]),
        ...commands,
      ].join('\n'),
    );
    return {
      json: { lanes: found },
      ...(options.json === true ? {} : { text: `${script.join('\n\n')}\n` }),
      table: () => ({
        columns: ['label', 'aqm', 'qdisc', 'none'],
        rows: found.map(({ label, aqm, qdisc, none }) => [label, aqm, qdisc, none]),
      }),
    };
  },
};
