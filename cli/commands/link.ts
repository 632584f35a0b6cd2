import { encodeLink } from '../../models/src/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { textOption, WrongUsage, type Command } from '../command.ts';
import { load } from '../input.ts';

export const link: Command = {
  summary: 'the share link for a scenario',
  help: `aqm link <scenario.json | -> [--base ADDRESS] [--view NAME] [--format json|csv]

Writes {"link": "…#s=…"}: the scenario, canonical and compressed, in the fragment of an address.

  --base ADDRESS   where the app is served; left out, the link is the fragment alone, to be put behind any address of it
  --view NAME      the view in which the link opens
`,
  options: { base: { type: 'string' }, view: { type: 'string' } },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const engine = await loadEngine();
    const scenario = await load(source, engine);
    const base = textOption(options, 'base') ?? '';
    if (base.includes('#')) throw new WrongUsage('--base takes an address without a fragment');
    const address = base + encodeLink(scenario, textOption(options, 'view'), engine.catalogue);
    return { json: { link: address }, table: () => ({ columns: ['link'], rows: [[address]] }) };
  },
};
