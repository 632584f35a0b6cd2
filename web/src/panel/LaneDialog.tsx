import { told } from '../../../models/src/told.ts';
import { t } from '../../../models/src/language.ts';
import { useId, useMemo, useState } from 'react';
import { parseJson, type Lane } from '../../../models/src/index.ts';
import { Dialog } from '../components/Dialog.tsx';
import { AppContext, useApp } from '../state/context.ts';
import { laneApp } from '../state/patchedApp.ts';
import { OwnForms } from './OwnForms.tsx';

interface Props {
  readonly lane: Lane;
  readonly index: number;
  readonly label: string;
  readonly onClose: () => void;
}

/**
 * A lane's own network and traffic, in the same forms as the scenario's, or as the text in the scenario's
 * file.
 */
export function LaneDialog({ lane, index, label, onClose }: Props) {
  const app = useApp();
  const own = useMemo(() => laneApp(app, index), [app, index]);
  return (
    <Dialog title={t('What {{label}} has of its own', { label })} onClose={onClose} wide>
      <p className="muted">
        {t(
          'Changes made here apply to this lane alone. Everything else follows the scenario, also when that is changed later.',
        )}
      </p>
      <AppContext value={own}>
        <OwnForms />
      </AppContext>
      <details className="lane-own-text">
        <summary>{t('As text')}</summary>
        <PatchText key={JSON.stringify(lane.set)} lane={lane} index={index} onSaved={onClose} />
      </details>
      <footer>
        <button
          type="button"
          className="button"
          disabled={lane.set === undefined}
          onClick={() => app.edit(['lanes', index, 'set'], undefined)}
        >
          {t('As the scenario')}
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          {t('Done')}
        </button>
      </footer>
    </Dialog>
  );
}

interface TextProps {
  readonly lane: Lane;
  readonly index: number;
  readonly onSaved: () => void;
}

function PatchText({ lane, index, onSaved }: TextProps) {
  const app = useApp();
  const id = useId();
  const [draft, setDraft] = useState(lane.set === undefined ? '' : JSON.stringify(lane.set, null, 2));
  const [problems, setProblems] = useState<readonly string[]>([]);
  const save = () => {
    const empty = draft.trim() === '';
    const parsed = empty ? { ok: true as const, value: undefined } : parseJson(draft);
    const wrong = parsed.ok
      ? app.edit(['lanes', index, 'set'], parsed.value).map(({ message }) => told(message))
      : [told(parsed.issue.message)];
    setProblems(wrong);
    if (wrong.length === 0) onSaved();
  };
  return (
    <>
      <p className="muted">
        {t(
          'A merge patch over the scenario: the keys of the scenario file, and only those that differ. Empty it to take it away.',
        )}
      </p>
      <textarea
        className="code"
        rows={8}
        spellCheck={false}
        aria-label={t('Merge patch, JSON')}
        aria-invalid={problems.length > 0}
        aria-describedby={id}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div id={id} role="alert">
        {problems.map((problem) => (
          <p key={problem} className="problem">
            {problem}
          </p>
        ))}
      </div>
      <button type="button" className="button" onClick={save}>
        {t('Apply')}
      </button>
    </>
  );
}
