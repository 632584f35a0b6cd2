/**
 * A published table, theirs and ours: a panel for each of its conditions, a row for each scheme, in the printed
 * order.
 */
import { partList, t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import type { CellResult, Effect, Paper, Reason, TableResult } from '../../../../models/src/papers/index.ts';
import { medianOf, standAlone } from '../../../../models/src/statistics.ts';
import { shown } from '../../../../models/src/papers/shown.ts';
import { Symbols } from '../../components/Symbols.tsx';
import { Reasons } from './Reasons.tsx';
import { vars } from '../../components/vars.ts';
import { CountsBar, effectSign, effectWord, Sign, VERDICT_WORDS, VerdictMark } from './Marks.tsx';
import { groupedNumber as numberText } from '../../lanes/metrics.ts';
import { placeOf, type Place } from './strip.ts';
import type { LinkTo } from './links.ts';
import { Strip, StripAxis } from './Strip.tsx';
import { TableMenu } from './TableMenu.tsx';
import { Plots } from './Plots.tsx';

interface Props {
  readonly paper: Paper;
  readonly reading: string;
  readonly result: TableResult;
  readonly seeds: readonly number[];
  readonly linkTo: LinkTo;
  /** Under the reader's own reading: it stands on the page a second time. */
  readonly own?: boolean;
}

function half({ ours }: CellResult, digits: number): string {
  return ours?.ci95 === undefined ? '' : ` ± ${numberText((ours.ci95[1] - ours.ci95[0]) / 2, digits)}`;
}

export function TablePanels({ paper, reading, result, seeds, linkTo, own = false }: Props) {
  const { table, cells, counts } = result;
  const id = own ? `own-${table.id}` : table.id;
  const place = placeOf(result);
  const printed = table.published !== undefined;
  const told = new Map<Reason, CellResult[]>();
  for (const cell of cells)
    if (cell.reason !== undefined && cell.verdict === 'different')
      told.set(cell.reason, [...(told.get(cell.reason) ?? []), cell]);
  return (
    <section className="paper-table" id={`table-${id}`} aria-labelledby={`title-${id}`}>
      <h4 id={`title-${id}`}>
        {own && t('Yours: ')}
        {shown(table.title)} <span className="muted">{shown(table.unit)}</span>{' '}
        {!own && <TableMenu table={table.id} title={shown(table.title)} />}
      </h4>
      {printed && <CountsBar counts={counts} what={shown(table.title)} />}
      {result.null !== undefined && (
        <p className="paper-note">
          <T
            en={
              'A model without any AQM, every scheme as the printed {{baseline}}, would reproduce {{reproduced}} of {{judged}} ({{reproducedOthers}} of {{judgedOthers}} without {{baseline}} itself).'
            }
            values={{
              baseline: table.baseline,
              reproduced: result.null.reproduced,
              judged: result.null.judged,
              reproducedOthers: result.null.others.reproduced,
              judgedOthers: result.null.others.judged,
            }}
          />
        </p>
      )}
      {printed ? (
        <div className="paper-panels" style={vars({ '--columns': columnsOf(table.conditions.length) })}>
          {table.conditions.map((condition) => (
            <Panel
              key={condition}
              condition={condition}
              cells={cells.filter((cell) => cell.condition === condition)}
              digits={table.digits}
              place={place}
              baseline={table.baseline}
              href={(scheme) => linkTo(table, condition, scheme)}
            />
          ))}
        </div>
      ) : (
        <>
          <Matrix result={result} place={place} linkTo={linkTo} />
          <p className="paper-scale muted">
            {t('Dots of all cells on one scale, {{unit}}:', { unit: shown(table.unit) })}{' '}
            <StripAxis place={place} />
          </p>
        </>
      )}
      {[table.unjudged, table.rule, table.note].map(
        (text) =>
          text !== undefined && (
            <p key={text} className="paper-note">
              <Symbols text={shown(text)} />
            </p>
          ),
      )}
      <Plots paper={paper} reading={reading} result={result} seeds={seeds} />
      <Alone cells={cells} seeds={seeds} digits={table.digits} many={table.conditions.length > 1} />
      <Reasons
        readings={paper.readings}
        reasons={[...told].map(([reason, of]) => ({
          reason,
          of: cellsText(of, table.conditions.length > 1),
        }))}
      />
    </section>
  );
}

interface AloneProps {
  readonly cells: readonly CellResult[];
  readonly seeds: readonly number[];
  readonly digits: number;
  readonly many: boolean;
}

/** Seeds far away from the others, which a mean hides: each is named with its value, beside the median. */
function Alone({ cells, seeds, digits, many }: AloneProps) {
  const found = cells.flatMap((cell) => {
    const alone = standAlone(cell.values);
    const median = medianOf(cell.values);
    if (alone.length === 0 || median === undefined) return [];
    const named = alone.map((k) =>
      t('seed {{seed}}: {{value}}', {
        seed: seeds[k] ?? '',
        value: numberText(cell.values[k] ?? NaN, digits),
      }),
    );
    return [
      t('{{cellsText}}: {{named}} (median {{numberText}})', {
        cellsText: cellsText([cell], many),
        named: partList(named),
        numberText: numberText(median, digits),
      }),
    ];
  });
  if (found.length === 0) return null;
  return (
    <details className="paper-alone">
      <summary>
        {t('{{found}} alone', {
          found:
            found.length === 1
              ? t('In one cell a seed stands')
              : t('In {{found}} cells seeds stand', { found: found.length }),
        })}
      </summary>
      <ul>
        {found.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

/** Side by side, without one that is left alone below the others. */
const columnsOf = (conditions: number): number => (conditions === 4 ? 2 : Math.min(conditions, 3));

/** "RED, TRED (low); RED (high)". */
function cellsText(cells: readonly CellResult[], manyConditions: boolean): string {
  const by = new Map<string, string[]>();
  for (const { condition, scheme } of cells) by.set(condition, [...(by.get(condition) ?? []), scheme]);
  return [...by]
    .map(([condition, schemes]) => `${schemes.join(', ')}${manyConditions ? ` (${shown(condition)})` : ''}`)
    .join('; ');
}

interface PanelProps {
  readonly condition: string;
  readonly cells: readonly CellResult[];
  readonly digits: number;
  readonly place: Place;
  readonly baseline?: string | undefined;
  readonly href: (scheme: string) => string;
}

const signed = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(0)} %`;

/** "Difference from RED: printed +54 %, here +42 %". */
function effectText({ published, ours, verdict }: Effect, baseline: string): string {
  const told = { effect: effectWord(verdict), baseline, printed: signed(published) };
  return ours === undefined
    ? t('{{effect}}. Difference from {{baseline}}: printed {{printed}}', told)
    : t('{{effect}}. Difference from {{baseline}}: printed {{printed}}, here {{here}}', {
        ...told,
        here: signed(ours.mean),
      });
}

function Panel({ condition, cells, digits, place, baseline = '', href }: PanelProps) {
  return (
    <table className="paper-panel">
      <caption>{shown(condition)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Scheme')}</th>
          <td className="paper-strip">
            <StripAxis place={place} />
          </td>
          <th scope="col" className="number">
            <span className="theirs-key" aria-hidden="true" /> {t('Paper')}
          </th>
          <th scope="col" className="number">
            <span className="ours-key" aria-hidden="true" /> {t('Here')}
          </th>
          <th scope="col">
            <span className="visually-hidden">{t('Verdict')}</span>
          </th>
          <th scope="col" className="paper-effect" data-tip={t('Difference from {{baseline}}', { baseline })}>
            {t('effect')}
          </th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <tr key={cell.scheme}>
            <th scope="row">
              <a href={href(cell.scheme)} data-tip={t('Open this scenario in the comparison')}>
                {cell.scheme}
              </a>
            </th>
            <td className="paper-strip">
              <Strip cell={cell} place={place} />
            </td>
            <td className="number">
              {cell.published === undefined ? '' : numberText(cell.published, digits)}
            </td>
            <td className="number">
              {cell.ours === undefined ? '' : numberText(cell.ours.mean, digits)}
              <span className="half">{half(cell, digits)}</span>
            </td>
            <td data-tip={cell.verdict === undefined ? undefined : t(VERDICT_WORDS[cell.verdict])}>
              {cell.verdict !== undefined && <VerdictMark verdict={cell.verdict} short />}
            </td>
            <td
              className="paper-effect"
              data-tip={cell.effect === undefined ? undefined : effectText(cell.effect, baseline)}
            >
              {cell.effect !== undefined && (
                <>
                  <Sign verdict={effectSign(cell.effect.verdict)} />
                  <span className="visually-hidden">{effectText(cell.effect, baseline)}</span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Of a figure there is nothing printed to stand beside: our numbers alone. */
function Matrix({
  result: { table, cells },
  place,
  linkTo,
}: {
  readonly result: TableResult;
  readonly place: Place;
  readonly linkTo: LinkTo;
}) {
  return (
    <div
      className="papers-table-scroll"
      tabIndex={0}
      role="region"
      aria-label={t('{{title}}: our numbers', { title: shown(table.title) })}
    >
      <table className="paper-matrix">
        <thead>
          <tr>
            <th scope="col">{t('Scheme')}</th>
            {table.conditions.map((condition) => (
              <th key={condition} scope="col" className="number">
                {shown(condition)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.schemes.map((scheme) => (
            <tr key={scheme}>
              <th scope="row">{scheme}</th>
              {table.conditions.map((condition) => {
                const cell = cells.find((entry) => entry.condition === condition && entry.scheme === scheme);
                if (cell?.ours === undefined) return <td key={condition} />;
                return (
                  <td key={condition} className="number">
                    <a
                      href={linkTo(table, condition, scheme)}
                      data-tip={t('Open this scenario in the comparison')}
                    >
                      {numberText(cell.ours.mean, table.digits)}
                    </a>
                    <span className="half">{half(cell, table.digits)}</span>
                    <Strip cell={cell} place={place} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
