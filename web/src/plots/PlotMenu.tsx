import { lazy, memo, Suspense } from 'react';
import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import type { MenuOf } from './PlotMenuItems.tsx';

/** Loaded when the first menu is opened. */
const PlotMenuItems = lazy(() =>
  import('./PlotMenuItems.tsx').then((found) => ({ default: found.PlotMenuItems })),
);

interface Props extends MenuOf {
  readonly title: string;
}

/** The numbers of a plot as a table, and the plot as a file. */
export const PlotMenu = memo(function PlotMenu({ title, ...of }: Props) {
  return (
    <div className="plot-menu">
      <Popover
        className="icon-button quiet"
        label={`${title}: table and files`}
        tip="Table, CSV, SVG, PNG"
        align="end"
        button={<Icon name="more" />}
      >
        {(close) => (
          <Suspense>
            <PlotMenuItems {...of} close={close} />
          </Suspense>
        )}
      </Popover>
    </div>
  );
});
