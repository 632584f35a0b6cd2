import { t } from '../../../models/src/language.ts';
import { Fragment } from 'react';
import { useCaption } from '../state/caption.ts';
import { useApp } from '../state/context.ts';
import { useView } from '../state/useView.ts';
import { takeAways } from './takeAway.ts';

/** The menu of files of the scenario and its figures. Loaded when it is opened. */
export function ExportMenu({ close }: { readonly close: () => void }) {
  const app = useApp();
  const caption = useCaption();
  const tab = useView('tab');
  return (
    <div className="menu">
      {takeAways(app, caption).map(({ of, items }) => (
        <Fragment key={of}>
          <p className="menu-heading">{of}</p>
          {items.map(([name, act]) => (
            <button
              key={name}
              type="button"
              className="menu-item"
              onClick={() => {
                close();
                act();
              }}
            >
              {name}
            </button>
          ))}
        </Fragment>
      ))}
      <p className="menu-note">
        {t('Each {{tab}} has files of its own behind its ⋯ button.', {
          tab: tab === 'papers' ? t('table') : t('plot'),
        })}
      </p>
    </div>
  );
}
