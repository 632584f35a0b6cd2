import {
  didYouMean,
  encodeLink,
  isViewId,
  loadReleases,
  releaseOf,
  VIEW_IDS,
  type ViewId,
} from '../../models/src/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { textOption, WrongUsage, type Command, type Options } from '../command.ts';
import { load } from '../input.ts';

export const link: Command = {
  summary: 'the share link for a scenario',
  help: `aqm link <scenario.json | -> [--base ADDRESS] [--view NAME] [--format json|csv]

Writes {"link": "…#s=…"}: the scenario, canonical and compressed, in the fragment of an address. A scenario with the title of a preset is
written as that preset and what is different of it; the preset itself is "#s=p.<id>.<release>", short enough for a slide.

  --base ADDRESS   where the app is served; left out, the link is the fragment alone, to be put behind any address of it
  --view NAME      the view in which the link opens: ${VIEW_IDS.join(', ')}
`,
  options: { base: { type: 'string' }, view: { type: 'string' } },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const view = viewOption(options);
    const engine = await loadEngine();
    const scenario = await load(source, engine);
    const page = textOption(options, 'base') ?? '';
    if (page.includes('#')) throw new WrongUsage('--base takes an address without a fragment');
    const base = releaseOf(await loadReleases(), scenario.title ?? '');
    const address = page + encodeLink(scenario, view, engine.catalogue, base);
    return { json: { link: address }, table: () => ({ columns: ['link'], rows: [[address]] }) };
  },
};

/** The page passes over a view that it does not know: whoever makes the link is told here. */
function viewOption(options: Options): ViewId | undefined {
  const text = textOption(options, 'view');
  if (text === undefined || isViewId(text)) return text;
  const nearest = didYouMean(text, VIEW_IDS);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  const known = `${VIEW_IDS.slice(0, -1).join(', ')} or ${VIEW_IDS.at(-1) ?? ''}`;
  throw new WrongUsage(`--view takes ${known}, not ${JSON.stringify(text)}${hint}`);
}
