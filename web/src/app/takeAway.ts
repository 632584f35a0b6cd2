import { inEnglish, t } from '../../../models/src/language.ts';
import { VIEW_NAMES } from '../../../models/src/index.ts';
import { resultsOf } from '../lanes/useLaneResults.ts';
import type { ColumnWidth } from '../plots/columnWidths.ts';
import { download } from '../base/download.ts';
import type { Figure } from '../plots/figure.ts';
import { shownFigures } from '../plots/registry.ts';
import type { App } from '../state/app.ts';
import type { Caption } from '../state/caption.ts';
import type * as Papers from '../views/papers/taken.ts';
import type * as Studies from '../views/study/taken.ts';

type PaperMaker = typeof Papers;
type StudyMaker = typeof Studies;
type OfPaper = NonNullable<ReturnType<PaperMaker['shownPaper']>>;
type Found = NonNullable<ReturnType<StudyMaker['foundOf']>>;

export interface TakeAways {
  /** The subject of the files. */
  readonly of: string;
  readonly items: readonly (readonly [name: string, act: () => void])[];
}

/** Every kind of file of the present view, each with the function that saves it. */
export function takeAways(app: App, caption: Caption): readonly TakeAways[] {
  const { tab } = app.view.get();
  /** A file name contains the view. */
  const named = tab === 'compare' ? caption.slug : tab === 'learn' ? 'story' : `${caption.slug}-${tab}`;
  const json = () =>
    download(`${caption.slug}.json`, `${JSON.stringify(app.document(), null, 2)}\n`, 'application/json');
  const results = () => {
    const lanes = resultsOf(app.runner.slots.get(), app.seeds.slots.get());
    return [lanes, { title: caption.title, link: app.link() }] as const;
  };
  /** The code that makes a file is loaded when it is needed; a failure is reported. */
  const made =
    <Maker>(load: () => Promise<Maker>, act: (maker: Maker) => void) =>
    () =>
      void load().then(act, () =>
        app.notices.add(
          'error',
          t('The file was not made: the program part that makes it could not be loaded. Are you online?'),
        ),
      );
  const tables = () => import('../lanes/results.ts');
  const table = () => import('../lanes/latex.ts');
  const csv = made(tables, ({ resultsCsv }) =>
    download(`${caption.slug}-results.csv`, resultsCsv(...results()), 'text/csv'),
  );
  const figures = made(tables, ({ resultsJson }) =>
    download(`${caption.slug}-results.json`, resultsJson(...results()), 'application/json'),
  );
  const latex = made(table, ({ resultsLatex }) =>
    download(
      `${caption.slug}.tex`,
      inEnglish(() => resultsLatex(...results())),
      'text/x-tex',
    ),
  );
  /** Files of the visible figures. */
  const taken =
    <Maker>(load: () => Promise<Maker>, act: (maker: Maker, figures: readonly Figure[]) => void) =>
    () => {
      const shown = shownFigures();
      if (shown.length > 0) made(load, (maker) => act(maker, shown))();
      else
        app.notices.add('error', t('This view has no plots to export. Go to Compare, Fluid or Flows first.'));
    };
  const plots = () => import('../plots/files.ts');
  const bytes = (file: Uint8Array, type: string) => new Blob([file as Uint8Array<ArrayBuffer>], { type });
  /** Figures of a kind with several plots: the queues, where they are shown. */
  const stacked = (all: readonly Figure[]) => {
    const queues = all.filter(({ name }) => name === 'queue');
    return queues.length > 0 ? queues : all;
  };
  const font = () => import('../plots/ownFont.ts').then(({ fontStyle }) => fontStyle());
  const faces = () => import('../plots/pdfFaces.ts').then(({ pdfFaces }) => pdfFaces());
  const together = taken(
    () => Promise.all([plots(), font()]),
    ([{ figuresSvg }, style], all) =>
      download(
        `${named}-figures.svg`,
        figuresSvg(stacked(all), 178, caption.words(), style),
        'image/svg+xml',
      ),
  );
  const pdf = (width: ColumnWidth) =>
    taken(
      () => Promise.all([plots(), faces()]),
      ([{ figuresPdf }, set], all) =>
        download(
          `${named}-figures-${width}mm.pdf`,
          bytes(figuresPdf(stacked(all), width, caption.words(), set), 'application/pdf'),
        ),
    );
  const all = taken(
    () => Promise.all([plots(), tables(), table(), font(), faces(), import('./repeat.ts')]),
    ([{ everything }, { resultsCsv }, { resultsLatex }, style, set, { repeatFiles }], shown) => {
      const files = {
        'scenario.json': `${JSON.stringify(app.document(), null, 2)}\n`,
        'results.csv': resultsCsv(...results()),
        'results.tex': inEnglish(() => resultsLatex(...results())),
        'link.txt': `${app.link()}\n`,
        ...repeatFiles(app.document(), results()[0]),
      };
      download(
        `${caption.slug}.zip`,
        bytes(everything(shown, caption.words(), style, set, files), 'application/zip'),
      );
    },
  );
  const others = () => import('./otherPrograms.ts');
  const flent = made(others, ({ flentFile }) => {
    const file = flentFile(app, caption.title);
    if (file === undefined) app.notices.add('error', t('The lane has no run yet.'));
    else download(`${caption.slug}.flent.gz`, bytes(file, 'application/gzip'));
  });
  const ns3 = made(others, ({ ns3File }) => {
    const found = ns3File(app);
    if ('none' in found)
      app.notices.add('error', t('ns-3 has not: {{none}}.', { none: found.none.join('; ') }));
    else download(`${caption.slug}.cc`, found.text, 'text/x-c++src');
  });
  /** Files of a paper are those of its view, which holds the data. */
  const paper = (act: (maker: PaperMaker, shown: OfPaper, name: string) => void) =>
    made(
      () => import('../views/papers/taken.ts'),
      (maker) => {
        const shown = maker.shownPaper(app);
        if (shown === null) app.notices.add('error', t('No paper is there yet.'));
        else act(maker, shown, `${shown.paper.id}-${shown.reading}`);
      },
    );
  const study = (act: (maker: StudyMaker, found: Found) => void) =>
    made(
      () => import('../views/study/taken.ts'),
      (maker) => {
        const found = maker.foundOf(app);
        if (found === null || found.done === 0)
          app.notices.add('error', t('The study has no results yet: run it first.'));
        else act(maker, found);
      },
    );
  const origin = () => ({ title: caption.title, link: app.link() });
  const figuresOf = t('Plots of {{tab}} in one figure', {
    tab: tab === 'compare' ? t('all lanes') : t('this view'),
  });
  const plotItems = [
    [`${figuresOf} (SVG)`, together],
    [t('{{figuresOf}}, 178 mm (PDF)', { figuresOf }), pdf(178)],
    [t('{{figuresOf}}, 85 mm (PDF)', { figuresOf }), pdf(85)],
  ] as const;
  const view = t('{{view_names}}: what is shown', { view_names: t(VIEW_NAMES[tab]) });
  if (tab === 'papers')
    return [
      {
        of: view,
        items: [
          [
            t('Tables of this paper (CSV)'),
            paper(({ papersCsv }, shown, name) => download(`${name}.csv`, papersCsv(shown), 'text/csv')),
          ],
          [
            t('Tables of this paper (LaTeX)'),
            paper(({ papersLatex }, shown, name) =>
              download(`${name}.tex`, papersLatex(shown), 'text/x-tex'),
            ),
          ],
        ],
      },
    ];
  if (tab === 'learn') return [{ of: view, items: shownFigures().length > 0 ? plotItems : [] }];
  const scenario = [
    [t('Scenario (JSON)'), json],
    [t('Results by lane and row (CSV)'), csv],
    [t('Results by lane and row (JSON)'), figures],
    [t('Key figures as a table (LaTeX)'), latex],
  ] as const;
  if (tab === 'study')
    return [
      {
        of: view,
        items: [
          [
            t('Results of the study (CSV)'),
            study(({ studyCsv }, found) =>
              download(`${caption.slug}-study.csv`, studyCsv(found, origin()), 'text/csv'),
            ),
          ],
          [
            t('All runs of the study, a line each (CSV)'),
            study(({ studyRowsCsv }, found) =>
              download(`${caption.slug}-study-runs.csv`, studyRowsCsv(found), 'text/csv'),
            ),
          ],
          [
            t('The metric that is shown as a table (LaTeX)'),
            study(({ studyLatex, metricShown }, found) =>
              download(
                `${caption.slug}-study.tex`,
                inEnglish(() => studyLatex(found, metricShown(app), origin(), app.engine.catalogue)),
                'text/x-tex',
              ),
            ),
          ],
          ...plotItems,
        ],
      },
      { of: t('The scenario “{{title}}”', { title: caption.title }), items: scenario },
    ];
  // A file contains nothing that a lesson hides.
  if ((app.view.get().lesson?.hidden.length ?? 0) > 0)
    return [
      { of: t('The scenario “{{title}}”', { title: caption.title }), items: [[t('Scenario (JSON)'), json]] },
    ];
  return [
    { of: t('The scenario “{{title}}”', { title: caption.title }), items: scenario },
    { of: view, items: [...plotItems, [t('Everything that is shown (ZIP)'), all]] },
    {
      of: t('The chosen lane, for other programs'),
      items: [
        [t('A data file of Flent (.flent.gz)'), flent],
        [t('A program of ns-3 (C++)'), ns3],
      ],
    },
  ];
}
