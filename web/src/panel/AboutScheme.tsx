import { useState } from 'react';
import type { AqmText } from '../../../models/src/aqm-facts.ts';
import type { AqmInfo } from '../../../wasm/src/types.ts';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { markup } from '../components/trusted.ts';

/** What stands behind a scheme: its law, how it behaves, where it comes from, and how closely this one follows that. */
export function AboutScheme({ info }: { readonly info: AqmInfo }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState<AqmText | 'none' | null>(null);
  const show = () => {
    setOpen(true);
    // The list of all texts is loaded when the first is wanted.
    import('../../../models/src/aqm-text.ts')
      .then(({ loadAqmText }) => loadAqmText(info.id))
      .then(
        (found) => setText(found ?? 'none'),
        () => setText('none'),
      );
  };
  const label = `About ${info.name}`;
  return (
    <>
      <button
        type="button"
        className="icon-button tiny about"
        aria-label={label}
        data-tip={label}
        onClick={show}
      >
        <Icon name="help" />
      </button>
      {open && (
        <Dialog title={info.name} onClose={() => setOpen(false)}>
          {text === null && <p className="muted">Loading…</p>}
          {text === 'none' && <p className="muted">There is no text on this scheme yet.</p>}
          {text !== null && text !== 'none' && <SchemeText text={text} />}
          {info.constraints.length > 0 && (
            <p className="muted">Parameters have to keep to: {info.constraints.join('; ')}.</p>
          )}
        </Dialog>
      )}
    </>
  );
}

function SchemeText({ text }: { readonly text: AqmText }) {
  return (
    <div className="prose">
      {/* Both come from this project's own files, rendered when it was built. */}
      <div className="equation" dangerouslySetInnerHTML={markup(text.equationHtml)} />
      <div dangerouslySetInnerHTML={markup(text.html)} />
      <h3>Source</h3>
      <p>
        {text.citation}
        {text.doi !== undefined && <> doi:{text.doi}</>}
      </p>
      <p>
        <b>How closely this follows it: {text.fidelity}.</b> {text.fidelityNote}
      </p>
    </div>
  );
}
