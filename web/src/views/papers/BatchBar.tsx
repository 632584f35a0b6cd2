import { T } from '../../components/T.tsx';
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
          <T
            en={'{{done}} of {{all}} runs<1>Cancel</1>'}
            values={{ done: progress[0], all: progress[1] }}
            tags={[<button key="1" type="button" className="link" onClick={cancel} />]}
          />
        </>
      )}
      {failed !== null && <span className="problem">{failed}</span>}
    </p>
  );
}
