/** What a table of a paper can be taken away as. Loaded when the first menu is opened. */
import { t } from '../../../../models/src/language.ts';
import { shown as inLanguage } from '../../../../models/src/papers/shown.ts';
import { download } from '../../base/download.ts';
import type * as Files from '../../plots/files.ts';
import { useApp } from '../../state/context.ts';
import { papersCsv, papersLatex, shownPaper, tableFigures } from './taken.ts';

interface Props {
  readonly table: string;
  readonly close: () => void;
}

export function TableMenuItems({ table, close }: Props) {
  const app = useApp();
  const shown = shownPaper(app);
  const result = shown?.tables.find((one) => one.table.id === table);
  if (shown === null || result === undefined) return null;
  const { paper, reading, link, seeds } = shown;
  const only = { ...shown, tables: [result] };
  const name = `${paper.id}-${reading}-${table}`;
  const label = paper.readings.find(({ id }) => id === reading)?.label ?? reading;
  const words = {
    caption: t('{{short}} {{year}}, {{label}} · AQM Explorer', {
      short: paper.short,
      year: paper.year,
      label: inLanguage(label),
    }),
    link,
  };
  const drawn = (act: (files: typeof Files) => Promise<void>) => {
    import('../../plots/files.ts')
      .then(act)
      .catch((error: unknown) => app.notices.add('error', t('The file was not made.'), [String(error)]));
  };
  const svg = () =>
    drawn(async ({ figuresSvg }) => {
      const { fontStyle } = await import('../../plots/ownFont.ts');
      const text = figuresSvg(tableFigures(result, seeds), 178, words, await fontStyle());
      download(`${name}.svg`, text, 'image/svg+xml');
    });
  const pdf = () =>
    drawn(async ({ figuresPdf }) => {
      const { pdfFaces } = await import('../../plots/pdfFaces.ts');
      const bytes = figuresPdf(tableFigures(result, seeds), 178, words, await pdfFaces());
      download(`${name}.pdf`, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }));
    });
  const items: readonly (readonly [string, () => void])[] = [
    [t('Download CSV'), () => download(`${name}.csv`, papersCsv(only), 'text/csv')],
    [t('Download LaTeX'), () => download(`${name}.tex`, papersLatex(only), 'text/x-tex')],
    [t('Download SVG, 178 mm'), svg],
    [t('Download PDF, 178 mm'), pdf],
  ];
  return (
    <div className="menu">
      {items.map(([title, act]) => (
        <button
          key={title}
          type="button"
          className="menu-item"
          onClick={() => {
            close();
            act();
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
