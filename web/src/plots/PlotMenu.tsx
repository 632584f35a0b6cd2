import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { useCaption } from '../state/caption.ts';
import { useApp } from '../state/context.ts';
import { COLUMN_WIDTHS } from './columnWidths.ts';
import { download } from './download.ts';
import type { Figure } from './figure.ts';
import type * as Files from './export.ts';
import { readPalette } from './palette.ts';

/** Loaded when somebody asks for the numbers. */
const DataTable = lazy(() => import('./DataTable.tsx').then((found) => ({ default: found.DataTable })));

/** Something that can be done on a plot, beside what can be done with every one. */
export interface PlotAction {
  readonly label: string;
  readonly act: () => void;
}

interface Props {
  readonly figure: Figure;
  readonly snapshot: (() => Figure) | undefined;
  readonly actions: readonly PlotAction[];
}

/** The numbers of a plot as a table, and the plot as a file. */
export function PlotMenu({ figure, snapshot, actions }: Props) {
  const [table, setTable] = useState(false);
  const caption = useCaption();
  const { notices } = useApp();
  const file = (suffix: string) =>
    `${caption.slug}-${figure.name}${figure.lane === undefined ? '' : `-${figure.lane + 1}`}${suffix}`;

  const picture = () => snapshot?.() ?? figure;
  /** What makes files is loaded when somebody wants one. */
  const save = (made: (as: typeof Files) => Promise<void> | void) => {
    import('./export.ts')
      .then(made)
      .catch((error: unknown) => notices.add('error', 'The file was not made.', [String(error)]));
  };
  return (
    <div className="plot-menu">
      <Popover
        className="icon-button quiet"
        label={`${figure.title}: table and files`}
        tip="Table, CSV, SVG, PNG"
        align="end"
        button={<Icon name="more" />}
      >
        {(close) => {
          const item = (label: string, act: () => void) => (
            <button
              key={label}
              type="button"
              className="menu-item"
              onClick={() => {
                close();
                act();
              }}
            >
              {label}
            </button>
          );
          return (
            <div className="menu">
              {actions.map(({ label, act }) => item(label, act))}
              {item('Show as table', () => setTable(true))}
              {item('Download CSV', () =>
                save(({ figureCsv }) =>
                  download(file('.csv'), figureCsv(figure, caption.words()), 'text/csv'),
                ),
              )}
              {COLUMN_WIDTHS.map((width) =>
                item(`Download SVG, ${width} mm`, () =>
                  save(async ({ figureSvg, withStyle }) => {
                    const { fontStyle } = await import('./ownFont.ts');
                    const svg = figureSvg(picture(), width, caption.words(), readPalette('light'));
                    download(file(`-${width}mm.svg`), withStyle(svg, await fontStyle()), 'image/svg+xml');
                  }),
                ),
              )}
              {item('Download PNG', () =>
                save(async ({ figurePng }) =>
                  download(file('.png'), await figurePng(picture(), 178, caption.words())),
                ),
              )}
            </div>
          );
        }}
      </Popover>
      {table && (
        <Dialog title={figure.title} onClose={() => setTable(false)} wide>
          <Suspense>
            <DataTable figure={figure} />
          </Suspense>
        </Dialog>
      )}
    </div>
  );
}
