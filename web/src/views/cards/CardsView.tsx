import { t, titled, wordList } from '../../../../models/src/language.ts';
import { and } from '../../lanes/answer.ts';
import { bound } from '../../base/bound.ts';
import { T } from '../../components/T.tsx';
import '../../styles/cards.css';
import { useMemo } from 'react';
import { aqmIndex } from '../../../../models/src/aqm-index.ts';
import {
  CARD_ROWS,
  cardLine,
  cardRow,
  cardScenario,
  choose,
  needsOf,
  type CardBook,
  type CardLineId,
  type CardRow,
} from '../../../../models/src/cards/index.ts';
import { complete, validate, type Scenario } from '../../../../models/src/index.ts';
import { standScenario } from '../../../../models/src/tune/stand.ts';
import { PointPlot } from '../../plots/PointPlot.tsx';
import { useApp } from '../../state/context.ts';
import { useStore } from '../../state/store.ts';
import { useView } from '../../state/useView.ts';
import { Answer } from './Answer.tsx';
import { useBook } from './book.ts';
import { CardTable } from './CardTable.tsx';
import { entriesOf, type Entry } from './entries.ts';
import { mapFigure } from './mapFigure.ts';
import { OneCard } from './OneCard.tsx';
import { useOwnCards } from './ownCards.ts';
import { SenderCards } from './SenderCards.tsx';
import { Standing } from './Standing.tsx';
import { isStudied } from './standing.ts';

/** The number of schemes that the answer names. */
const FIVE = 5;
/** The family whose schemes need a hash of each packet's flow. */
const HASHED = 'queue for each flow';
/** It has a card of the row whose senders are ECN-capable. */
const isMarking = ({ schemes }: CardBook, scheme: string): boolean =>
  typeof schemes[scheme]?.rows.ecn === 'object';
const PAIR = 'cards-pair';
const STANDINGS = 'cards-standings';

/** "Which AQM should I use?": the report cards of all schemes, for a kind of link and the reader's needs. */
export function CardsView() {
  const line = useView('cardLine');
  const book = useBook(line);
  return (
    <div className="cards">
      <p className="cards-lead">
        {bound(
          t(
            'Every scheme with its own defaults in the scenarios of RFC 7928, the IETF’s guidelines for AQM. All round trips are 100 ms. Means of five seeds with 95 % intervals; a click on a number opens its run.',
          ),
        )}
      </p>
      {book === null && <p className="muted">{t('The cards are being loaded…')}</p>}
      {book === 'failed' && (
        <p role="alert">{t('The cards of this line could not be loaded. Are you online?')}</p>
      )}
      {book !== null && book !== 'failed' && <Book book={book} />}
    </div>
  );
}

