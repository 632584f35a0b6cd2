import { t } from '../../../../models/src/language.ts';
import { lazy, memo, useMemo } from 'react';
import type { AqmInfo, LaneScenario } from '../../../../wasm/src/types.ts';
import { LaneName } from '../../components/LaneBadge.tsx';
import type { LaneModel } from '../../lanes/model.ts';
import { shortLabel } from '../../lanes/shortLabel.ts';
import { useModels } from '../../lanes/useModels.ts';
import { Arriving } from '../../state/Arriving.tsx';
import type { App } from '../../state/app.ts';
import { useApp } from '../../state/context.ts';
import { attempt } from '../../state/refused.ts';
import { useWritten } from '../../state/store.ts';
import { useView } from '../../state/useView.ts';
import { groupByAxis } from './curveFigure.ts';
import { DropCurvePlot } from './DropCurvePlot.tsx';

/** Loaded with the first lane without a drop curve. */
const LawPicture = lazy(() => import('./LawPicture.tsx').then((found) => ({ default: found.LawPicture })));

/** With more lanes the legend scrolls, and then it has to be reachable by keyboard. */
const LEGEND_AT_ONCE = 7;
/**
 * With more lanes, the name of a lane without a curve is itself the button that opens its law: a separate
 * text beside each name would take the plots' room.
 */
const WORDS_AT_ONCE = 4;

const NONE: readonly LaneModel[] = [];
const isInPackets = (model: LaneModel | undefined): boolean => model?.info.curveAxis.unit === 'packets';

/** The control laws of all lanes. */
export function Curves() {
  const app = useApp();
  const models = useModels();
  const active = useView('lane');
  const wholeCurve = useView('wholeCurve');
  const ownLaw = useView('ownLaw');
  const [groups, without] = useMemo(() => {
    const curveless = models.filter(({ info }) => info.curves.length === 0);
    const curved = groupByAxis(models);
    const inPackets = curved.some(([first]) => isInPackets(first));
    return [curveless.length > 0 && !inPackets ? [[], ...curved] : curved, curveless];
  }, [models]);
  const lawOf = without.find(({ lane }) => lane === active);
  return (
    <section className="curves" aria-label={t('Drop curves')}>
      <h3 className="visually-hidden">{t('Drop curves')}</h3>
      <div className="curve-head">
        <Legend />
      </div>
      {lawOf !== undefined && ownLaw ? (
        <Arriving fallback={<div className="curve-plots" />}>
          <LawPicture models={without.filter(({ info }) => info === lawOf.info)} active={active} />
        </Arriving>
      ) : (
        <>
          <div className="curve-plots">
            {groups.map((group) => (
              <DropCurvePlot
                key={group[0]?.info.curveAxis.unit ?? 'packets'}
                models={group}
                without={group.length === 0 || isInPackets(group[0]) ? without : NONE}
              />
            ))}
          </div>
          {lawOf !== undefined && (
            <p className="muted no-curve">
              {t(
                '{{label}} has no drop curve: it does not decide by the length of the queue alone. A dot is the share that it dropped or marked in half a second.',
                { label: lawOf.scenario.label },
              )}
            </p>
          )}
          <div className="curve-zoom">
            <button
              type="button"
              className="link"
              aria-pressed={wholeCurve}
              onClick={() => app.look({ wholeCurve: !wholeCurve })}
            >
              {wholeCurve ? t('Zoom to the thresholds') : t('Show up to 1')}
            </button>
            {app.allows(['lanes']) && (
              <button type="button" className="link" onClick={() => void drawOver(app, active)}>
                {t('Draw your own')}
              </button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** For each lane its name, and whether it has a curve. */
const entriesOf = (lanes: readonly LaneScenario[], catalogue: readonly AqmInfo[]): readonly Entry[] =>
  lanes.map((lane) => [
    shortLabel(lane, catalogue),
    catalogue.find(({ id }) => id === lane.aqm.id)?.curves.length !== 0,
  ]);
type Entry = readonly [name: string, curved: boolean];

const Legend = memo(function Legend() {
  const app = useApp();
  const entries = useWritten(app.runner.asked, (lanes) => entriesOf(lanes, app.engine.catalogue));
  const active = useView('lane');
  const ownLaw = useView('ownLaw');
  const inName = entries.length > WORDS_AT_ONCE;
  return (
    <ul
      className="legend"
      aria-label={t('Curves')}
      tabIndex={entries.length > LEGEND_AT_ONCE ? 0 : undefined}
    >
      {entries.map(([label, curved], lane) => {
        const name = <LaneName lane={lane} label={label} />;
        return (
          <li key={lane}>
            {(curved || !inName) && name}
            {!curved && (
              <button
                type="button"
                className={inName ? 'link' : 'link its-law'}
                aria-pressed={ownLaw && lane === active}
                onClick={() => app.look({ lane, ownLaw: !(ownLaw && lane === active) })}
              >
                {inName && name}
                <span className={inName ? 'visually-hidden' : undefined}> {t('its law')}</span>
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
});

/** Adds a lane with a drawn curve that starts as a copy of the lane's own curve. */
async function drawOver(app: App, lane: number): Promise<void> {
  const { drawnDocument } = await import('./drawn.ts');
  const drawn = drawnDocument(app, lane);
  if (attempt(app, drawn.document)) app.look({ lane: drawn.lane });
}
