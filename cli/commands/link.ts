import {
  didYouMean,
  encodeLink,
  isViewId,
  loadReleases,
  parseJson,
  releaseOf,
  VIEW_IDS,
  type Scenario,
  type AqmRules,
  type ViewId,
} from '../../models/src/index.ts';
import {
  planOf,
  looksLikeStudy,
  MOST_SEEDS,
  validateStudy,
  writePlan,
} from '../../models/src/study/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { Refused, textOption, WrongUsage, type Command, type Options } from '../command.ts';
import { loadText, placeOf, textOf, withTraceOf } from '../input.ts';

export const link: Command = {
  summary: 'the share link for a scenario',
  help: `aqm link <scenario.json | study.json | -> [--base ADDRESS] [--view NAME] [--format json|csv]

Writes {"link": "…#s=…"}: the scenario, canonical and compressed, in the fragment of an address. A scenario with the title of a preset is
written as that preset and what is different of it; the preset itself is "#s=p.<id>.<release>", short enough for a slide. Of a study its
scenario, axes and seeds are written, and the link opens the page's view of studies, which measures everything; \`aqm study\` runs it, too.

  --base ADDRESS   where the app is served; left out, the link is the fragment alone, to be put behind any address of it
  --link-trace F   the trace of a link, as of aqm run
  --view NAME      the view in which the link opens: ${VIEW_IDS.join(', ')}
`,
  options: { base: { type: 'string' }, view: { type: 'string' }, 'link-trace': { type: 'string' } },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const view = viewOption(options);
    const engine = await loadEngine();
    const text = await textOf(source);
    const study = studyIn(text, engine, placeOf(source));
    const scenario =
      study?.scenario ?? (await withTraceOf(await loadText(text, engine, placeOf(source)), options, engine));
    if (study !== undefined && options['link-trace'] !== undefined)
      throw new WrongUsage('--link-trace applies to a scenario only, and this is a study');
    const page = textOption(options, 'base') ?? '';
    if (page.includes('#')) throw new WrongUsage('--base takes an address without a fragment');
    const base = releaseOf(await loadReleases(), scenario.title ?? '');
    const fields = study === undefined ? view : { v: view ?? 'study', study: study.word };
    const address = page + encodeLink(scenario, fields, engine.catalogue, base);
    return { json: { link: address }, table: () => ({ columns: ['link'], rows: [[address]] }) };
  },
};

/**
 * A study in the page's form: a scenario, and a word that describes what varies. Undefined if the text is not
 * a study.
 */
function studyIn(
  text: string,
  rules: AqmRules,
  place: string,
): { scenario: Scenario; word: string } | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !looksLikeStudy(parsed.value)) return undefined;
  const checked = validateStudy(parsed.value, rules);
  if (!checked.ok) throw Refused.for(checked.issues, place);
  const { scenario, seeds: { first = 1, count = 1 } = {} } = checked.study;
  if (count > MOST_SEEDS)
    throw new Refused(`A link has at most ${MOST_SEEDS} seeds; this study has ${count}`);
  return {
    scenario: { ...(scenario as unknown as Scenario), seed: first },
    word: writePlan(planOf(checked.study)),
  };
}

/** The page ignores an unknown view, so the command refuses it. */
function viewOption(options: Options): ViewId | undefined {
  const text = textOption(options, 'view');
  if (text === undefined || isViewId(text)) return text;
  const nearest = didYouMean(text, VIEW_IDS);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  const known = `${VIEW_IDS.slice(0, -1).join(', ')} or ${VIEW_IDS.at(-1) ?? ''}`;
  throw new WrongUsage(`--view takes ${known}, not ${JSON.stringify(text)}${hint}`);
}
