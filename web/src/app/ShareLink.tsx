import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';

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
        Make a lesson
      </button>
      <p className="muted">The scenario is the part of the link after “#”. No server receives it.</p>
    </div>
  );
}
