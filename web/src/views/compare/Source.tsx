import { t } from '../../../../models/src/language.ts';
import { memo } from 'react';
import { Symbols } from '../../components/Symbols.tsx';
import { completed } from '../../state/completed.ts';
import { useApp } from '../../state/context.ts';
import { useEdited } from '../../state/origin.ts';
import { useSelected } from '../../state/store.ts';

/** The source of a scenario, and the assumptions made. */
export const Source = memo(function Source() {
  const app = useApp();
  const edited = useEdited();
  const source = useSelected(app.history, ({ present }) => completed(present).source);
  if (source === '') return null;
  return (
    <section className="source" aria-label={t('Source')}>
      <h3>{t('Where this scenario comes from')}</h3>
      <p>
        {edited && <b>{t('Before it was edited:')} </b>}
        <Symbols text={t(source)} />
      </p>
    </section>
  );
});