function Book({ book }: { readonly book: CardBook }) {
  const app = useApp();
  const [line, needIds, rowId, hash, pair, flows, ecn] = [
    useView('cardLine'),
    useView('cardNeeds'),
    useView('cardRow'),
    useView('cardHash'),
    useView('cardPair'),
    useView('cardFlows'),
    useView('cardEcn'),
  ];
  const { lanes: written } = complete(useStore(app.history).present);
  const asked = written.map(({ label, aqm }, i) => ({ id: `lane:${i}`, name: label, aqm }));
  const own = useOwnCards(app, line, book.seeds);
  const nameOf = useMemo(() => {
    const names = new Map(app.engine.catalogue.map(({ id, name }) => [id, name]));
    return (id: string) => names.get(id) ?? id;
  }, [app.engine]);
  const entries = useMemo(() => entriesOf(book, nameOf, own.entries), [book, nameOf, own.entries]);
  const needs = needsOf(needIds, { flows, ecn });
  const allowed = (scheme: string) =>
    (hash || aqmIndex.get(scheme)?.family !== HASHED) && (!ecn || isMarking(book, scheme));
  const choices = choose(book, needs, allowed);
  const five = choices.slice(0, FIVE);
  const row = cardRow(rowId) ?? CARD_ROWS[0];
  if (row === undefined) throw new Error('a card has rows');
  const shown = entries.filter(({ id, own: isOwn }) => isOwn || allowed(id));
  const named = new Set([...five.map(({ scheme }) => scheme), ...own.entries.map(({ id }) => id), ...pair]);
  const show = (scenario: Scenario, tab: 'compare' | 'fluid' = 'compare') => {
    app.open(validate(scenario, app.engine), scenario.title ?? '');
    app.look({ tab, span: null });
  };
  const open = (entry: Entry, of: CardRow) => {
    const others = entry.id === 'droptail' ? [] : [{ label: t('DropTail'), aqm: { id: 'droptail' } }];
    show(cardScenario(of, cardLine(line), [{ label: entry.name, aqm: entry.aqm }, ...others]));
  };
  const { figure, targets } = mapFigure(shown, row, named, book.seeds);
  return (
    <>
      <Chosen pair={pair} entries={entries} />
      <Answer
        needs={needs}
        choices={five}
        total={choices.length}
        nameOf={nameOf}
        onOpen={(scheme, of) => {
          const entry = entries.find(({ id }) => id === scheme);
          const at = cardRow(of);
          if (entry !== undefined && at !== undefined) open(entry, at);
        }}
      />
      <section className="cards-own" aria-label={t('Your own')}>
        {own.progress === null ? (
          <button type="button" className="button" onClick={() => own.make(asked)}>
            {t('Cards of my lanes ({{asked}})', { asked: wordList(asked.map(({ name }) => name)) })}
          </button>
        ) : (
          <span role="status">
            <T
              en={'{{done}} of {{all}} rows <1>Cancel</1>'}
              values={{ done: own.progress[0], all: own.progress[1] }}
              tags={[<button key="1" type="button" className="link" onClick={own.cancel} />]}
            />
          </span>
        )}
        <span className="muted">
          <T
            en="One seed first, then the other four, beside the stored cards below. The command <1>aqm card</1> gives the same numbers."
            tags={[<code key="1" />]}
          />
        </span>
        {own.failed !== null && <span className="problem">{own.failed}</span>}
      </section>
      <section className="cards-row" aria-labelledby="cards-row-title">
        <div className="cards-row-head">
          <h3 id="cards-row-title">{t('All schemes')}</h3>
          <label>
            {t('in')}{' '}
            <select value={row.id} onChange={(event) => app.look({ cardRow: event.target.value })}>
              {CARD_ROWS.map(({ id, section, title }) => (
                <option key={id} value={id}>
                  {titled(section, t(title))}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p className="muted">{t(row.about)}</p>
        <div className="cards-map">
          <PointPlot figure={figure} targets={targets} onPick={({ entry }) => open(entry, row)} />
        </div>
        <CardTable
          book={book}
          entries={shown}
          row={row}
          marked={named}
          pair={pair}
          onOpen={(entry) => open(entry, row)}
          onPair={(ids) => app.look({ cardPair: ids })}
        />
      </section>
      <Pair
        book={book}
        entries={entries}
        pair={pair}
        onOpen={open}
        line={line}
        onModel={(scenario) => show(scenario, 'fluid')}
      />
      <div className="cards-standings" id={STANDINGS}>
        {pair.filter(isStudied).map((scheme) => (
          <Standing
            key={scheme}
            scheme={scheme}
            nameOf={nameOf}
            onOpen={(schemes, { flows, trip }, study) => {
              const lanes = schemes.map((id) => ({ label: nameOf(id), aqm: { id } }));
              const title = t('Defaults: {{flows}} flows, round trip {{trip}} ms', {
                flows,
                trip: Math.round(1000 * trip),
              });
              show({ ...standScenario(cardLine(study.line), lanes, flows, trip), title });
            }}
          />
        ))}
      </div>
      <SenderCards onOpen={show} />
    </>
  );
}

/** The way from the top of the view to what it shows of the chosen schemes. */
function Chosen({ pair, entries }: { readonly pair: readonly string[]; readonly entries: readonly Entry[] }) {
  if (pair.length === 0) return null;
  const found = pair.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  if (found.length === 0) return <p role="alert">{t('No scheme of this link has a card here.')}</p>;
  const go = (id: string, text: string) => (
    <button
      type="button"
      className="link"
      onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
    >
      {text}
    </button>
  );
  return (
    <p className="cards-row-head">
      <strong>{and(found.map(({ name }) => name))}</strong>
      {go(PAIR, t('The whole card'))}
      {pair.some(isStudied) && go(STANDINGS, t('How sensitive is it?'))}
    </p>
  );
}

/** The cards of one or two schemes, row by row. */
function Pair({
  book,
  entries,
  pair,
  ...others
}: {
  readonly book: CardBook;
  readonly entries: readonly Entry[];
  readonly pair: readonly string[];
  readonly onOpen: (entry: Entry, row: CardRow) => void;
  readonly line: CardLineId;
  readonly onModel: (scenario: Scenario) => void;
}) {
  const chosen = pair.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  if (chosen.length === 0)
    return <p className="muted">{t('Choose one or two schemes in the table to see their whole cards.')}</p>;
  return (
    <div id={PAIR}>
      <OneCard book={book} entries={chosen} {...others} />
    </div>
  );
}
