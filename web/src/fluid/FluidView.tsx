import { useEffect, useLayoutEffect, useMemo } from 'react';
import { useApp } from '../state/context.ts';
import { markPainted } from '../state/latency.ts';
import { useStore } from '../state/store.ts';
import '../styles/fluid.css';
import { laneModel } from '../views/compare/lanesModel.ts';
import { ReplayBar } from '../views/compare/ReplayBar.tsx';
import { fluidStateOf } from './fluidState.ts';
import { LoopPlots } from './LoopPlots.tsx';
import { modelledOf } from './modelled.ts';
import { StabilityMap } from './StabilityMap.tsx';
import { TimePlots } from './TimePlots.tsx';
import { Verdicts } from './Verdicts.tsx';

/** The mathematics beside the packets: each lane's fluid model solved over its packet trace, and whether it is stable. */
export function FluidView() {
  const app = useApp();
  const state = fluidStateOf(app);
  useLayoutEffect(() => state.attach(), [state]);
  const runs = useStore(app.runner.runs);
  const lanes = useStore(state.solver.lanes);
  const { span, lane: active } = useStore(app.view);

  const models = useMemo(
    () => lanes.map(({ scenario }, lane) => laneModel(app.engine, scenario, lane)),
    [app, lanes],
  );
  const modelled = useMemo(() => modelledOf(lanes, models, runs, active), [lanes, models, runs, active]);
  /** Without the packets, which come later: the loop has nothing to do with them. */
  const loops = useMemo(() => modelledOf(lanes, models, [], active), [lanes, models, active]);
  const duration = runs.reduce((longest, { scenario }) => Math.max(longest, scenario.duration), 0);
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
      <LoopPlots all={loops} stale={stale} />
      <ReplayBar />
    </div>
  );
}
