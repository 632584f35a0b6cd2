import { t } from '../../../models/src/language.ts';
import { memo, Suspense, use } from 'react';
import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { PlotMenuContext, type MenuOf } from './menu.ts';

interface Props extends MenuOf {
  readonly title: string;
}

/** The menu that shows the numbers of a plot as a table and saves the plot as a file. */
export const PlotMenu = memo(function PlotMenu({ title, ...of }: Props) {
  const Items = use(PlotMenuContext);
  return (
    <div className="plot-menu">
      <Popover
        className="icon-button quiet"
        label={t('{{title}}: table and files', { title })}
        tip={t('Table, CSV, SVG, PNG')}
        align="end"
        button={<Icon name="more" />}
      >
        {(close) => (
          <Suspense>
            <Items {...of} close={close} />
          </Suspense>
        )}
      </Popover>
    </div>
  );
});
