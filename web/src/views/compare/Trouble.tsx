import { t } from '../../../../models/src/language.ts';
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
        <Icon name="warn" /> {t('This lane could not be simulated:')} {error} {again(t('Try again'))}
      </p>
    );
  }
  return (
    <p className="lane-error">
      {status === 'held'
        ? t(
            'Not started: {{error}}. A shorter duration, a lower rate or fewer flows reduce the computing time. ',
            { error: error ?? '' },
          )
        : t('Cancelled{{result}}. ', {
            result: result === null ? '' : t('; the picture is of an older scenario'),
          })}
      {again(status === 'held' ? t('Run anyway') : t('Run it'))}
    </p>
  );
}
