import { useEffect, useState } from 'react';
import { vars } from '../components/vars.ts';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';

/** Milliseconds after which a run is long: it gets a time left and a way to stop it. */
const LONG_MS = 1000;

/** A thin line while anything is computed; for what takes long, how long, and Cancel. */
export function Progress() {
  const app = useApp();
  const runs = useStore(app.runner.slots);
  const progress = useStore(app.runner.progress);
  const running = runs.flatMap(({ status, since: start }, lane) =>
    status === 'running' ? [{ since: start, share: progress.get(lane) ?? 0 }] : [],
  );
  const since = running.reduce((first, run) => Math.min(first, run.since), Infinity);
  const share = running.length === 0 ? 1 : running.reduce((sum, run) => sum + run.share, 0) / running.length;
  return (
    <div className="progress" data-busy={running.length > 0 || undefined}>
      <div
        className="progress-line"
        role="progressbar"
        aria-label="Simulation"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * share)}
        style={vars({ '--share': share })}
      />
      {running.length > 0 && <LongRun key={since} since={since} share={share} />}
    </div>
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
      Simulating{left === null ? '…' : `, about ${Math.max(1, Math.round(left / 1000))} s left`}
      <button type="button" className="link" onClick={() => app.runner.cancel()}>
        Cancel
      </button>
    </p>
  );
}
