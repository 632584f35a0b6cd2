import { told } from '../../../../models/src/told.ts';
import { groupedNumber } from '../../lanes/metrics.ts';
import { decimal, t } from '../../../../models/src/language.ts';
import { useLayoutEffect, useRef } from 'react';
import type { FluidResult } from '../../../../wasm/src/fluid-types.ts';
import { meanQueue } from '../../../../wasm/src/mean-queue.ts';
import { causesOf, measuredOf, measuredText } from '../../../../models/src/agreement.ts';
import { bound } from '../../base/bound.ts';
import { Icon } from '../../components/Icon.tsx';
import { LaneBadge } from '../../components/LaneBadge.tsx';
import { Symbols } from '../../components/Symbols.tsx';
import { useApp } from '../../state/context.ts';
import { useSelected } from '../../state/store.ts';
import { useView } from '../../state/useView.ts';
import type { LaneModel } from '../../lanes/model.ts';
import { Designs } from './Designs.tsx';
import { holdStill } from './holdStill.ts';
import { LossOfStability } from './LossOfStability.tsx';
import { Options } from './Options.tsx';
import { Rests } from './Rests.tsx';
import type { FluidLane } from './solve.ts';
import { besidePackets, factsOf, verdictOf } from './verdict.ts';

interface Props {
  readonly lanes: readonly FluidLane[];
  readonly models: readonly LaneModel[];
}

/** With more lanes, the numbers of the other lanes are folded. */
const UNFOLDED = 3;

/** A card for each lane: the verdict of its model, in words and then in numbers. */
export function Verdicts({ lanes, models }: Props) {
  const active = useView('lane');
  const cards = useRef<HTMLOListElement>(null);
  // Other lanes, or another chosen lane, have other cards.
  useLayoutEffect(
    () => (cards.current === null ? undefined : holdStill(cards.current)),
    [lanes.length, active],
  );
  return (
    <section className="verdicts" aria-label={t('Results of the fluid models')}>
      <header>
        <h2>{t('What the fluid model says')}</h2>
        <Options />
      </header>
      <ol ref={cards}>
        {lanes.map((lane, i) => {
          const model = models[i];
          return (
            model !== undefined && (
              <li
                key={i}
                className="verdict"
                data-active={i === active || undefined}
                data-wide={(lanes.length > UNFOLDED && i === active) || undefined}
                data-stale={lane.status !== 'done' || undefined}
              >
                <Card
                  lane={lane}
                  model={model}
                  active={i === active}
                  folded={lanes.length > UNFOLDED && i !== active}
                />
              </li>
            )
          );
        })}
      </ol>
    </section>
  );
}

interface CardProps {
  readonly lane: FluidLane;
  readonly model: LaneModel;
  readonly active: boolean;
  readonly folded: boolean;
}

function Card({ lane: { asked, result, status, error }, model, active, folded }: CardProps) {
  const app = useApp();
  const { scenario } = asked;
  const verdict = result === null ? null : verdictOf(result);
  const perSecond = model.link.rate / (8 * model.link.packetSize);
  const { ecn: toggle = null } = model.resolved.params;
  const capable = scenario.traffic.some(({ kind, ecn }) => kind === 'ftp' && ecn === true);
  // A program, or DualPI2, marks without a parameter that says it.
  const marks = capable && (toggle === null ? null : toggle === true);
  const run = useSelected(app.runner.slots, (slots) => slots[model.lane]);
  const measured = run?.status === 'done' ? (run.result?.metrics.queue_mean ?? null) : null;
  const packets =
    result?.model == null || measured === null
      ? null
      : besidePackets(meanQueue(result.model, scenario.warmup), measured);
  const known = result?.model == null ? undefined : measuredOf(scenario.aqm.id, result.model.rest);
  const facts = result?.model == null ? [] : factsOf(result.model, perSecond, marks);
  return (
    <>
      <div className="verdict-head">
        <button
          type="button"
          className="lane-name"
          aria-pressed={active}
          data-tip={t('Show this lane in the plots')}
          onClick={() => app.look({ lane: model.lane })}
        >
          <LaneBadge lane={model.lane} />
          <span>
            <Symbols text={scenario.label} />
          </span>
        </button>
        {verdict !== null && (
          <strong className="verdict-word" data-tone={verdict.tone}>
            <Icon name={verdict.icon} /> {verdict.headline}
          </strong>
        )}
        {known?.approximate === true && <span className="muted">{t('approximate')}</span>}
      </div>
      {verdict === null ? (
        <p className="muted">{status === 'failed' ? '' : t('Solving…')}</p>
      ) : (
        <p className="verdict-because">{bound(verdict.because)}</p>
      )}
      {packets !== null && <p className="verdict-because">{bound(packets)}</p>}
      {known?.approximate === true && (
        <>
          <p className="verdict-because muted">{bound(measuredText(known))}</p>
          {causesOf(known, told(result?.apart ?? '')).map((cause) => (
            <p key={cause} className="verdict-because muted">
              {bound(cause)}
            </p>
          ))}
        </>
      )}
      {status === 'failed' && (
        <p className="lane-error" role="alert">
          <Icon name="warn" /> {t('The fluid model was not solved:')} {error}
        </p>
      )}
      {!folded && facts.length > 0 && (
        <dl className="facts">
          {facts.map(({ name, help, value, hollot }) => (
            <div key={name}>
              <dt data-tip={help}>{name}</dt>
              <dd>
                {value}
                {hollot !== undefined && (
                  <span
                    className="hollot"
                    data-tip={t('By Hollot’s simplification, for windows much larger than one packet')}
                  >
                    {t('Hollot {{hollot}}', { hollot })}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!folded && result?.model != null && <Rests model={result.model} perSecond={perSecond} />}
      {active && result?.model != null && <LossOfStability lane={model.lane} />}
      <div className="verdict-foot">
        {result !== null && !folded && <Small result={result} />}
        {active && result?.model != null && (
          <Designs key={model.lane} scenario={scenario} lane={model.lane} />
        )}
      </div>
    </>
  );
}

/** Details for a careful reader: the model's assumptions, and the accuracy of the solution. */
function Small({ result: { aqm, note, assumptions, model } }: { readonly result: FluidResult }) {
  const known = model === null ? undefined : measuredOf(aqm, model.rest);
  const sentences = [...(model === null || note === '' ? [] : [note]), ...assumptions];
  return (
    <>
      {model !== null && model.solution.message !== '' && (
        <p className="warning" role="status">
          <Icon name="warn" />
          <span>
            {t('The solution ends at {{time}} s: {{message}}', {
              time: decimal(model.solution.until.toPrecision(4)),
              message: told(model.solution.message),
            })}
          </span>
        </p>
      )}
      {model !== null && (
        <details className="left-out">
          <summary>{t('What the model leaves out')}</summary>
          <ul>
            {known?.approximate === false && <li>{measuredText(known)}</li>}
            {sentences.map((sentence) => (
              <li key={sentence}>{bound(told(sentence))}</li>
            ))}
            <li>
              {t(
                'Solved in {{steps}} steps ({{rejected}} rejected, {{evaluations}} evaluations, {{events}} events).',
                {
                  steps: groupedNumber(model.solution.work.steps, 0),
                  rejected: groupedNumber(model.solution.work.rejected, 0),
                  evaluations: groupedNumber(model.solution.work.evaluations, 0),
                  events: groupedNumber(model.solution.work.events, 0),
                },
              )}
            </li>
          </ul>
        </details>
      )}
    </>
  );
}
