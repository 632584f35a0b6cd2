import { useEffect, useLayoutEffect, useMemo } from 'react';
import { useApp } from '../../state/context.ts';
import { markPainted } from '../../state/latency.ts';
import { useStore } from '../../state/store.ts';
import { useView } from '../../state/useView.ts';
import '../../styles/fluid.css';
import { laneModel } from '../../lanes/model.ts';
import { ReplayBar } from '../../time/ReplayBar.tsx';
import { fluidStateOf } from './fluidState.ts';
import { LoopPlots } from './LoopPlots.tsx';
import { modelledOf } from './modelled.ts';
import { StabilityMap } from './StabilityMap.tsx';
import { TimePlots } from './TimePlots.tsx';
import { Verdicts } from './Verdicts.tsx';

/**
 * The fluid models: each lane's model solved and drawn over its packet trace, and whether the loop is stable.
 */
export function FluidView() {
  const app = useApp();
  const state = fluidStateOf(app);
  useLayoutEffect(() => state.attach(), [state]);
  const runs = useStore(app.runner.slots);
  const lanes = useStore(state.solver.slots);
  const span = useView('span');
  const active = useView('lane');
  const duration = useStore(app.duration);

  const models = useMemo(
    () => lanes.map(({ asked: { scenario } }, lane) => laneModel(app.engine, scenario, lane)),
    [app, lanes],
  );
  const modelled = useMemo(() => modelledOf(lanes, models, runs, active), [lanes, models, runs, active]);
  /** Loops do not need the packets, which arrive later. */
  const loops = useMemo(() => modelledOf(lanes, models, [], active), [lanes, models, active]);
  const shown = useMemo(() => span ?? ([0, duration] as const), [span, duration]);
  const stale = lanes[active]?.status === 'running';

  const done = lanes.length > 0 && lanes.every(({ status }) => status !== 'running');
  useEffect(() => {
    if (done) markPainted();
  }, [done, lanes]);

  return (
    <div className="fluid">
      <Verdicts lanes={lanes} models={models} />
      <div className="fluid-top">
        <TimePlots
          shown={modelled.find(({ lane }) => lane === active) ?? null}
          lane={lanes[active] ?? null}
          span={shown}
          stale={stale}
        />
        <StabilityMap />
      </div>
      <LoopPlots all={loops} withPackets={modelled} stale={stale} />
      <ReplayBar />
    </div>
  );
}
