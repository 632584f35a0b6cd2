import type { Batch } from '../../state/useBatch.ts';

interface Props {
  readonly batch: Batch;
  /** What begins it. */
  readonly label: string;
  readonly what: string;
  readonly disabled?: boolean;
  readonly onStart: () => void;
}

/** A button that begins runs, how far they are, what ends them, and what went wrong. */
export function BatchBar({ batch: { progress, failed, cancel }, label, what, disabled, onStart }: Props) {
  return (
    <p className="paper-batch">
      {progress === null ? (
        <button type="button" className="button primary" disabled={disabled} onClick={onStart}>
          {label}
        </button>
      ) : (
        <>
          <progress aria-label={what} max={progress[1]} value={progress[0]} />
          {progress[0]} of {progress[1]} runs
          <button type="button" className="link" onClick={cancel}>
            Cancel
          </button>
        </>
      )}
      {failed !== null && <span className="problem">{failed}</span>}
    </p>
  );
}
