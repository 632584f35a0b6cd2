import { t } from '../../../models/src/language.ts';
import { lazy, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { Arriving } from '../state/Arriving.tsx';
import { completed } from '../state/completed.ts';
import { useApp } from '../state/context.ts';
import { useEdited } from '../state/origin.ts';
import { isRefused } from '../state/refused.ts';
import { useSelected } from '../state/store.ts';
import { useView } from '../state/useView.ts';

/** Loaded when the list is first opened. */
const Presets = lazy(() => import('./Presets.tsx').then((found) => ({ default: found.Presets })));

/** The scenario's title, and the list of other scenarios. */
export function Title() {
  const app = useApp();
  const title = useSelected(app.history, ({ present }) => completed(present).title);
  const edited = useEdited();
  const locked = useView('lesson') !== null;
  return (
    <div className="title">
      <TitleInput key={title} title={title === '' ? '' : t(title)} />
      {edited && (
        <span
          className="edited"
          data-tip={t('You have changed something, so this is no longer the scenario of that name.')}
        >
          {t('edited')}
        </span>
      )}
      {!locked && (
        <Popover
          className="icon-button"
          label={t('Scenarios')}
          tip={t('Scenarios to start from')}
          button={<Icon name="down" />}
        >
          {(close) => (
            <Arriving>
              <Presets close={close} />
            </Arriving>
          )}
        </Popover>
      )}
    </div>
  );
}

/** `title`: in the reader's language; a preset's title stays in the document until the reader changes it. */
function TitleInput({ title }: { readonly title: string }) {
  const app = useApp();
  const locked = useView('lesson') !== null;
  const [text, setText] = useState(title);
  const [refused, setRefused] = useState(false);
  const finish = () => {
    const next = text.trim();
    setRefused(next !== title && isRefused(app, app.edit(['title'], next === '' ? undefined : next)));
  };
  return (
    <input
      className="title-input"
      aria-label={t('Title of the scenario')}
      placeholder={t('Untitled scenario')}
      size={Math.min(44, Math.max(14, text.length))}
      aria-invalid={refused}
      readOnly={locked}
      data-tip={locked ? t('Locked in this lesson') : undefined}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setText(title);
      }}
    />
  );
}
