import { Icon } from '../../components/Icon.tsx';
import type { LaneRun } from '../../state/runner.ts';

interface Props {
  readonly run: Pick<LaneRun, 'status' | 'error' | 'result'>;
  readonly onRetry: () => void;
}

/** The reason why a lane has no picture, and what the reader can do. */
export function Trouble({ run: { status, error, result }, onRetry }: Props) {
  const again = (words: string) => (
    <button type="button" className="link" onClick={onRetry}>
      {words}
    </button>
  );
  if (status === 'failed') {
    return (
      <p className="lane-error" role="alert">
        <Icon name="warn" /> This lane could not be simulated: {error} {again('Try again')}
      </p>
    );
  }
  return (
    <p className="lane-error">
      {status === 'held'
        ? `Not started: ${error ?? ''}. A shorter duration, a lower rate or fewer flows reduce the computing time. `
        : `Cancelled${result === null ? '' : '; the picture is of an older scenario'}. `}
      {again(status === 'held' ? 'Run anyway' : 'Run it')}
    </p>
  );
}
