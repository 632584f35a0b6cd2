import { basename } from 'node:path';
import {
  decodeLink,
  encodeLink,
  isLink,
  isViewId,
  presets,
  releaseFor,
  VIEW_IDS,
  type Scenario,
  type ViewFields,
} from '../../models/src/index.ts';
import { presetIn } from '../../regression/src/asked.ts';
import { withPages } from '../../regression/src/browser.ts';
import { RESERVED, writeGolden, writeProbes } from '../../regression/src/folder.ts';
import { keep } from '../../regression/src/golden.ts';
import { look } from '../../regression/src/page.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command, type Options } from '../command.ts';
import { makeFolder, openIn } from '../folder.ts';
import { load, presetNamed } from '../input.ts';
import { browsing, probesOf } from '../plots.ts';
import { note } from '../note.ts';

export const snapshot: Command = {
  summary: "keep scenarios' plots: numbers, drawings, pictures",
  help: `aqm snapshot <scenario.json | link | preset:ID …> --out DIR [--view NAMES] [--blocks N] [--page ADDRESS]

Draws each in a headless Chromium and keeps what is plotted, for "aqm check DIR" to compare with: DIR/<name>.json has the numbers of
every plot, what its drawing says and how, and the digest of every run; DIR/<name>/ the plots as SVG and PNG; DIR/engine.json what the
parts of the engine give alone, by which a changed run is explained later. A link brings its view along.

  --out DIR        where to; what is there under the same names is replaced
  --view NAMES     views, a comma between them: ${VIEW_IDS.join(', ')}; default: the link's, or ${VIEW_IDS[0]}
  --blocks N       small: of each series N blocks with mean and checksum in place of all numbers, and no pictures
  --presets        every preset of this project
  --page ADDRESS   the page at this address in place of this project's own
`,
  options: {
    out: { type: 'string' },
    view: { type: 'string' },
    blocks: { type: 'string' },
    presets: { type: 'boolean' },
    page: { type: 'string' },
  },
  arguments: 0,
  optional: 1000,
  async run(sources, options) {
    const out = textOption(options, 'out');
    if (out === undefined) throw new WrongUsage('--out is missing: the folder to keep the plots in');
    const named = options.presets === true ? presets.map(({ id }) => `preset:${id}`) : [];
    const all = [...sources, ...named];
    if (all.length === 0) throw new WrongUsage('a scenario, a link or preset:ID is missing');
    const blocks = wholeNumber(options, 'blocks', 1, 10_000) ?? 0;
    const engine = await loadEngine();
    const views = viewsOption(options);
    const items: Item[] = [];
    for (const source of all) {
      const { name, scenario, view } = await found(source, engine);
      for (const shown of views ?? [undefined]) {
        const fields = shown === undefined ? view : { ...view, v: shown };
        const suffix = views !== undefined && views.length > 1 ? `-${shown ?? ''}` : '';
        items.push({
          name: free(`${name}${suffix}`, items),
          source,
          link: encodeLink(scenario, fields, engine.catalogue),
        });
      }
    }
    await openIn(out, () => makeFolder(out));
    const kept: { name: string; plots: number; file: string }[] = [];
    const empty: string[] = [];
    await browsing(() =>
      withPages(items, textOption(options, 'page'), async (page, item, at) => {
        await page.goto(at + item.link);
        const seen = await look(page, { pictures: blocks === 0 });
        if (seen.plots.length === 0) {
          empty.push(item.name);
          return;
        }
        const source = item.source.startsWith('preset:') ? item.source : 'document';
        writeGolden(out, keep(seen, { ...item, source, blocks }), seen.plots, blocks === 0);
        note(`${item.name}: ${seen.plots.length} plots\n`);
        kept.push({ name: item.name, plots: seen.plots.length, file: `${item.name}.json` });
      }),
    );
    // A golden without plots would be found unchanged for ever.
    if (empty.length > 0)
      throw new Refused(
        `${empty.sort().join(', ')}: there is no plot to keep; the others are kept in ${out}`,
      );
    writeProbes(out, probesOf(engine));
    kept.sort((a, b) => (a.name < b.name ? -1 : 1));
    return {
      json: { out, kept },
      table: () => ({
        columns: ['name', 'plots', 'file'],
        rows: kept.map(({ name, plots, file }) => [name, plots, file]),
      }),
    };
  },
};

interface Item {
  readonly name: string;
  readonly source: string;
  readonly link: string;
}

function viewsOption(options: Options): readonly string[] | undefined {
  const views = textOption(options, 'view')?.split(',');
  const wrong = views?.find((view) => !isViewId(view));
  if (wrong !== undefined)
    throw new WrongUsage(`--view takes ${VIEW_IDS.join(', ')}, not ${JSON.stringify(wrong)}`);
  return views;
}

/** Names are file names: a duplicate or reserved name gets a number. */
export function free(name: string, items: readonly { readonly name: string }[]): string {
  const taken = new Set<string>([...RESERVED, ...items.map((item) => item.name)]);
  let found = name;
  for (let n = 2; taken.has(found); ++n) found = `${name}-${n}`;
  return found;
}

const fileName = (text: string): string =>
  text.replace(/[^\w.-]+/g, '-').replace(/^[-.]+|-+$/g, '') || 'plots';

async function found(
  source: string,
  engine: Awaited<ReturnType<typeof loadEngine>>,
): Promise<{ name: string; scenario: Scenario; view: ViewFields }> {
  const id = presetIn(source);
  if (id !== undefined) {
    return { name: id, scenario: await presetNamed(id), view: {} };
  }
  const scenario = await load(source, engine);
  if (!isLink(source)) return { name: fileName(basename(source, '.json')), scenario, view: {} };
  const link = decodeLink(source, engine, await releaseFor(source));
  return {
    name: fileName((scenario.title ?? 'link').toLowerCase()),
    scenario,
    view: link.ok ? link.view : {},
  };
}
