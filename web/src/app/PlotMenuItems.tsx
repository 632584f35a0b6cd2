import { t } from '../../../models/src/language.ts';
import { useCaption } from '../state/caption.ts';
import { useApp } from '../state/context.ts';
import { COLUMN_WIDTHS } from '../plots/columnWidths.ts';
import { download } from '../base/download.ts';
import type { MenuProps } from '../plots/menu.ts';
import type * as Files from '../plots/export.ts';
import { readPalette } from '../plots/palette.ts';

/** What can be done with a plot. */
export function PlotMenuItems({ figure, snapshot, actions, onTable, close }: MenuProps) {
  const caption = useCaption();
  const { notices } = useApp();
  const file = (suffix: string) => {
    const { name, lane } = figure();
    return `${caption.slug}-${name}${lane === undefined ? '' : `-${lane + 1}`}${suffix}`;
  };

  /** The code that makes files is loaded when it is needed. */
  const save = (made: (as: typeof Files) => Promise<void> | void) => {
    import('../plots/export.ts')
      .then(made)
      .catch((error: unknown) => notices.add('error', t('The file was not made.'), [String(error)]));
  };
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
      {item(t('Show as table'), onTable)}
      {item(t('Download CSV'), () =>
        save(({ figureCsv }) => download(file('.csv'), figureCsv(figure(), caption.words()), 'text/csv')),
      )}
      {COLUMN_WIDTHS.map((width) =>
        item(t('Download SVG, {{width}} mm', { width }), () =>
          save(async ({ figureSvg, withStyle }) => {
            const { fontStyle } = await import('../plots/ownFont.ts');
            const svg = figureSvg(snapshot(), width, caption.words(), readPalette('light'));
            download(file(`-${width}mm.svg`), withStyle(svg, await fontStyle()), 'image/svg+xml');
          }),
        ),
      )}
      {item(t('Download PNG'), () =>
        save(async ({ figurePng }) =>
          download(file('.png'), await figurePng(snapshot(), 178, caption.words())),
        ),
      )}
    </div>
  );
}
