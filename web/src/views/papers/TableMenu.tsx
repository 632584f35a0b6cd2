import { t } from '../../../../models/src/language.ts';
import { lazy } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { Popover } from '../../components/Popover.tsx';
import { Arriving } from '../../state/Arriving.tsx';

const TableMenuItems = lazy(() =>
  import('./TableMenuItems.tsx').then((found) => ({ default: found.TableMenuItems })),
);

/** One table of the paper as files. */
export function TableMenu({ table, title }: { readonly table: string; readonly title: string }) {
  return (
    <Popover
      className="icon-button quiet tiny"
      label={t('{{title}}: files', { title })}
      tip={t('CSV, LaTeX, SVG, PDF')}
      align="end"
      button={<Icon name="more" />}
    >
      {(close) => (
        <Arriving>
          <TableMenuItems table={table} close={close} />
        </Arriving>
      )}
    </Popover>
  );
}
