import { t } from '../../../models/src/language.ts';
import { lazy, useState } from 'react';
import type { AqmInfo } from '../../../wasm/src/types.ts';
import { Icon } from '../components/Icon.tsx';
import { Arriving } from '../state/Arriving.tsx';

/** Loaded, with the list of all texts, when the first text is opened. */
const SchemeDialog = lazy(() =>
  import('./SchemeDialog.tsx').then((found) => ({ default: found.SchemeDialog })),
);

/** Opens the description of a scheme. */
export function AboutScheme({ info }: { readonly info: AqmInfo }) {
  const [open, setOpen] = useState(false);
  const label = t('About {{name}}', { name: info.name });
  return (
    <>
      <button
        type="button"
        className="icon-button tiny about"
        aria-label={label}
        data-tip={label}
        onClick={() => setOpen(true)}
      >
        <Icon name="help" />
      </button>
      {open && (
        <Arriving>
          <SchemeDialog info={info} onClose={() => setOpen(false)} />
        </Arriving>
      )}
    </>
  );
}
