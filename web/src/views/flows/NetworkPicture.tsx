import { t, wordList } from '../../../../models/src/language.ts';
import type { LaneScenario } from '../../../../wasm/src/types.ts';
import { PHONE, useMedia } from '../../components/useMedia.ts';
import { flowsOf, linksOf, rowName } from '../../lanes/rows.ts';
import { kindOf, queuesOf, ratesOf } from './linkKind.ts';

interface Props {
  readonly scenario: LaneScenario;
  /** Rows that are looked at. */
  readonly rows: readonly number[];
  readonly onRow: (row: number) => void;
  readonly onLink: (link: number) => void;
}

/** Names of rows stand before the routers. On a phone what is drawn is as wide as the phone, not smaller. */
const WIDE = { width: 560, left: 190 };
const NARROW = { width: 360, left: 150 };
const RIGHT = 24;
/** The most that a router takes of the way to the next. */
const ROUTER = 28;
const CELL = 9;
const ROW = 26;
/** Letters are about this wide: those of rates, and the small ones below. */
const LETTER = 7;
const SMALL_LETTER = 6;
const LINE = 18;

/** In Latin letters; a Chinese one is as wide as two. */
const longest = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => text.length + text.replaceAll(/[^\u3000-\uffff]/g, '').length));

/** Routers, queues and links, and the way of each row of traffic; a click on a link or a row looks at it. */
export function NetworkPicture({ scenario, rows, onRow, onLink }: Props) {
  const { network, traffic } = scenario;
  const { links, observed } = network;
  const { width, left } = useMedia(PHONE) ? NARROW : WIDE;
  const step = (width - left - RIGHT) / links.length;
  const radius = Math.min(ROUTER / 2, step / 4);
  const cells = Math.min(3, Math.floor((step - 2 * radius - 8) / CELL));
  const rates = links.map(ratesOf);
  const queues = links.map(queuesOf);
  const kinds = links.map(kindOf);
  const roomy = SMALL_LETTER * longest([...queues, ...kinds]) <= step;
  const told = (i: number) => roomy || i === observed;
  // Where the rates do not fit beside each other they stand in two lines, and further ones are left out.
  const taken = Math.ceil((LETTER * longest(rates)) / step);
  const lift = taken > 1 ? LINE : 0;
  const placeOf = (i: number) => (i - observed) / Math.ceil(taken / 2);
  const top = kinds.some((kind, i) => kind !== '' && told(i)) ? 84 : 66;
  const height = top + traffic.length * ROW + 14;
  const x = (router: number) => left + router * step;
  return (
    <svg
      className="network"
      viewBox={`0 ${-lift} ${width} ${height + lift}`}
      role="group"
      aria-label={t('The network')}
    >
      {links.map((_, i) => {
        const [a, b] = [x(i) + radius, x(i + 1) - radius];
        const kind = kinds[i] ?? '';
        const name = [
          t('Link {{i}}: {{ratesOf}}', { i: i + 1, ratesOf: rates[i] ?? '' }),
          queues[i] ?? '',
          ...(kind === '' ? [] : [kind]),
        ];
        const choose = () => onLink(i);
        return (
          <g
            key={i}
            className="network-link"
            role="button"
            tabIndex={links.length > 1 ? 0 : -1}
            aria-pressed={i === observed}
            aria-label={wordList(name)}
            onClick={choose}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              event.stopPropagation();
              choose();
            }}
          >
            <rect className="network-hit" x={a} y={4} width={b - a} height={56} />
            <line x1={a} x2={b} y1={40} y2={40} />
            {Array.from({ length: cells }, (_, cell) => (
              <rect
                key={cell}
                className="network-cell"
                x={a + 6 + cell * CELL}
                y={33}
                width={8}
                height={14}
              />
            ))}
            {Number.isInteger(placeOf(i)) && (
              <text x={(a + b) / 2} y={placeOf(i) % 2 === 0 ? 20 : 20 - lift}>
                {rates[i]}
              </text>
            )}
            {told(i) && (
              <>
                <text className="network-small" x={(a + b) / 2} y={63}>
                  {queues[i]}
                </text>
                <text className="network-small" x={(a + b) / 2} y={80}>
                  {kind}
                </text>
              </>
            )}
          </g>
        );
      })}
      {Array.from({ length: links.length + 1 }, (_, i) => (
        <circle key={i} className="network-router" cx={x(i)} cy={40} r={radius} />
      ))}
      {traffic.map((row, i) => {
        const [first, last] = linksOf(scenario, row);
        const y = top + i * ROW + ROW / 2;
        const reverse = row.direction === 'reverse';
        const [from, to] = reverse ? [x(last + 1), x(first)] : [x(first), x(last + 1)];
        const choose = () => onRow(i);
        return (
          <g
            key={i}
            className="network-row"
            role="button"
            tabIndex={0}
            aria-pressed={rows.length < traffic.length && rows.includes(i)}
            aria-label={t('Row {{i}}: {{rowName}}', { i: i + 1, rowName: rowName(scenario, row) })}
            onClick={choose}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              event.stopPropagation();
              choose();
            }}
          >
            <rect
              className="network-hit"
              x={4}
              y={y - ROW / 2 + 1}
              width={width - 8}
              height={ROW - 2}
              rx={4}
            />
            <line x1={from} x2={to} y1={y} y2={y} />
            <path d={`M${to} ${y}l${reverse ? 8 : -8} -4.5v9z`} />
            <text x={12} y={y + 4.5} textAnchor="start">
              {i + 1}. {flowsOf(row)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
