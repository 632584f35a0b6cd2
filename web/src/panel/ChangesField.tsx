import { t } from '../../../models/src/language.ts';
import { lazy, useState } from 'react';
import { valueAt, type Path } from '../../../models/src/path.ts';
import { Arriving } from '../state/Arriving.tsx';
import { completed } from '../state/completed.ts';
import { useApp } from '../state/context.ts';
import { useSelected } from '../state/store.ts';
import { FieldRow } from './FieldRow.tsx';
import { fieldNode } from './fieldNode.ts';

const ChangesDialog = lazy(() =>
  import('./ChangesDialog.tsx').then((found) => ({ default: found.ChangesDialog })),
);

interface Props {
  /** The path of the link. */
  readonly link: Path;
  /** "the bottleneck", "link 2". */
  readonly of: string;
}

/** The timed changes of a link: how many there are, and a button that opens their table. */
export function ChangesField({ link, of }: Props) {
  const app = useApp();
  const path = [...link, 'changes'];
  const given = useSelected(app.history, ({ present }) => valueAt(present, path));
  const [open, setOpen] = useState(false);
  const all = given ?? valueAt(completed(app.document()), path);
  const count = Array.isArray(all) ? all.length : 0;
  return (
    <FieldRow
      label={t('Changes over time')}
      help={fieldNode(app.document(), path)?.description ?? ''}
      resetLabel={t('Take away the changes of {{of}}', { of })}
      onReset={given === undefined ? undefined : () => app.edit(path, undefined)}
    >
      {(id) => (
        <>
          <button
            type="button"
            className="link"
            aria-describedby={id}
            aria-label={t('Changes of {{of}}', { of })}
            onClick={() => setOpen(true)}
          >
            {count === 0 ? t('none') : count === 1 ? t('one') : t('{{count}} times', { count })}
          </button>
          {open && (
            <Arriving>
              <ChangesDialog path={path} of={of} onClose={() => setOpen(false)} />
            </Arriving>
          )}
        </>
      )}
    </FieldRow>
  );
}
