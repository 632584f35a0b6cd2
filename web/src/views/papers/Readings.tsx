/** Under which reading? Each button says what becomes of the verdicts; pressing it shows the tables so. */
import { t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { Fragment } from 'react';
import type { Paper, PaperVerdicts, Reading } from '../../../../models/src/papers/index.ts';
import { BEST, PRINTED } from '../../../../models/src/papers/index.ts';
import { shown } from '../../../../models/src/papers/shown.ts';
import { useApp } from '../../state/context.ts';
import { CountsBar, total } from './Marks.tsx';
import { Symbols } from '../../components/Symbols.tsx';

interface Props {
  readonly paper: Paper;
  readonly chosen: string;
  readonly verdicts: ReadonlyMap<string, PaperVerdicts>;
}

export function Readings({ paper, chosen, verdicts }: Props) {
  const whole = paper.readings.filter(({ id, over }) => id === PRINTED || id === BEST || over === PRINTED);
  const alone = paper.readings.filter((reading) => !whole.includes(reading));
  const bases = [...new Set(alone.map(({ over }) => over))];
  const labelOf = (id: string | undefined) =>
    id === BEST
      ? t('the best reading')
      : t('the reading “{{label}}”', {
          label: shown(paper.readings.find((one) => one.id === id)?.label ?? ''),
        });
  const now = paper.readings.find(({ id }) => id === chosen);
  const strip = (readings: readonly Reading[]) => (
    <div className="readings" data-tips>
      {readings.map((reading) => (
        <ReadingButton
          key={reading.id}
          reading={reading}
          chosen={chosen}
          verdicts={verdicts.get(reading.id)}
        />
      ))}
    </div>
  );
  return (
    <section className="paper-readings" aria-labelledby="readings-title">
      <h4 id="readings-title">{t('Under which reading?')}</h4>
      <p className="muted">
        {paper.tables.some(({ published }) => published !== undefined)
          ? t('Upper bar: printed numbers. Lower bar: claims.')
          : t('The bar counts claims: the paper prints no numbers.')}
      </p>
      {strip(whole)}
      {bases.map((base) => (
        <Fragment key={base}>
          <p className="readings-alone">
            {t('One thing changed in {{labelOf}}', { labelOf: labelOf(base) })}
          </p>
          {strip(alone.filter(({ over }) => over === base))}
        </Fragment>
      ))}
      <p className="reading-text" aria-live="polite">
        <strong>
          <T en={'Shown: {{label}}.'} values={{ label: shown(now?.label ?? '') }} />
        </strong>{' '}
        {now !== undefined && alone.includes(now)
          ? t('As {{labelOf}}, but: ', { labelOf: labelOf(now.over) })
          : ''}
        <Symbols text={shown(now?.text ?? '')} />
      </p>
      {now?.departs !== undefined && (
        <div className="reading-departs">
          <p>{t('This reading departs from what the paper states:')}</p>
          <ul>
            {now.departs.map((text) => (
              <li key={text}>
                <Symbols text={shown(text)} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {chosen === BEST && paper.search !== undefined && (
        <p className="paper-note">{shown(paper.search.told)}</p>
      )}
    </section>
  );
}

function ReadingButton({
  reading,
  chosen,
  verdicts,
}: {
  readonly reading: Reading;
  readonly chosen: string;
  readonly verdicts: PaperVerdicts | undefined;
}) {
  const app = useApp();
  return (
    <button
      type="button"
      className="reading"
      aria-pressed={reading.id === chosen}
      data-tip={shown(reading.text)}
      onClick={() => app.look({ reading: reading.id })}
    >
      <span className="reading-label">
        {shown(reading.label)}
        {reading.departs !== undefined && <span className="reading-mark"> {t('departs from print')}</span>}
      </span>
      {verdicts !== undefined && (
        <>
          {total(verdicts.values) > 0 && <CountsBar counts={verdicts.values} what={t('Numbers')} slim />}
          <CountsBar counts={verdicts.claimed} what={t('Claims')} slim />
        </>
      )}
    </button>
  );
}
