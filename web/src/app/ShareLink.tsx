import { t } from '../../../models/src/language.ts';
import { T } from '../components/T.tsx';
import { useState } from 'react';
import { download } from '../base/download.ts';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';
import { useView } from '../state/useView.ts';

interface Props {
  /** null: not known yet. */
  readonly copied: boolean | null;
  readonly onCopy: () => void;
  readonly onLarge: () => void;
  readonly onLesson: () => void;
}

/** The link, and what can be done with it. */
export function ShareLink({ copied, onCopy, onLarge, onLesson }: Props) {
  const app = useApp();
  useStore(app.history);
  const link = app.link();
  const [embedding, setEmbedding] = useState(false);
  return (
    <div className="share">
      <p role="status">
        {copied === false
          ? t('The browser did not let the page copy. Select the link and copy it yourself.')
          : copied === true
            ? t('Link copied. Its {{link}} characters hold the whole scenario.', { link: link.length })
            : t('This link holds the whole scenario.')}
      </p>
      <div className="share-row">
        <input
          readOnly
          aria-label={t('Link to this scenario')}
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button primary" data-first onClick={onCopy}>
          {t('Copy')}
        </button>
        <button
          type="button"
          className="button"
          data-tip={t('The link as a QR code, for students with phones')}
          onClick={onLarge}
        >
          {t('Show large')}
        </button>
      </div>
      <p className="share-ways">
        <button type="button" className="link" onClick={onLesson}>
          {t('Make a lesson')}
        </button>
        <button
          type="button"
          className="link"
          aria-expanded={embedding}
          onClick={() => setEmbedding(!embedding)}
        >
          {t('Embed in a page')}
        </button>
      </p>
      {embedding && <Embedding link={link} />}
      <p className="muted">{t('The scenario is the part of the link after “#”. No server receives it.')}</p>
    </div>
  );
}

/** The HTML with which a page of another site shows this scenario. */
function Embedding({ link }: { readonly link: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const app = useApp();
  const lesson = useView('lesson');
  const [tab, story] = [useView('tab'), useView('story')];
  const isStory = tab === 'learn' && story !== '';
  const address = embedded(link);
  const code = snippet(address);
  const title = app.document().title ?? t('AQM Explorer');
  const copy = () =>
    void navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="share-embed">
      <textarea
        readOnly
        rows={4}
        spellCheck={false}
        aria-label={t('HTML for a page')}
        value={code}
        onFocus={(event) => event.target.select()}
      />
      <div className="share-row">
        <button type="button" className="button" onClick={copy}>
          {t('Copy the HTML')}
        </button>
        {(isStory || (lesson?.task !== undefined && lesson.task.goals.length > 0)) && (
          <button
            type="button"
            className="button"
            data-tip={t(
              'A package for Moodle and others. It frames this page, and tells the platform when the goals are reached.',
            )}
            onClick={() => void save(isStory ? t('AQM Explorer') : title, address)}
          >
            {t('SCORM package')}
          </button>
        )}
        <span role="status" className="muted">
          {copied === true
            ? t('Copied.')
            : copied === false
              ? t('Select the text and copy it yourself.')
              : ''}
        </span>
      </div>
      <p className="muted">
        <T
          en={
            'It shows the question, the drop curves, the figures and the queues. {{show}} shows the queues alone, {{lock}} lets nobody change them.'
          }
          values={{ show: <code>{'&show=queues'}</code>, lock: <code>{'&lock=all'}</code> }}
        />
      </p>
    </div>
  );
}

async function save(title: string, address: string): Promise<void> {
  const { scormPackage } = await import('../../../models/src/lesson/scorm.ts');
  const bytes = new Uint8Array(scormPackage(title, address));
  download('lesson-scorm.zip', new Blob([bytes], { type: 'application/zip' }));
}

/** The address of the embedded view of a link. */
function embedded(link: string): string {
  const { origin, pathname, hash } = new URL(link);
  return `${origin}${pathname.replace(/[^/]*$/, 'embed.html')}${hash}`;
}

function snippet(src: string): string {
  return (
    `<iframe src="${src.replaceAll('&', '&amp;')}" title="AQM Explorer" width="100%" height="640" ` +
    'style="border: 0" loading="lazy"></iframe>'
  );
}
