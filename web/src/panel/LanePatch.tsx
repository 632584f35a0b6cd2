import { useId, useState } from 'react';
import { parseJson, type Lane } from '../../../models/src/index.ts';
import { isObject } from '../../../models/src/path.ts';
import { Dialog } from '../components/Dialog.tsx';
import { useApp } from '../state/context.ts';

interface Props {
  readonly lane: Lane;
  readonly index: number;
  readonly label: string;
}

/** What this lane has different from the scenario: a merge patch, shown by its leaves, edited as what it is. */
export function LanePatch({ lane, index, label }: Props) {
  const app = useApp();
  const [open, setOpen] = useState(false);
  const leaves = leavesOf(lane.set ?? {});
  return (
    <div className="lane-patch">
      {leaves.length > 0 && (
        <ul aria-label={`What ${label} has of its own`}>
          {leaves.map(({ path, text }) => (
            <li key={path}>
              {path} <b>{text}</b>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {leaves.length === 0 ? 'Give this lane its own network or traffic' : 'Change what is its own'}
      </button>
      {open && (
        <PatchDialog
          label={label}
          text={JSON.stringify(lane.set ?? EXAMPLE, null, 2)}
          onSave={(set) => {
            const issues = app.edit(['lanes', index, 'set'], set);
            return issues.map(({ message }) => message);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

const EXAMPLE = { network: { bottleneck: { buffer: 70 } } };

/** "network.bottleneck.buffer" and what it is set to. */
function leavesOf(patch: unknown, path = ''): readonly { readonly path: string; readonly text: string }[] {
  if (!isObject(patch)) return [{ path, text: JSON.stringify(patch) }];
  return Object.entries(patch).flatMap(([key, value]) =>
    leavesOf(value, path === '' ? key : `${path}.${key}`),
  );
}

interface DialogProps {
  readonly label: string;
  readonly text: string;
  /** Gives what is wrong. */
  readonly onSave: (set: unknown) => readonly string[];
  readonly onClose: () => void;
}

function PatchDialog({ label, text, onSave, onClose }: DialogProps) {
  const id = useId();
  const [draft, setDraft] = useState(text);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const save = () => {
    const empty = draft.trim() === '';
    const parsed = empty ? { ok: true as const, value: undefined } : parseJson(draft);
    const wrong = parsed.ok ? onSave(parsed.value) : [parsed.issue.message];
    setProblems(wrong);
    if (wrong.length === 0) onClose();
  };
  return (
    <Dialog title={`What ${label} has of its own`} onClose={onClose}>
      <p className="muted">
        A merge patch over the scenario, for this lane alone: the keys of the scenario file, and only those
        that differ. Empty it to take it away.
      </p>
      <textarea
        className="code"
        rows={10}
        spellCheck={false}
        aria-label="Merge patch, JSON"
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
      <footer>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button primary" onClick={save}>
          Apply
        </button>
      </footer>
    </Dialog>
  );
}
