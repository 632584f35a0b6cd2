import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { Dialog } from '../components/Dialog.tsx';
import { Grid, Levels, Ticks, Titles } from './Axes.tsx';
import type { AxesOf, LevelsOf, TitlesOf } from './axes.ts';
import { cachingSurface, prepareCanvas } from './canvasSurface.ts';
import { drawMarks, type Marks } from './draw.ts';
import { drawInFrame, forgetDrawing } from './frames.ts';
import { layoutFigure, type Figure, type Layout } from './figure.ts';
import type { Palette } from './palette.ts';
import { PlotMenu } from './PlotMenu.tsx';
import type { PlotAction } from './menu.ts';
import { registerFigure } from './registry.ts';
import { firstOfEqual, same, sameLayout } from './same.ts';
import { usePalette } from './theme.ts';
import { vars } from '../components/vars.ts';
import { useBox } from './useBox.ts';

/** Loaded when the reader opens the table of numbers. */
const DataTable = lazy(() => import('./DataTable.tsx').then((found) => ({ default: found.DataTable })));

/** The moving part of a plot, such as the playhead: drawn over the marks, without React. */
export interface Overlay {
  /**
   * Calls back whenever there is something new to draw: `redraw` at once, `redrawInFrame` once before the
   * next frame. Returns a function that ends this.
   */
  subscribe(redraw: () => void, redrawInFrame: () => void): () => void;
  draw(context: CanvasRenderingContext2D, layout: Layout, palette: Palette): void;
}

interface Props {
  readonly figure: Figure;
  /** The picture belongs to an older document; the new one is being computed. */
  readonly stale?: boolean;
  readonly overlay?: Overlay;
  readonly handled?: ReadonlySet<string>;
  /** Handles and values shown over the plot. */
  readonly children?: (layout: Layout) => ReactNode;
  /** Pointer gestures on the plot, attached once; returns a function that removes them. */
  readonly attach?: (element: HTMLElement, layout: () => Layout) => () => void;
  /** The figure with the present moving parts, for files. */
  readonly snapshot?: () => Figure;
  /** The plot's own menu entries, before those that every plot has. */
  readonly actions?: readonly PlotAction[];
  /** Shown in place of the marks while there are none. */
  readonly empty?: ReactNode;
}

const NONE: ReadonlySet<string> = new Set();
const NO_ACTIONS: readonly PlotAction[] = [];

/** Passes errors from outside of React's rendering to the error boundary that reports them. */
function useFailure(): (error: unknown) => void {
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  if (failure !== null) throw failure.error;
  return useCallback((error) => setFailure({ error }), []);
}

/**
 * A picture that is renewed within this time, ms, does not fade: this avoids flicker, and layers that fade
 * during a drag.
 */
const FADES_MS = 180;

/** Whether a condition has held for this time. */
function useLasting(now: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  if (lasting && !now) setLasting(false);
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(setLasting, FADES_MS, true);
    return () => clearTimeout(timer);
  }, [now]);
  return lasting && now;
}

/**
 * One plot: SVG for the grid, a canvas for the marks, SVG for the axes, a second canvas for the moving parts,
 * and a table of its numbers.
 */
