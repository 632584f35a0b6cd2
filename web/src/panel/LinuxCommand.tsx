import { t } from '../../../models/src/language.ts';
import { useState } from 'react';
import { tcOf } from '../../../models/src/tc.ts';
import { Dialog } from '../components/Dialog.tsx';
import { laneModel } from '../lanes/model.ts';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';

/** What Linux's `tc` would have to be told for a lane's queue. */
export function LinuxCommand({ index, onClose }: { readonly index: number; readonly onClose: () => void }) {
  const app = useApp();
  const scenario = useStore(app.runner.asked)[index];
  const [copied, setCopied] = useState<boolean | null>(null);
  if (scenario === undefined) return null;
  const { info, resolved, link } = laneModel(app.engine, scenario, index);
  const { none, commands, differs } = tcOf(info.id, resolved.params, link, scenario.network);
  const text = commands.join('\n');
  return (
    <Dialog title={t('{{label}} in Linux', { label: scenario.label })} onClose={onClose} wide>
      {none !== undefined ? (
        <p>{t('There is no command: {{none}}.', { none })}</p>
      ) : (
        <>
          <p>{t('The link and its queue on an interface, in place of DEV. Delays are not part of it.')}</p>
          <pre className="commands" tabIndex={0} aria-label={t('Commands')}>
            {text}
          </pre>
          <p className="commands-copy">
            <button
              type="button"
              className="button primary"
              onClick={() =>
                void navigator.clipboard.writeText(text).then(
                  () => setCopied(true),
                  () => setCopied(false),
                )
              }
            >
              {t('Copy')}
            </button>
            <span role="status">
              {copied === null
                ? ''
                : copied
                  ? t('Copied.')
                  : t('The browser did not let the page copy. Select the text and copy it yourself.')}
            </span>
          </p>
          {differs.length > 0 && (
            <>
              <p>{t('What Linux does otherwise than this lane:')}</p>
              <ul className="commands-differ">
                {differs.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Dialog>
  );
}
