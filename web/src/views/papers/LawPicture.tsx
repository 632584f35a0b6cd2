/** A small picture of a paper's law, from the engine's own curves. */
import { decimal, t, wordList } from '../../../../models/src/language.ts';
import { ticks } from 'd3-array';
import { useMemo } from 'react';
import type { Paper } from '../../../../models/src/papers/index.ts';
import { shown } from '../../../../models/src/papers/shown.ts';
import type { Engine, Params } from '../../../../wasm/src/types.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import { useApp } from '../../state/context.ts';
import { Symbols } from '../../components/Symbols.tsx';

interface Line {
  readonly label: string;
  readonly path: string;
  readonly look: number;
}

const WIDTH = 320;
const HEIGHT = 180;
const LEFT = 34;
const BOTTOM = 24;
const TOP = 8;
const RIGHT = 6;
const POINTS = 240;
/** The link of a drop curve matters to automatic thresholds alone, of which no card has any. */
const LINK = { rate: 10e6, buffer: 400, packetSize: 1500 };

type Law = NonNullable<Paper['law']>;

function sample(engine: Engine, law: Law) {
  return law.curves.flatMap(({ label, id, params = {}, which: wanted }) => {
    const curves = engine.catalogue.find((entry) => entry.id === id)?.curves ?? [];
    return curves.flatMap((curve, which) => {
      if (wanted?.includes(which) === false) return [];
      const sampled = engine.curve({ aqm: id, params: params as Params, link: LINK, which, points: POINTS });
      return [
        { label: curves.length > 1 ? wordList([shown(label), t(curve.label)]) : shown(label), ...sampled },
      ];
    });
  });
}

export function LawPicture({ law }: { readonly law: Law }) {
  const { engine } = useApp();
  const { lines, end, top } = useMemo(() => drawn(engine, law), [engine, law]);
  const x = (share: number) => LEFT + share * (WIDTH - LEFT - RIGHT);
  const y = (share: number) => HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
  return (
    <figure className="law">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('Drop laws. {{caption}}', { caption: shown(law.caption) })}
      >
        {ticks(0, top, 3).map((p) => (
          <g key={p}>
            <line className="law-grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(p / top)} y2={y(p / top)} />
            <text className="law-tick" x={LEFT - 5} y={y(p / top) + 3.5} textAnchor="end">
              {decimal(String(p))}
            </text>
          </g>
        ))}
        {ticks(0, end, 4).map((packets) => (
          <text
            key={packets}
            className="law-tick"
            x={x(packets / end)}
            y={HEIGHT - BOTTOM + 14}
            textAnchor="middle"
          >
            {packets}
          </text>
        ))}
        {lines.map(({ label, path, look }) => (
          <path
            key={label}
            className="law-line"
            d={path}
            style={{ stroke: colour(look) }}
            strokeDasharray={laneDash(look).join(' ')}
          />
        ))}
      </svg>
      <ul className="law-legend">
        {lines.map(({ label, look }) => (
          <li key={label}>
            <svg viewBox="0 0 24 8" aria-hidden="true">
              <path d="M0 4h24" style={{ stroke: colour(look) }} strokeDasharray={laneDash(look).join(' ')} />
            </svg>
            <Symbols text={label} />
          </li>
        ))}
      </ul>
      <figcaption>
        <Symbols text={shown(law.caption)} /> {t('Probability of a drop against the average queue, packets.')}
      </figcaption>
    </figure>
  );
}

const colour = (look: number): string => `var(--${laneColour(look)})`;

function drawn(
  engine: Engine,
  law: Law,
): { readonly lines: readonly Line[]; readonly end: number; readonly top: number } {
  const curves = sample(engine, law);
  // Beyond max_th all are 1 and nothing is told: the pictures are of the band, with a little beyond it.
  const ends = curves.map(({ x, p }) => x[Array.from(p).findIndex((value) => value >= 1)] ?? x.at(-1) ?? 1);
  const end = Math.max(...ends) * 1.05;
  const inside = curves.flatMap(({ x, p }) =>
    Array.from(p).filter((value, i) => value < 1 && (x[i] ?? 0) <= end),
  );
  const top = Math.max(...inside, 0.01) * 1.08;
  const lines = curves.map(({ label, x, p: chances }, look) => {
    const points = Array.from(x, (at, i) => [at, Math.min(chances[i] ?? 0, top)] as const).filter(
      ([at]) => at <= end,
    );
    const path = points
      .map(
        ([at, p]) =>
          `${(LEFT + (at / end) * (WIDTH - LEFT - RIGHT)).toFixed(1)} ${(HEIGHT - BOTTOM - (p / top) * (HEIGHT - BOTTOM - TOP)).toFixed(1)}`,
      )
      .join('L');
    return { label, path: `M${path}`, look };
  });
  return { lines, end, top };
}