export function PlotFrame({
  figure,
  stale = false,
  overlay,
  handled = NONE,
  children,
  attach,
  snapshot,
  actions = NO_ACTIONS,
  empty,
}: Props) {
  const body = useRef<HTMLDivElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const moving = useRef<HTMLCanvasElement>(null);
  const box = useBox(body);
  const fail = useFailure();
  const palette = usePalette();
  const keepLayout = useMemo(() => firstOfEqual<Layout | null>(sameLayout), []);
  const keepMarks = useMemo(() => firstOfEqual<Marks>(same), []);
  const layout = useMemo(
    () => keepLayout(box === null ? null : layoutFigure(figure, box.width, box.height, box.unit)),
    [figure, box, keepLayout],
  );
  const keepAxes = useMemo(() => firstOfEqual<AxesOf>(same), []);
  const keepLevels = useMemo(() => firstOfEqual<LevelsOf>(same), []);
  const { layers, strip, olderFrom, x, y, grid } = figure;
  const axes = keepAxes({ x, y, ...(grid !== undefined && { grid }) });
  const levels = keepLevels({ levels: figure.levels, edge: figure.edge });
  const keepTitles = useMemo(() => firstOfEqual<TitlesOf>(same), []);
  const titles = keepTitles({
    x,
    y,
    ...(strip !== undefined && { strip }),
    ...(figure.headed === true && { headed: true }),
  });
  const picture = useMemo(
    () =>
      keepMarks({
        layers,
        ...(strip !== undefined && { strip }),
        ...(olderFrom !== undefined && { olderFrom }),
      }),
    [layers, strip, olderFrom, keepMarks],
  );
  const ratio = box?.ratio ?? 1;

  useLayoutEffect(() => {
    const canvas = marks.current;
    if (layout === null || canvas === null) return;
    const draw = () => {
      const context = prepareCanvas(canvas, layout.width, layout.height);
      if (context === null) return;
      const { surface, done } = cachingSurface(context);
      drawMarks(surface, picture, layout, { palette, ratio, flat: 0.5 / ratio });
      done();
    };
    drawInFrame(canvas, draw, fail);
    return () => forgetDrawing(canvas);
  }, [picture, layout, palette, ratio, fail]);

  useLayoutEffect(() => {
    if (layout === null || overlay === undefined) return;
    const redraw = () => {
      const canvas = moving.current;
      const context = canvas === null ? null : prepareCanvas(canvas, layout.width, layout.height);
      if (context !== null) overlay.draw(context, layout, palette);
    };
    const key = {};
    const redrawInFrame = () => drawInFrame(key, redraw, fail);
    redrawInFrame();
    const unsubscribe = overlay.subscribe(redraw, redrawInFrame);
    return () => {
      forgetDrawing(key);
      unsubscribe();
    };
  }, [overlay, layout, palette, fail]);

  const present = useRef<Layout | null>(null);
  const pictured = useRef({ figure, snapshot });
  useLayoutEffect(() => {
    present.current = layout;
    pictured.current = { figure, snapshot };
  }, [layout, figure, snapshot]);
  const figureNow = useCallback(() => pictured.current.figure, []);
  const snapshotNow = useCallback(() => (pictured.current.snapshot ?? figureNow)(), [figureNow]);
  const [table, setTable] = useState(false);
  const showTable = useCallback(() => setTable(true), []);
  const ready = layout !== null;
  useEffect(() => {
    const element = body.current;
    const first = present.current;
    if (!ready || element === null || first === null || attach === undefined) return;
    return attach(element, () => present.current ?? first);
  }, [attach, ready]);

  useEffect(() => registerFigure(figureNow), [figureNow]);
  const faded = useLasting(stale && olderFrom === undefined);

  return (
    <figure
      className="plot"
      data-plot={figure.name}
      data-lane={figure.lane}
      data-stale={stale || undefined}
      data-faded={faded || undefined}
      data-begun={olderFrom !== undefined || undefined}
      aria-label={figure.title}
      style={
        layout === null ? undefined : vars({ '--drawn-width': layout.width, '--drawn-height': layout.height })
      }
    >
      <div ref={body} className="plot-body" data-gestures={attach !== undefined || undefined}>
        <div className="plot-picture" role="img" aria-label={figure.summary}>
          {layout !== null && <Grid axes={axes} layout={layout} />}
          <canvas ref={marks} className="marks" />
          {overlay !== undefined && <canvas ref={moving} className="overlay" />}
          {layout !== null && (
            <>
              <Ticks axes={axes} layout={layout} />
              <Levels levels={levels} layout={layout} handled={handled} />
              <Titles titles={titles} layout={layout} />
            </>
          )}
        </div>
        {layout !== null && children?.(layout)}
        {empty !== undefined && <div className="plot-empty">{empty}</div>}
      </div>
      <PlotMenu
        title={figure.title}
        figure={figureNow}
        snapshot={snapshotNow}
        actions={actions}
        onTable={showTable}
      />
      {table && (
        <Dialog title={figure.title} onClose={() => setTable(false)} wide>
          <Suspense>
            <DataTable figure={figure} />
          </Suspense>
        </Dialog>
      )}
    </figure>
  );
}
