import { t } from '../../../models/src/language.ts';
import { lazy } from 'react';
import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { Arriving } from '../state/Arriving.tsx';

const ExportMenu = lazy(() => import('./ExportMenu.tsx').then((found) => ({ default: found.ExportMenu })));

/** The scenario and its figures as files. */
export function Export() {
  return (
    <Popover
      className="button"
      align="end"
      label={t('Export')}
      button={
        <>
          <Icon name="download" /> <span className="wide-only">{t('Export')}</span>
        </>
      }
    >
      {(close) => (
        <Arriving>
          <ExportMenu close={close} />
        </Arriving>
      )}
    </Popover>
  );
}
