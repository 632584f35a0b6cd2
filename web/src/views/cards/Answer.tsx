import { t, titled } from '../../../../models/src/language.ts';
import {
  CARD_LINES,
  cardRow,
  FLOWS,
  figuresOf,
  NEEDS,
  type Cell,
  type Choice,
  type Flows,
  type Need,
} from '../../../../models/src/cards/index.ts';
import { bound } from '../../base/bound.ts';
import { useApp } from '../../state/context.ts';
import { useView } from '../../state/useView.ts';
import { cellText, rankText } from './words.ts';

interface Props {
  readonly needs: readonly Need[];
  readonly choices: readonly Choice[];
  /** The number of compared schemes. */
  readonly total: number;
  readonly nameOf: (scheme: string) => string;
  /** Opens the run behind a number. */
  readonly onOpen: (scheme: string, row: string) => void;
}

/** The question in words, and the schemes that answer it, with the numbers that justify the answer. */
export function Answer({ needs, choices, total, nameOf, onOpen }: Props) {
  const app = useApp();
  const line = useView('cardLine');
  const ids = useView('cardNeeds');
  const hash = useView('cardHash');
  const [flows, ecn] = [useView('cardFlows'), useView('cardEcn')];
  return (
    <section className="cards-answer" aria-labelledby="cards-question">
      <h3 id="cards-question">{t('Which AQM should I use?')}</h3>
      <div className="cards-ask">
        <label>
          {t('My line has')}{' '}
          <select
            value={line}
            onChange={(event) => {
              const found = CARD_LINES.find(({ id }) => id === event.target.value);
              if (found !== undefined) app.look({ cardLine: found.id });
            }}
          >
            {CARD_LINES.map(({ id, name, buffer }) => (
              <option key={id} value={id}>
                {t('{{name}} ({{buffer}} packets)', { name: t(name), buffer })}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('Downloads at a time')}{' '}
          <select
            value={flows}
            onChange={(event) => {
              const found = FLOWS.find((one) => one === event.target.value);
              if (found !== undefined) app.look({ cardFlows: found });
            }}
          >
            {FLOWS.map((one) => (
              <option key={one} value={one}>
                {flowsText(one)}
              </option>
            ))}
          </select>
        </label>
        <fieldset>
          <legend>{t('I care for')}</legend>
          {NEEDS.map(({ id, name }) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                checked={ids.includes(id)}
                onChange={(event) =>
                  app.look({
                    cardNeeds: event.target.checked ? [...ids, id] : ids.filter((one) => one !== id),
                  })
                }
              />{' '}
              {t(name)}
            </label>
          ))}
        </fieldset>
        <label className="check">
          <input
            type="checkbox"
            checked={hash}
            onChange={(event) => app.look({ cardHash: event.target.checked })}
          />{' '}
          {t('The hardware can keep a queue for each flow')}
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={ecn}
            onChange={(event) => app.look({ cardEcn: event.target.checked })}
          />{' '}
          {t('Senders use ECN')}
        </label>
      </div>
      {needs.length === 0 ? (
        <p className="muted">{t('Choose what you care for.')}</p>
      ) : choices.length === 0 ? (
        <p>{t('No scheme has all of these figures on this line.')}</p>
      ) : (
        <>
          <p aria-live="polite">
            {bound(
              t(
                'Of {{total}} schemes these are beaten least: in each figure we count the schemes that are better by more than both 95 % intervals leave open.',
                { total },
              ),
            )}
          </p>
          <ol className="cards-five">
            {choices.map(({ scheme, reasons }) => (
              <li key={scheme}>
                <strong>{nameOf(scheme)}</strong>
                <ul>
                  {reasons.map(({ need, cell, by, of }) => (
                    <li key={need.id}>
                      <button type="button" className="link number" onClick={() => onOpen(scheme, need.row)}>
                        {textOf(need, cell)}
                      </button>{' '}
                      {titled(t(need.words), rankText(by, of))}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

const flowsText = (flows: Flows): string =>
  flows === 'few' ? t('few') : flows === 'some' ? t('some') : t('many');

function textOf({ row, figure }: Need, cell: Cell): string {
  const found = cardRow(row);
  const of = found && figuresOf(found).find(({ id }) => id === figure);
  return of === undefined ? '' : cellText(cell, of);
}
