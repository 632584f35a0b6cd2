/** One paper: its idea, its law, what it states, and its claims and tables under a reading. */
import { t } from '../../../../models/src/language.ts';
import { useEffect, useMemo, useState } from 'react';
import { BEST, type Fact, type Paper } from '../../../../models/src/papers/index.ts';
import { shown } from '../../../../models/src/papers/shown.ts';
import { useApp } from '../../state/context.ts';
import { hasPlace } from '../../state/usePlace.ts';
import { useView } from '../../state/useView.ts';
import { Claims } from './Claims.tsx';
import { LawPicture } from './LawPicture.tsx';
import { verdictsOf, type Loaded } from './loaded.ts';
import { bound } from '../../base/bound.ts';
import { Symbols } from '../../components/Symbols.tsx';
import { Readings } from './Readings.tsx';
import { linksOf } from './links.ts';
import { Courses } from './Courses.tsx';
import { OwnReading } from './OwnReading.tsx';
import { Percentages, Prints } from './Percentages.tsx';
import { TablePanels } from './TablePanels.tsx';

export function PaperCard({ paper, results }: Loaded) {
  const { engine } = useApp();
  const wanted = useView('reading');
  const table = useView('table');
  const reading = paper.readings.some(({ id }) => id === wanted) ? wanted : BEST;
  const verdicts = useMemo(
    () => new Map(paper.readings.map(({ id }) => [id, verdictsOf({ paper, results }, id)])),
    [paper, results],
  );
  const linkTo = useMemo(() => linksOf(paper, reading, engine.catalogue), [paper, reading, engine]);
  // Who comes back to the papers finds them as they were left.
  const [left] = useState(() => (hasPlace('papers') ? table : ''));
  useEffect(() => {
    if (table !== '' && table !== left)
      document.getElementById(`table-${table}`)?.scrollIntoView({ block: 'start' });
  }, [paper, table, left]);
  const shown = verdicts.get(reading);
  if (shown === undefined) return null;
  return (
    <article className="paper" aria-labelledby="paper-title">
      <header className="paper-head">
        <div>
          <h3 id="paper-title" tabIndex={-1}>
            {paper.short} <span className="paper-year">{paper.year}</span>
          </h3>
          <p className="paper-idea">
            <Symbols text={t(paper.idea)} />
          </p>
          <p className="paper-finding">
            <Symbols text={t(paper.finding)} />
          </p>
          <Citation paper={paper} />
          <SetUp facts={paper.setup} />
        </div>
        {paper.law !== undefined && <LawPicture law={paper.law} />}
      </header>
      <Readings paper={paper} chosen={reading} verdicts={verdicts} />
      <Claims paper={paper} claims={shown.claims} counts={shown.claimed} linkTo={linkTo} />
      <TableList paper={paper} />
      <Courses key={reading} paper={paper} reading={reading} />
      {shown.tables.map((result) => (
        <TablePanels
          key={result.table.id}
          paper={paper}
          reading={reading}
          result={result}
          seeds={results.seeds}
          linkTo={linkTo}
        />
      ))}
      <Percentages paper={paper} reading={reading} results={results} />
      {paper.prints !== undefined && <Prints prints={paper.prints} />}
      <OwnReading paper={paper} version={results.version} />
      <p className="paper-note">
        {t(
          '{{seeds}} seeds ({{first}} to {{last}}), intervals of 95\u00a0% by Student’s t; AQM Explorer {{version}}, engine {{engine}}. The same numbers:',
          {
            seeds: results.seeds.length,
            first: results.seeds[0] ?? '',
            last: results.seeds.at(-1) ?? '',
            version: results.version,
            engine: results.engine.slice(0, 8),
          },
        )}{' '}
        <code>{`npm run -s aqm -- replicate ${paper.id} --reading ${reading}`}</code>
      </p>
    </article>
  );
}

function Citation({ paper }: { readonly paper: Paper }) {
  return (
    <p className="paper-citation">
      {paper.authors}, <cite>{paper.title}</cite>, {paper.venue}.{' '}
      {paper.doi === null ? (
        t('No DOI was found.')
      ) : (
        <a href={`https://doi.org/${paper.doi}`} target="_blank" rel="noreferrer">
          {t('doi:{{doi}}', { doi: paper.doi })}
        </a>
      )}
    </p>
  );
}

const STATUS: Readonly<Record<Fact['status'], string>> = {
  stated: 'Stated',
  inferred: 'Inferred',
  assumed: 'Assumed',
};

function SetUp({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <details className="paper-setup">
      <summary>{t('The printed set-up: what is stated, inferred, assumed')}</summary>
      {(['stated', 'inferred', 'assumed'] as const).map((status) => (
        <div key={status} data-status={status}>
          <h4>{t(STATUS[status])}</h4>
          <dl>
            {facts
              .filter((fact) => fact.status === status)
              .map(({ fact, value, why }) => (
                <div key={fact}>
                  <dt>
                    <Symbols text={shown(fact)} />
                  </dt>
                  <dd>
                    <Symbols text={shown(value)} />
                    {why !== undefined && <span className="muted"> — {bound(shown(why))}</span>}
                  </dd>
                </div>
              ))}
          </dl>
        </div>
      ))}
    </details>
  );
}

/** Every table by its name: where it stands on this page, in the address too. */
function TableList({ paper }: { readonly paper: Paper }) {
  const app = useApp();
  const chosen = useView('table');
  return (
    <nav className="paper-tables" aria-label={t('Tables')}>
      {[...(paper.courses ?? []), ...paper.tables, ...(paper.percentages ?? []), ...(paper.prints ?? [])].map(
        ({ id, title }) => (
          <button
            key={id}
            type="button"
            className="link"
            aria-current={id === chosen ? 'true' : undefined}
            onClick={() => {
              app.look({ table: id });
              document.getElementById(`table-${id}`)?.scrollIntoView({ block: 'start' });
            }}
          >
            {shown(title)}
          </button>
        ),
      )}
    </nav>
  );
}
