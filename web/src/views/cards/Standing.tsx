import { decimal, partList, t } from '../../../../models/src/language.ts';
import { useState } from 'react';
import { formatQuantity } from '../../../../models/src/index.ts';
import { inSentence } from '../../../../models/src/papers/shown.ts';
import { cardLine } from '../../../../models/src/cards/index.ts';
import {
  beatsOf,
  isAhead,
  STAND_FIGURES,
  type Beats,
  type Condition,
  type KeptStanding,
} from '../../../../models/src/tune/stand.ts';
import type { Index } from '../../../../models/src/statistics/sensitivity.ts';
import { Sym } from '../../components/Sym.tsx';
import { PointPlot } from '../../plots/PointPlot.tsx';
import { useApp } from '../../state/context.ts';
import { regionFigure } from './regionFigure.ts';
import { useStanding } from './standing.ts';

interface Props {
  readonly scheme: string;
  readonly nameOf: (scheme: string) => string;
  /** Opens the run of the scheme and of another under a condition. */
  readonly onOpen: (schemes: readonly string[], condition: Condition, study: KeptStanding) => void;
}

/** Where the defaults of a scheme stand: what its parameters do, and where it beats RED and CoDel. */
export function Standing({ scheme, nameOf, onOpen }: Props) {
  const study = useStanding(scheme);
  const name = nameOf(scheme);
  return (
    <section className="cards-standing" aria-label={t('How sensitive is {{name}}?', { name })}>
      <h3>{t('How sensitive is {{name}}?', { name })}</h3>
      {study === null && <p className="muted">{t('The study is being loaded…')}</p>}
      {study === 'failed' && <p role="alert">{t('The study could not be loaded. Are you online?')}</p>}
      {study !== null && study !== 'failed' && (
        <>
          <Indices scheme={scheme} name={name} study={study} />
          <Region scheme={scheme} study={study} nameOf={nameOf} onOpen={onOpen} />
        </>
      )}
    </section>
  );
}

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(100 * share)} %`);
const FLOW_WORDS = { few: 'few flows', many: 'many flows' } as const;
const TRIP_WORDS = { short: 'short round trips', long: 'long round trips' } as const;

/** The share of each figure's variance that each quantity explains. */
function Indices({
  scheme,
  name,
  study,
}: {
  readonly scheme: string;
  readonly name: string;
  readonly study: KeptStanding;
}) {
  const app = useApp();
  const params = app.engine.catalogue.find(({ id }) => id === scheme)?.params ?? [];
  const parameters = study.quantities.length - 2;
  return (
    <>
      <p className="muted">
        {t(
          'Each parameter was drawn from half to twice its default, together with the number of flows and the round trip: {{runs}} runs of 30 s on {{name}}. A bar is the share of the variance of a figure that goes with a quantity, alone (dark) and together with others (light; line: its 95\u00a0% interval).',
          { runs: study.runs, name: cardLine(study.line).name },
        )}
      </p>
      <div
        className="cards-scroll"
        tabIndex={0}
        role="region"
        aria-label={t('Sobol’s indices of {{name}}', { name })}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Drawn')}</th>
              <th scope="col">{t('From, to')}</th>
              {STAND_FIGURES.map(({ id, label }) => (
                <th key={id} scope="col">
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {study.quantities.map(({ name: quantity, from, to }, i) => {
              const unit = params.find((one) => one.name === quantity)?.unit ?? '1';
              const isParameter = i < parameters;
              const print = (value: number) =>
                formatQuantity(value, isParameter ? unit : i === parameters ? '1' : 's');
              return (
                <tr key={`${isParameter} ${quantity}`}>
                  <th scope="row">
                    {isParameter ? (
                      <Sym name={quantity} />
                    ) : i === parameters ? (
                      t('Number of flows')
                    ) : (
                      t('Round trip')
                    )}
                  </th>
                  <td>{t('{{print}} to {{print2}}', { print: print(from), print2: print(to) })}</td>
                  {study.figures.map(({ figure, indices }) => (
                    <td key={figure}>
                      {indices === null ? '–' : <Bar first={indices.first[i]} total={indices.total[i]} />}
                    </td>
                  ))}
                </tr>
              );
            })}
            <tr>
              <th scope="row" colSpan={2}>
                {t('Drawn values that are better than the defaults')}
              </th>
              {study.figures.map(({ figure, better }) => (
                <td key={figure}>{percent(better)}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </>
  );
}

const width = (share: number): string => `${100 * Math.min(1, Math.max(0, share))}%`;

function Bar({ first, total }: { readonly first: Index | undefined; readonly total: Index | undefined }) {
  if (first === undefined || total === undefined) return '–';
  const [low, high] = total.ci95;
  return (
    <span
      className="index"
      title={t('alone {{value}}, together {{value2}} ({{low}} to {{high}})', {
        value: decimal(first.value.toFixed(2)),
        value2: decimal(total.value.toFixed(2)),
        low: decimal(low.toFixed(2)),
        high: decimal(high.toFixed(2)),
      })}
    >
      <span className="index-bar" aria-hidden="true">
        <i className="total" style={{ width: width(total.value) }} />
        <i className="first" style={{ width: width(Math.min(first.value, total.value)) }} />
        <i className="whisker" style={{ left: width(low), right: width(1 - Math.min(1, high)) }} />
      </span>{' '}
      {decimal(total.value.toFixed(2))}
    </span>
  );
}

/** The conditions under which the defaults are better than those of RED or CoDel. */
function Region({ scheme, study, nameOf, onOpen }: Props & { readonly study: KeptStanding }) {
  const others = (['red', 'codel'] as const).filter((id) => id !== scheme);
  const [against, setAgainst] = useState<'red' | 'codel'>(others[0] ?? 'codel');
  const [figure, setFigure] = useState(0);
  const id = others.includes(against) ? against : (others[0] ?? 'codel');
  const other = { id, name: nameOf(id) };
  const name = nameOf(scheme);
  const region = regionFigure(name, other, figure, study.conditions);
  const known = study.conditions.flatMap((one) => isAhead(figure, one.own, one[id]) ?? []);
  const parts = beatsOf(study.conditions).filter((one) => one.other === id);
  return (
    <div className="cards-region">
      <p className="cards-row-head">
        <span>{t('Where do the defaults beat')}</span>
        <select
          aria-label={t('Compared with')}
          value={id}
          onChange={(event) => setAgainst(event.target.value === 'red' ? 'red' : 'codel')}
        >
          {others.map((one) => (
            <option key={one} value={one}>
              {nameOf(one)}
            </option>
          ))}
        </select>
        <label>
          {t('in')}{' '}
          <select value={figure} onChange={(event) => setFigure(Number(event.target.value))}>
            {STAND_FIGURES.map(({ id: one, label }, i) => (
              <option key={one} value={i}>
                {inSentence(label)}
              </option>
            ))}
          </select>
        </label>
      </p>
      <p>
        {t(
          'In {{percent}} of {{known}} conditions (dots; rings are the others). By part: {{parts}}. A click opens both runs.',
          {
            percent: percent(known.length === 0 ? null : known.filter(Boolean).length / known.length),
            known: known.length,
            parts: partList(parts.map((part) => partText(part, figure))),
          },
        )}
      </p>
      <div className="cards-map">
        <PointPlot
          figure={region.figure}
          targets={region.targets}
          onPick={({ condition }) => onOpen([scheme, id], condition, study)}
        />
      </div>
    </div>
  );
}

const partText = ({ flows, rtt, of, better }: Beats, figure: number): string =>
  t('{{flows}}, {{rtt}}: {{percent}} of {{of}}', {
    flows: t(FLOW_WORDS[flows]),
    rtt: t(TRIP_WORDS[rtt]),
    percent: percent(better[figure] ?? null),
    of,
  });
