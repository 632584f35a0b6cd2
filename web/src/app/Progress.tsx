import { t } from '../../../models/src/language.ts';
import { T } from '../components/T.tsx';
import { useEffect, useState, type ReactNode } from 'react';
import { vars } from '../components/vars.ts';
import { useApp } from '../state/context.ts';
import { follow, useStore } from '../state/store.ts';

/** Milliseconds after which a run counts as long: the page then shows the remaining time and Cancel. */
const LONG_MS = 1000;

/** A computation shorter than this, ms, gets no line, which would only flicker. */
const SHORT_MS = 100;

/** The start of the present computation; null: nothing is computed. */
function useLongRuns(): number | null {
  const { runner } = useApp();
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let known = Infinity;
    const end = follow(runner.slots, (slots) => {
      const first = slots.reduce(
        (first, { status, since }) => (status === 'running' ? Math.min(first, since) : first),
        Infinity,
      );
      if (first === known) return;
      known = first;
      clearTimeout(timer);
      const left = first + SHORT_MS - performance.now();
      if (first === Infinity) setSince(null);
      else timer = setTimeout(setSince, left, first);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [runner]);
  return since;
}

/** A thin line while anything is computed; for a long computation also the remaining time and Cancel. */
export function Progress() {
  const since = useLongRuns();
  return since === null ? <Line share={null} /> : <Running since={since} />;
}

/** `share`: 0 to 1; null: nothing is computed. */
function Line({ share, children }: { readonly share: number | null; readonly children?: ReactNode }) {
  return (
    <div className="progress" data-busy={share !== null || undefined}>
      <div
        className="progress-line"
        role="progressbar"
        aria-label={t('Simulation')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * (share ?? 1))}
        style={vars({ '--share': share ?? 1 })}
      />
      {children}
    </div>
  );
}

function Running({ since }: { readonly since: number }) {
  const { runner } = useApp();
  const runs = useStore(runner.slots);
  const progress = useStore(runner.progress);
  const shares = runs.flatMap(({ status }, lane) => (status === 'running' ? [progress.get(lane) ?? 0] : []));
  const share = shares.length === 0 ? 1 : shares.reduce((sum, one) => sum + one, 0) / shares.length;
  return (
    <Line share={share}>
      <LongRun key={since} since={since} share={share} />
    </Line>
  );
}

function LongRun({ since, share }: { readonly since: number; readonly share: number }) {
  const app = useApp();
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setWaited(performance.now() - since), 250);
    return () => clearInterval(timer);
  }, [since]);
  if (waited < LONG_MS) return null;
  const left = share > 0.02 ? (waited / share) * (1 - share) : null;
  return (
    <p className="long-run">
      <T
        en={'Simulating{{left}}<1>Cancel</1>'}
        values={{
          left:
            left === null
              ? '…'
              : t(', about {{value}} s left', { value: Math.max(1, Math.round(left / 1000)) }),
        }}
        tags={[<button key="1" type="button" className="link" onClick={() => app.runner.cancel()} />]}
      />
    </p>
  );
}
