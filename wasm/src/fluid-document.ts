/** The fluid model of a lane in the contract's terms (docs/contract.md), for the command line and Python. */
import { causesOf, measuredOf } from '../../models/src/agreement.ts';
import type {
  FluidLaneAnswer,
  FluidLinear,
  FluidMargins,
  FluidModelAnswer,
  FluidResponse,
} from './generated/fluid-answers.ts';

type Told = Pick<FluidModelAnswer, 'rest' | 'rests' | 'response' | 'outlook' | 'band'> & {
  readonly stability: FluidLinear | null;
};

/** A lane's answer; `aqm` is the name of its scheme. */
type ToldLane = Pick<FluidLaneAnswer, 'note' | 'apart' | 'assumptions' | 'issues'> & {
  readonly aqm: string;
  readonly model: Told | null;
};

/** Everything except the columns; for a lane without a model, all values of the model are null. */
export function laneDocument({ aqm, note, apart, assumptions, issues, model }: ToldLane) {
  const known = model === null ? undefined : measuredOf(aqm, model.rest);
  return {
    note,
    apart: causesOf(known, apart).join(' '),
    assumptions,
    issues,
    ...modelDocument(model),
    measured: known ?? null,
    band: model?.band ?? null,
  };
}

function modelDocument(model: Told | null): object {
  const stability = model?.stability;
  return {
    equilibrium: model && equilibrium(model.rest),
    equilibria: model?.rests.map(found) ?? null,
    margins: stability ? { exact: margins(stability.exact), hollot: margins(stability.hollot) } : null,
    roots: stability?.roots ?? null,
    roots_in_right_half_plane: stability?.rightHalfPlane ?? null,
    response: model && response(model.response),
    outlook: model?.outlook ?? null,
  };
}

const equilibrium = ({ roundTrips, ...rest }: FluidModelAnswer['rest']) => ({
  ...rest,
  round_trips: roundTrips,
});
const found = ({ oneOfASet, ...rest }: FluidModelAnswer['rests'][number]) => ({
  ...equilibrium(rest),
  one_of_a_set: oneOfASet,
});

function margins(loop: FluidMargins | null): unknown {
  if (loop === null) return null;
  const { phaseMargin, phaseOmega, delayMargin, gainMargin, gainOmega } = loop;
  return {
    phase_margin: phaseMargin,
    phase_omega: phaseOmega,
    delay_margin: delayMargin,
    gain_margin: gainMargin,
    gain_omega: gainOmega,
  };
}

const response = ({ settlingTime, overshoot, period, swing }: FluidResponse) => ({
  settling_time: settlingTime,
  overshoot,
  period,
  swing,
});
