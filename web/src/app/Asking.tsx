import { t } from '../../../models/src/language.ts';
import { Dialog } from '../components/Dialog.tsx';
import type { Asking as Asked } from '../state/asking.ts';

/** Asks before a link or a file replaces edited work. Closing the dialog keeps the open work. */
export function Asking({ asked: { next, now, answer } }: { readonly asked: Asked }) {
  return (
    <Dialog title={t('Open “{{next}}”?', { next })} onClose={() => answer(false)}>
      <p>
        {t(
          'You have changed “{{now}}”. If you open the other one, yours is kept under Scenarios, Earlier work.',
          { now },
        )}
      </p>
      <p className="failure-actions">
        <button type="button" className="button primary" onClick={() => answer(true)}>
          {t('Open')}
        </button>
        <button type="button" className="button" onClick={() => answer(false)}>
          {t('Stay here')}
        </button>
      </p>
    </Dialog>
  );
}
