import { language, t } from '../../../models/src/language.ts';
import { useEffect, useState } from 'react';
import { loadAqmText } from '../../../models/src/aqm-text.ts';
import type { AqmText } from '../../../models/src/aqm-facts.ts';
import type { AqmInfo } from '../../../wasm/src/types.ts';
import { Dialog } from '../components/Dialog.tsx';
import { markup } from '../components/trusted.ts';
import { useApp } from '../state/context.ts';

interface Props {
  readonly info: AqmInfo;
  readonly onClose: () => void;
}

/**
 * The description of a scheme: its law, its behaviour, its source, and how closely this implementation
 * follows the source.
 */
export function SchemeDialog({ info, onClose }: Props) {
  const app = useApp();
  const [text, setText] = useState<AqmText | 'none' | null>(null);
  useEffect(() => {
    let wanted = true;
    const show = (found: AqmText | 'none') => {
      if (wanted) setText(found);
    };
    loadAqmText(info.id).then(
      (found) => show(found ?? 'none'),
      () => show('none'),
    );
    return () => {
      wanted = false;
    };
  }, [info]);
  return (
    <Dialog title={info.name} onClose={onClose}>
      {text === null && <p className="muted">{t('Loading…')}</p>}
      {text === 'none' && <p className="muted">{t('There is no text on this scheme yet.')}</p>}
      {text !== null && text !== 'none' && <SchemeText text={text} />}
      {info.id !== 'drawn' && info.id !== 'program' && (
        <p>
          <button
            type="button"
            className="link"
            onClick={() => {
              app.look({ tab: 'cards', cardPair: [info.id] });
              onClose();
            }}
          >
            {t('Its report card, and how sensitive it is')}
          </button>
        </p>
      )}
      {info.constraints.length > 0 && (
        <p className="muted">
          {t('Parameters have to keep to: {{constraints}}.', { constraints: info.constraints.join('; ') })}
        </p>
      )}
    </Dialog>
  );
}

function SchemeText({ text }: { readonly text: AqmText }) {
  const problem = t(text.problem);
  return (
    <div className="prose">
      {/* A language of the reader's own has no texts of schemes. */}
      {text.language !== language() && problem !== text.problem && (
        <>
          <p>{problem}</p>
          <p className="muted">{t('The whole text, in English:')}</p>
        </>
      )}
      {/* All these come from this project's own files, rendered when it was built. */}
      <div className="equation" dangerouslySetInnerHTML={markup(text.equationHtml)} />
      <div lang={text.language} dangerouslySetInnerHTML={markup(text.html)} />
      <h3>{t('Source')}</h3>
      <p>
        {text.citation}
        {text.doi !== undefined && <> {t('doi:{{doi}}', { doi: text.doi })}</>}
      </p>
      <p>
        <b>{t('How closely this follows it: {{fidelity}}.', { fidelity: t(text.fidelity) })}</b>{' '}
        <span lang={text.language} dangerouslySetInnerHTML={markup(text.noteHtml)} />
      </p>
    </div>
  );
}
