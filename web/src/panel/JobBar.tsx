import { t } from '../../../models/src/language.ts';
import type { ReactNode } from 'react';
import type { Job } from '../state/useJob.ts';

/** The button that starts a job, or the job's progress and the button that cancels it. */
export function JobBar({
  job: { progress, cancel },
  children,
}: {
  readonly job: Pick<Job<unknown>, 'progress' | 'cancel'>;
  readonly children: ReactNode;
}) {
  if (progress === null) return <p>{children}</p>;
  const [done, total] = progress;
  return (
    <p className="task-run">
      <progress max={total || 1} value={done} aria-label={t('Runs')} />
      <button type="button" className="button" onClick={cancel}>
        {t('Cancel')}
      </button>
    </p>
  );
}
