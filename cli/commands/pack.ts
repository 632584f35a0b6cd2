import { readFile, rename, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { version } from '../version.ts';
import { managedLinks } from '../../models/src/chain.ts';
import { complete, lanes, parseJson, type AqmRules, type Scenario } from '../../models/src/index.ts';
import { NAMES, packed } from '../../models/src/archive.ts';
import {
  looksLikeStudy,
  parseStudy,
  sizeOf,
  sizeText,
  validateStudy,
  type Study,
  type StudyValidation,
} from '../../models/src/study/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { Engine } from '../../wasm/src/types.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command } from '../command.ts';
import { figuresOf, type FigureFile } from '../figures.ts';
import { loadText, placeOf, textOf } from '../input.ts';
import { engineId } from '../kept.ts';
import { note } from '../note.ts';
import { headOf, lineOf, placesOf, rowsOf } from '../rows.ts';
import { toldBySystem } from '../told-by-system.ts';

/** With more runs, the archive would be too large for readers to download. */
const MOST_RUNS = 200_000;

export const pack: Command = {
  summary: 'run a study or a scenario and pack it into an archive that others can check',
  help: `aqm pack <study.json | scenario.json | link | preset:ID | -> --out FILE.zip [--seeds N] [--figures DIR] [--jobs N]

Runs it and writes one ZIP (an RO-Crate): the document as given, as a study with every default written out, every parameter with its
value, a row for each run with its digest, the engine's module, the command, how to cite, and the hash of each file. The same study
gives the same bytes. "aqm verify FILE.zip" runs it again; the page opens it.

  --out FILE.zip   where to
  --seeds N        of a scenario: the seeds from its own on; default 1
  --figures DIR    put the files of this folder into the archive: figures that were drawn from the rows, a text that explains them
  --jobs N         this many processors
`,
  options: {
    out: { type: 'string' },
    seeds: { type: 'string' },
    figures: { type: 'string' },
    jobs: { type: 'string' },
  },
  arguments: 1,
  async run([source], options) {
    const out = textOption(options, 'out');
    if (source === undefined || out === undefined) throw new WrongUsage('--out FILE.zip is missing');
    const workers = wholeNumber(options, 'jobs', 1, 1024) ?? availableParallelism();
    const seeds = wholeNumber(options, 'seeds', 1, 10_000);
    const folder = textOption(options, 'figures');
    const figures = folder === undefined ? [] : await figuresOf(folder);
    const engine = await loadEngine();
    const text = await textOf(source);
    const parsed = parseJson(text);
    const isStudy = parsed.ok && looksLikeStudy(parsed.value);
    if (isStudy && seeds !== undefined)
      throw new WrongUsage('--seeds applies to a scenario only; a study has its own seeds');
    const given = isStudy ? parsed.value : await loadText(text, engine, placeOf(source));
    const checked = isStudy ? parseStudy(text, engine) : studyOf(given as Scenario, seeds ?? 1, engine);
    if (!checked.ok) throw Refused.for(checked.issues, placeOf(source));
    const { study, expansion } = resolved(checked.study, engine);
    if (expansion.runs > MOST_RUNS)
      throw new Refused(`${expansion.runs} runs; an archive has at most ${MOST_RUNS}`);
    const size = sizeOf(study, expansion);
    note(`${sizeText(size, workers)}\n`);
    // An unwritable file is reported before the work.
    await writeFile(`${out}.draft`, '').catch((error: unknown) => {
      throw new Refused(`Cannot write ${out}: ${toldBySystem(error)}`);
    });
    const rows = await rowsOf(study, expansion, placesOf(expansion), workers);
    const id = await engineId();
    const file = out.replace(/^.*\//, '');
    const command = `npm run -s aqm -- pack ${NAMES.document}${isStudy ? '' : ` --seeds ${seeds ?? 1}`}${figures.length === 0 ? '' : ' --figures figures'} --out ${file}\n`;
    const title = study.title ?? (study.scenario as unknown as Scenario).title ?? '';
    const archive = await packed({
      [NAMES.readme]: readme(title, file, { runs: rows.length, id, figures }),
      [NAMES.document]: json(given),
      [NAMES.study]: json(study),
      [NAMES.parameters]: json(parametersOf(study, engine)),
      [NAMES.rows]: [headOf(study, expansion), ...rows.map(lineOf), ''].join('\n'),
      [NAMES.engine]: await readFile(new URL('../../wasm/prebuilt/aqm.wasm', import.meta.url)),
      [NAMES.citation]: await readFile(new URL('../../CITATION.cff', import.meta.url)),
      [NAMES.command]: command,
      [NAMES.crate]: json(crate(title, command, id, figures)),
      ...Object.fromEntries(figures.map(({ name, bytes }) => [name, bytes])),
    });
    await writeFile(`${out}.draft`, archive);
    await rename(`${out}.draft`, out);
    const told = { file: out, engine: id, version, runs: rows.length, bytes: archive.length };
    return { json: told, table: () => ({ columns: Object.keys(told), rows: [Object.values(told)] }) };
  },
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A scenario as a study that varies only its seeds. */
const studyOf = (scenario: Scenario, count: number, engine: AqmRules): StudyValidation =>
  validateStudy({ version: 1, scenario, axes: [], seeds: { first: scenario.seed ?? 1, count } }, engine);

/**
 * The study with the defaults of network, traffic and lanes written out, because another version may have
 * other defaults.
 */
function resolved(study: Study, engine: AqmRules) {
  const whole = { ...study, scenario: complete(study.scenario as unknown as Scenario) };
  const checked = validateStudy(whole, engine);
  if (!checked.ok) throw Refused.for(checked.issues, 'With its defaults written out: ');
  return checked;
}

/** The parameters of each lane's scheme, as this engine resolves them. */
function parametersOf(study: Study, engine: Pick<Engine, 'resolve'>): unknown {
  return lanes(study.scenario as unknown as Scenario).map(({ label, aqm, network }) => {
    const [link] = managedLinks(network);
    if (link === undefined) throw new Error('a lane manages a link');
    const { rate, buffer, packetSize } = link;
    return { label, aqm: aqm.id, ...engine.resolve(aqm.id, aqm.params, { rate, buffer, packetSize }) };
  });
}

const readme = (
  title: string,
  file: string,
  {
    runs,
    id,
    figures,
  }: { readonly runs: number; readonly id: string; readonly figures: readonly FigureFile[] },
): string =>
  `# ${title === '' ? 'A study of AQM Explorer' : title}

${runs} runs, made with AQM Explorer ${version}, engine ${id}. In a copy of AQM Explorer of this version (Node 20 or newer):

    npm ci
    npm run -s aqm -- verify ${file}

(with the installed command: aqm verify ${file})

compares every file with its hash, runs everything again, and names each number that is another one. --sample N runs N of them. The page of
AQM Explorer opens this archive when it is dropped on it.

${NAMES.document}    as it was given
${NAMES.study}       the same as a study, with every default of network and traffic written out
${NAMES.parameters}  every parameter of each lane's scheme
${NAMES.rows}        a line for each run: what varies, lane, scheme, seed, digest of all events, metrics in SI units
${NAMES.engine}  the engine that made them
${NAMES.command}     the command that made this archive
${figures.map(({ name }) => `${name}\n`).join('')}`;

/** RO-Crate 1.1: the contents, and how they were made. */
function crate(title: string, command: string, id: string, figures: readonly FigureFile[]): unknown {
  const about = {
    [NAMES.document]: ['The document as it was given', 'application/json'],
    [NAMES.study]: ['The study, with its defaults written out', 'application/json'],
    [NAMES.parameters]: ["Parameters of each lane's scheme", 'application/json'],
    [NAMES.rows]: ['Results: a row for each run', 'text/csv'],
    [NAMES.engine]: ['The engine that made the results', 'application/wasm'],
    [NAMES.citation]: ['How to cite AQM Explorer', 'application/yaml'],
    [NAMES.command]: ['The command that made this archive', 'text/plain'],
    [NAMES.readme]: ['How to check this archive', 'text/markdown'],
    ...Object.fromEntries(
      figures.map(({ name, type }) => [name, ['A figure, or a text about one', type] as const]),
    ),
  } as const;
  return {
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      {
        '@id': NAMES.crate,
        '@type': 'CreativeWork',
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
        about: { '@id': './' },
      },
      {
        '@id': './',
        '@type': 'Dataset',
        name: title === '' ? 'A study of AQM Explorer' : title,
        description: 'Simulated runs of active queue management, with all that repeats them.',
        license: { '@id': 'https://spdx.org/licenses/MIT' },
        hasPart: Object.keys(about).map((name) => ({ '@id': name })),
        mentions: { '@id': '#made' },
      },
      ...Object.entries(about).map(([name, [words, type]]) => ({
        '@id': name,
        '@type': 'File',
        name: words,
        encodingFormat: type,
      })),
      {
        '@id': '#aqm-explorer',
        '@type': 'SoftwareApplication',
        name: 'AQM Explorer',
        softwareVersion: version,
        identifier: id,
      },
      {
        '@id': '#made',
        '@type': 'CreateAction',
        name: command.trim(),
        instrument: { '@id': '#aqm-explorer' },
        object: { '@id': NAMES.document },
        result: { '@id': NAMES.rows },
      },
    ],
  };
}
