import { resultsOf } from '../lanes/useLaneResults.ts';
import type { ColumnWidth } from '../plots/columnWidths.ts';
import { download } from '../plots/download.ts';
import type { Figure } from '../plots/figure.ts';
import { shownFigures } from '../plots/registry.ts';
import type { App } from '../state/app.ts';
import type { Caption } from '../state/caption.ts';

/** Each kind of file that the scenario and its figures can be taken away as, with what saves one. */
export function takeAways(app: App, caption: Caption): readonly (readonly [name: string, act: () => void])[] {
  const json = () =>
    download(`${caption.slug}.json`, `${JSON.stringify(app.document(), null, 2)}\n`, 'application/json');
  const results = () => {
    const lanes = resultsOf(app.runner.slots.get(), app.seeds.slots.get());
    return [lanes, { title: caption.title, link: app.link() }] as const;
  };
  /** What makes a file is loaded when it is asked for; nothing happens in silence if it cannot be. */
  const made =
    <Maker>(load: () => Promise<Maker>, act: (maker: Maker) => void) =>
    () =>
      void load().then(act, () =>
        app.notices.add('error', 'The file was not made: its maker could not be loaded. Are you online?'),
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
    download(`${caption.slug}.tex`, resultsLatex(...results()), 'text/x-tex'),
  );
  /** Files of the figures that are shown. */
  const taken =
    <Maker>(load: () => Promise<Maker>, act: (maker: Maker, figures: readonly Figure[]) => void) =>
    () => {
      const shown = shownFigures();
      if (shown.length > 0) made(load, (maker) => act(maker, shown))();
      else
        app.notices.add('error', 'This view has no plots to take away. Go to Compare, Fluid or Flows first.');
    };
  const plots = () => import('../plots/files.ts');
  const bytes = (file: Uint8Array, type: string) => new Blob([file as Uint8Array<ArrayBuffer>], { type });
  /** Those of one kind that there are several of: the queues, where they are shown. */
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
        `${caption.slug}-figures.svg`,
        figuresSvg(stacked(all), 178, caption.words(), style),
        'image/svg+xml',
      ),
  );
  const pdf = (width: ColumnWidth) =>
    taken(
      () => Promise.all([plots(), faces()]),
      ([{ figuresPdf }, set], all) =>
        download(
          `${caption.slug}-figures-${width}mm.pdf`,
          bytes(figuresPdf(stacked(all), width, caption.words(), set), 'application/pdf'),
        ),
    );
  const all = taken(
    () => Promise.all([plots(), tables(), table(), font(), faces()]),
    ([{ everything }, { resultsCsv }, { resultsLatex }, style, set], shown) => {
      const files = {
        'scenario.json': `${JSON.stringify(app.document(), null, 2)}\n`,
        'results.csv': resultsCsv(...results()),
        'results.tex': resultsLatex(...results()),
        'link.txt': `${app.link()}\n`,
      };
      download(
        `${caption.slug}.zip`,
        bytes(everything(shown, caption.words(), style, set, files), 'application/zip'),
      );
    },
  );
  return [
    ['Scenario (JSON)', json],
    ['Results by lane and row (CSV)', csv],
    ['Results by lane and row (JSON)', figures],
    ['Key figures as a table (LaTeX)', latex],
    ['Plots of all lanes in one figure (SVG)', together],
    ['Plots of all lanes in one figure, 178 mm (PDF)', pdf(178)],
    ['Plots of all lanes in one figure, 85 mm (PDF)', pdf(85)],
    ['Everything that is shown (ZIP)', all],
  ];
}
