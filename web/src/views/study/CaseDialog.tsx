import { use, useMemo } from 'react';
import { t } from '../../../../models/src/language.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { AppContext, useApp } from '../../state/context.ts';
import { FormsContext } from '../../state/formsContext.ts';
import { caseApp } from '../../state/patchedApp.ts';

interface Props {
  /** The number of the axis in the study's plan. */
  readonly axis: number;
  readonly label: string;
  readonly changed: boolean;
  readonly onReset: () => void;
  readonly onClose: () => void;
}

/** What a case of a study changes, in the same forms as the scenario's. */
export function CaseDialog({ axis, label, changed, onReset, onClose }: Props) {
  const app = useApp();
  const forms = use(FormsContext);
  const own = useMemo(() => caseApp(app, axis, label), [app, axis, label]);
  return (
    <Dialog title={t('The case “{{label}}”', { label })} onClose={onClose} wide>
      <p className="muted">
        {t('Changes made here apply to this case alone. Everything else follows the open scenario.')}
      </p>
      <AppContext value={own}>{forms}</AppContext>
      <footer>
        <button type="button" className="button" disabled={!changed} onClick={onReset}>
          {t('As the scenario')}
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          {t('Done')}
        </button>
      </footer>
    </Dialog>
  );
}
