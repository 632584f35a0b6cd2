import { t } from '../../../../models/src/language.ts';
import { T } from '../../components/T.tsx';
import { useMemo, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { QuantityInput } from '../../components/QuantityInput.tsx';
import { vars } from '../../components/vars.ts';
import { parseNumber } from '../../components/quantity.ts';
import { STEPS, STRONGEST } from '../../plots/drawHeat.ts';
import type { Figure } from '../../plots/figure.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { useApp } from '../../state/context.ts';
import { useStore } from '../../state/store.ts';
import { fluidStateOf, type Board, type BoardAxis, type Side } from './fluidState.ts';
import { printKnob, type Knob } from './knobs.ts';
import { cellWords, curvesOf, mapFigure, onsetsOf, scaleEnd, type MapPicture } from './mapFigure.ts';
import { MapCursor } from './MapCursor.tsx';
import { PlotBox } from './PlotBox.tsx';
import { number } from './verdict.ts';

/** Stability over two quantities of the chosen lane; a click sets both. */
export function StabilityMap() {
  const state = fluidStateOf(useApp());
  const board = useStore(state.board);
  const [run] = useStore(state.mapRun.slots);
  const [lost] = useStore(state.hopfRun.slots);
  const [followed] = useStore(state.curvesRun.slots);
  const app = useApp();
  /**
   * The cursor's position as shares of the axes, because a map is first computed with few cells and then with
   * many.
   */
  const [place, setPlace] = useState<readonly [number, number] | null>(null);

  const picture = useMemo((): MapPicture | null => {
    if (board === null || run?.result == null) return null;
    const { map, request } = run.result;
    const find = (id: string) => board.knobs.find((knob) => knob.id === id);
    const [x, y] = [find(request.x.knob), find(request.y.knob)];
    if (x === undefined || y === undefined) return null;
    const { answered, result: point } = lost ?? {};
    const border =
      answered == null || point?.value == null ? null : { knob: answered.knob, value: point.value };
    const curves = curvesOf(followed?.result ?? null, request);
    return { lane: board.lane, label: request.lane.label, request, map, x, y, border, curves };
  }, [board, run, lost, followed]);
  const figure = useMemo(() => (picture === null ? null : mapFigure(picture)), [picture]);

  if (board === null) {
    return (
      <PlotBox className="fluid-map fluid-none" title={t('Stability map')} label={t('Stability map')}>
        <p className="muted">{t('A map needs a lane that has a fluid model.')}</p>
      </PlotBox>
    );
  }
  const columns = picture?.map.x.length ?? 2;
  const rows = picture?.map.y.length ?? 2;
  const cell =
    place === null
      ? null
      : ([Math.round(place[0] * (columns - 1)), Math.round(place[1] * (rows - 1))] as const);
  const setCell = (next: readonly [number, number] | null) =>
    setPlace(next === null ? null : [next[0] / (columns - 1), next[1] / (rows - 1)]);
  const readOnly = [board.x.knob, board.y.knob].filter(({ set }) => set === null);
  const pick = ([i, j]: readonly [number, number]) => {
    if (picture === null || readOnly.length > 0) return;
    const values = [picture.map.x[i] ?? NaN, picture.map.y[j] ?? NaN] as const;
    const once = picture.x.set?.(app.document(), values[0]) ?? app.document();
    const next = picture.y.set?.(once, values[1]) ?? once;
    const issues = app.change(next);
    if (issues.length > 0) {
      const details = issues.map(({ message }) => message);
      app.notices.add('error', t('These two values are not allowed together; nothing was changed.'), details);
    }
  };
  return (
    <PlotBox className="fluid-map" title={t('Stability map')} label={t('Stability map')} note={<MapStatus />}>
      <div className="map-axes">
        <AxisForm side="x" board={board} />
        <AxisForm side="y" board={board} />
        <CellsForm />
      </div>
      {figure === null || picture === null ? (
        <p className="muted map-waiting">{t('Computing the map…')}</p>
      ) : (
        <PlotFrame figure={figure} stale={run?.status === 'running' && run.answered !== run.asked}>
          {(layout) => (
            <MapCursor
              layout={layout}
              columns={columns}
              rows={rows}
              cell={cell}
              words={cell === null ? '' : cellWords(picture, ...cell)}
              onCell={setCell}
              onPick={pick}
            />
          )}
        </PlotFrame>
      )}
      <p className="map-readout" role="status">
        {picture === null || cell === null ? <Hint readOnly={readOnly} /> : cellWords(picture, ...cell)}
      </p>
      {picture !== null && <MapLegend picture={picture} hatches={figure?.map?.hatches ?? []} />}
    </PlotBox>
  );
}

function Hint({ readOnly }: { readonly readOnly: readonly Knob[] }) {
  return readOnly.length > 0
    ? t(
        'The scenario has more than one value of the {{readOnly}}, so this map shows places but does not set them.',
        {
          readOnly: readOnly.map(({ name }) => name).join(t(' and the ')),
        },
      )
    : t('Click a place to set both quantities; with the keyboard, arrows and Enter.');
}

/** The progress of a map, and a button that cancels it. */
function MapStatus() {
  const { mapRun } = fluidStateOf(useApp());
  const [run] = useStore(mapRun.slots);
  const progress = useStore(mapRun.progress).get(0) ?? 0;
  if (run === undefined) return null;
  const { status, error } = run;
  return (
    <span className="map-status muted">
      {status === 'running' && (
        <>
          {Math.round(100 * progress)} %{' '}
          <button type="button" className="link" onClick={() => mapRun.cancel()}>
            {t('Cancel')}
          </button>
        </>
      )}
      {(status === 'cancelled' || status === 'failed') && (
        <>
          {status === 'failed' ? `${error} ` : t('Cancelled. ')}
          <button type="button" className="link" onClick={() => mapRun.retry()}>
            {t('Compute it')}
          </button>
        </>
      )}
    </span>
  );
}

function AxisForm({ side, board }: { readonly side: Side; readonly board: Board }) {
  const app = useApp();
  const state = fluidStateOf(app);
  const { knob, range, own } = board[side];
  const other = board[side === 'x' ? 'y' : 'x'].knob;
  const name = side === 'x' ? t('Across') : t('Up');
  return (
    <fieldset className="map-axis">
      <legend className="visually-hidden">{name}</legend>
      <label>
        <span className="muted">{name}</span>
        <select
          value={knob.id}
          onChange={(event) => {
            const chosen = board.knobs.find(({ id }) => id === event.target.value);
            if (chosen !== undefined)
              app.look({
                mapX: board.x.knob.id,
                mapY: board.y.knob.id,
                [side === 'x' ? 'mapX' : 'mapY']: chosen.id,
              });
          }}
        >
          {board.knobs
            .filter(({ id, present }) => id !== other.id && present !== null)
            .map(({ id, name: words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
        </select>
      </label>
      <span className="map-range">
        <RangeEnd side={side} end={0} axis={board[side]} />
        <span className="muted">{t('to')}</span>
        <RangeEnd side={side} end={1} axis={board[side]} />
        <button
          type="button"
          className="icon-button tiny"
          aria-label={t('Range of {{label}} about its present value', { label: knob.label })}
          data-tip={t('A decade about the present value, {{printKnob}}', {
            printKnob: printKnob(knob, knob.present ?? range[0]),
          })}
          disabled={!own}
          onClick={() => state.setRange(side, null)}
        >
          <Icon name="reset" />
        </button>
      </span>
    </fieldset>
  );
}

const CELLS = [16, 32, 64, 128];

/** Few cells are quick; many are for printed figures. */
function CellsForm() {
  const app = useApp();
  const { cells } = useStore(app.view);
  return (
    <label className="map-cells">
      <span className="muted">{t('Cells')}</span>
      <select value={cells} onChange={(event) => app.look({ cells: Number(event.target.value) })}>
        {[...new Set([...CELLS, cells])].map((count) => (
          <option key={count} value={count}>{`${count} × ${count}`}</option>
        ))}
      </select>
    </label>
  );
}

function RangeEnd({
  side,
  end,
  axis,
}: {
  readonly side: Side;
  readonly end: 0 | 1;
  readonly axis: BoardAxis;
}) {
  const state = fluidStateOf(useApp());
  const { knob, range } = axis;
  const [least, most] = knob.limits;
  const commit = (value: number) => {
    if (value < least || value > most) {
      return {
        message: t('{{from}} to {{to}} is possible.', {
          from: printKnob(knob, least),
          to: printKnob(knob, most),
        }),
      };
    }
    const next = end === 0 ? ([value, range[1]] as const) : ([range[0], value] as const);
    if (!(next[0] < next[1])) return { message: t('The start has to be below the end.') };
    state.setRange(side, next);
    return null;
  };
  return (
    <QuantityInput<number>
      label={`${knob.label}, ${end === 0 ? t('from') : t('to')}`}
      value={range[end]}
      print={(value) => printKnob(knob, value)}
      parse={(text) => parseNumber(text, knob.unit)}
      commit={commit}
    />
  );
}

/** The scale of growth rates, and a key of the hatches. */
function MapLegend({
  picture,
  hatches,
}: {
  readonly picture: MapPicture;
  readonly hatches: NonNullable<Figure['map']>['hatches'];
}) {
  const { map } = picture;
  const end = scaleEnd(map);
  const steps = Array.from({ length: 2 * STEPS + 1 }, (_, i) => i - STEPS);
  return (
    <div className="map-legend">
      <span className="map-scale">
        <span>
          <T
            en={'stable <1>−{{number}}</1>'}
            values={{ number: number(end) }}
            tags={[<span key="1" className="muted" />]}
          />
        </span>
        <span className="map-steps" aria-hidden="true">
          {steps.map((step) => (
            <i
              key={step}
              style={vars({
                '--step': `var(--${step < 0 ? 'lane0' : 'lane1'})`,
                '--share': `${(100 * STRONGEST * Math.abs(step)) / STEPS}%`,
              })}
            />
          ))}
        </span>
        <span>
          <T
            en={'<1>{{number}} 1/s</1> unstable'}
            values={{ number: number(end) }}
            tags={[<span key="1" className="muted" />]}
          />
        </span>
      </span>
      {onsetsOf(picture.curves).map(({ onset, words }) => (
        <span key={onset} className="map-kind">
          <i className={`onset-${onset}`} aria-hidden="true" /> {t(words)}
        </span>
      ))}
      {hatches.map(({ hatch, label }) => (
        <span key={hatch} className="map-kind">
          <i className={`hatch-${hatch}`} aria-hidden="true" /> {label}
        </span>
      ))}
    </div>
  );
}
