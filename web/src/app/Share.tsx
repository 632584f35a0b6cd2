import { lazy, Suspense, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';

const LinkLarge = lazy(() => import('./LinkLarge.tsx').then((found) => ({ default: found.LinkLarge })));

/** Copies the link at once, and shows it. */
export function Share({ onLesson }: { readonly onLesson: () => void }) {
  const app = useApp();
  const [copied, setCopied] = useState<boolean | null>(null);
  const [large, setLarge] = useState(false);
  const copy = () => {
    // Where it does not load, the link is longer, and as good.
    const shortened = app.shortenLinks().catch(() => undefined);
    shortened
      .then(() => navigator.clipboard.writeText(app.link()))
      .then(
        () => setCopied(true),
        () => setCopied(false),
      );
  };
  return (
    <>
      <Popover
        className="button"
        align="end"
        tip="Copy a link that opens exactly this"
        label="Share"
        onOpen={copy}
        button={
          <>
            <Icon name="share" /> <span className="wide-only">Share</span>
          </>
        }
      >
        {(close) => (
          <ShareLink
            copied={copied}
            onCopy={copy}
            onLesson={() => {
              close();
              onLesson();
            }}
            onLarge={() => {
              close();
              setLarge(true);
            }}
          />
        )}
      </Popover>
      {large && (
        <Suspense>
          <LinkLarge link={app.link()} onClose={() => setLarge(false)} />
        </Suspense>
      )}
    </>
  );
}

interface ShareProps {
  /** null: not known yet. */
  readonly copied: boolean | null;
  readonly onCopy: () => void;
  readonly onLarge: () => void;
  readonly onLesson: () => void;
}

function ShareLink({ copied, onCopy, onLarge, onLesson }: ShareProps) {
  const app = useApp();
  useStore(app.history);
  const link = app.link();
  return (
    <div className="share">
      <p role="status">
        {copied === false
          ? 'The browser did not let the page copy. Select the link and copy it yourself.'
          : copied === true
            ? `Link copied: ${link.length} characters that hold the whole scenario.`
            : 'This link holds the whole scenario.'}
      </p>
      <div className="share-row">
        <input
          readOnly
          aria-label="Link to this scenario"
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button primary" data-first onClick={onCopy}>
          Copy
        </button>
        <button
          type="button"
          className="button"
          data-tip="The link as a code, for a room with telephones"
          onClick={onLarge}
        >
          Show large
        </button>
      </div>
      <button type="button" className="link" onClick={onLesson}>
        Make a lesson of it
      </button>
      <p className="muted">It stands behind the #, so no server sees it.</p>
    </div>
  );
}
