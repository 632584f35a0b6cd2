import { t } from '../../../models/src/language.ts';
import { useEffect, useState } from 'react';
import { presets } from '../../../models/src/index.ts';
import { Icon } from '../components/Icon.tsx';
import { Symbols } from '../components/Symbols.tsx';
import { completed } from '../state/completed.ts';
import { useApp } from '../state/context.ts';
import { useSelected, useStore } from '../state/store.ts';
import { openPreset } from './openPreset.ts';

/** Scenarios to start from, and stored earlier work. */
export function Presets({ close }: { readonly close: () => void }) {
  const app = useApp();
  const title = useSelected(app.history, ({ present }) => completed(present).title);
  const questions = useQuestions();
  return (
    <div className="menu presets">
      <EarlierList close={close} />
      <p className="menu-heading">{t('Start from')}</p>
      {presets.map((preset) => (
        <button
          key={preset.id}
          type="button"
          className="menu-item"
          aria-current={preset.title === title || undefined}
          onClick={() => {
            close();
            void openPreset(app, preset);
          }}
        >
          <span>{t(preset.title)}</span>
          <span className="menu-question">
            <Symbols text={t(questions.get(preset.id) ?? '')} />
          </span>
        </button>
      ))}
      <hr />
      <OpenFile close={close} />
    </div>
  );
}

/** Earlier work, the last first. */
function EarlierList({ close }: { readonly close: () => void }) {
  const app = useApp();
  const { earlier } = app;
  useEffect(() => earlier.refresh(), [earlier]);
  const works = useStore(earlier.works);
  if (works.length === 0) return null;
  return (
    <>
      <p className="menu-heading">{t('Earlier work')}</p>
      {works.map((work) => (
        <button
          key={work.text}
          type="button"
          className="menu-item"
          onClick={() => {
            close();
            app.reopen(work);
          }}
        >
          <span>{work.title}</span>
          <span className="menu-question">
            {t('until {{date}}', { date: new Date(work.at).toLocaleString() })}
          </span>
        </button>
      ))}
      <hr />
    </>
  );
}

/**
 * The question of each preset, by its id. A preset that cannot be loaded has no question here; choosing it gives the
 * reason.
 */
function useQuestions(): ReadonlyMap<string, string> {
  const [questions, setQuestions] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let shown = true;
    const loads = presets.map(async ({ id, load }) => [id, (await load()).question ?? ''] as const);
    void Promise.allSettled(loads).then((all) => {
      if (shown) setQuestions(new Map(all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))));
    });
    return () => {
      shown = false;
    };
  }, []);
  return questions;
}

function OpenFile({ close }: { readonly close: () => void }) {
  const app = useApp();
  return (
    <label className="menu-item file">
      <Icon name="open" /> {t('Open a file…')}
      <input
        type="file"
        onChange={(event) => {
          close();
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) void app.openFile(file);
        }}
      />
    </label>
  );
}
