import { t } from '../../../models/src/language.ts';
import { lazy, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { Arriving } from '../state/Arriving.tsx';
import { useApp } from '../state/context.ts';

/** Loaded when the reader shares. */
const ShareLink = lazy(() => import('./ShareLink.tsx').then((found) => ({ default: found.ShareLink })));
const LinkLarge = lazy(() => import('./LinkLarge.tsx').then((found) => ({ default: found.LinkLarge })));

/** Copies the link at once, and shows it. */
export function Share({ onLesson }: { readonly onLesson: () => void }) {
  const app = useApp();
  const [copied, setCopied] = useState<boolean | null>(null);
  const [large, setLarge] = useState(false);
  const copy = () => {
    // If this does not load, the link is longer but works.
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
        tip={t('Copy a link that opens exactly this')}
        label={t('Share')}
        onOpen={copy}
        button={
          <>
            <Icon name="share" /> <span className="wide-only">{t('Share')}</span>
          </>
        }
      >
        {(close) => (
          <Arriving>
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
          </Arriving>
        )}
      </Popover>
      {large && (
        <Arriving>
          <LinkLarge link={app.link()} onClose={() => setLarge(false)} />
        </Arriving>
      )}
    </>
  );
}
