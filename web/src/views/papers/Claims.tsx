/** What the paper says in words and figures, each with its verdict. */
import { t } from '../../../../models/src/language.ts';
import type { ClaimResult, Paper, Reading } from '../../../../models/src/papers/index.ts';
import { CountsBar, VerdictMark } from './Marks.tsx';
import { Symbols } from '../../components/Symbols.tsx';
import { TryReading } from './Reasons.tsx';
import type { Counts } from '../../../../models/src/papers/index.ts';
import { shown } from '../../../../models/src/papers/shown.ts';
import type { LinkTo } from './links.ts';

interface Props {
  readonly paper: Paper;
  readonly claims: readonly ClaimResult[];
  readonly counts: Counts;
  readonly linkTo: LinkTo;
  /** Under the reader's own reading: they stand on the page a second time. */
  readonly own?: boolean;
}

export function Claims({ paper, claims, counts, linkTo, own = false }: Props) {
  const id = own ? 'own-claims-title' : 'claims-title';
  return (
    <section className="paper-claims" aria-labelledby={id}>
      <h4 id={id}>{own ? t('Claims under your own reading') : t('Claims')}</h4>
      <CountsBar counts={counts} what={t('Claims')} />
      <ul>
        {claims.map((result) => (
          <ClaimRow
            key={result.claim.id}
            result={result}
            readings={paper.readings}
            href={hrefOf(paper, result, linkTo)}
          />
        ))}
      </ul>
    </section>
  );
}

/** The scenario of the claim's first comparison. */
function hrefOf(paper: Paper, { claim }: ClaimResult, linkTo: LinkTo): string | undefined {
  const check = claim.checks[0];
  const table = paper.tables.find(({ id }) => id === check?.table);
  const condition = check?.conditions?.[0] ?? table?.conditions[0];
  const scheme = check?.schemes[0];
  if (table === undefined || condition === undefined || scheme === undefined) return undefined;
  return linkTo(table, condition, scheme);
}

function ClaimRow({
  result,
  readings,
  href,
}: {
  readonly result: ClaimResult;
  readonly readings: readonly Reading[];
  readonly href: string | undefined;
}) {
  const { claim, verdict, reason } = result;
  return (
    <li className="paper-claim">
      <VerdictMark verdict={verdict} />
      <div>
        <p className="claim-text">
          <Symbols text={shown(claim.text)} /> <span className="claim-where">{shown(claim.where)}</span>{' '}
          {href !== undefined && (
            <a
              href={href}
              aria-label={t('Open a scenario of: {{text}}', { text: shown(claim.text) })}
              data-tip={t('Open its scenario in the comparison')}
            >
              {t('open')}
            </a>
          )}
        </p>
        {claim.note !== undefined && (
          <p className="paper-note">
            <Symbols text={shown(claim.note)} />
          </p>
        )}
        {(reason ?? claim.unjudged) !== undefined && (
          <p className="claim-reason">
            <Symbols text={shown(reason?.text ?? claim.unjudged ?? '')} />{' '}
            <TryReading readings={readings} tested={reason?.tested} />
          </p>
        )}
      </div>
    </li>
  );
}
