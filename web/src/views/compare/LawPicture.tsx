import { t } from '../../../../models/src/language.ts';
import { useEffect, useMemo, useState } from 'react';
import {
  loadLawPicture,
  type LawPicture as Picture,
  type PicturePlot,
} from '../../../../models/src/law-picture.ts';
import { mapWords } from '../../../../models/src/law-picture-words.ts';
import type { LaneModel } from '../../lanes/model.ts';
import { placesOf } from '../../lanes/useLaneResults.ts';
import { canvasSurface } from '../../plots/canvasSurface.ts';
import { drawLayers } from '../../plots/draw.ts';
import { PlotFrame, type Overlay } from '../../plots/PlotFrame.tsx';
import { useApp } from '../../state/context.ts';
import { shownTime } from '../../state/replay.ts';
import { useNow } from '../../state/store.ts';
import { lawFigure, lawMoment, type LawLane } from './lawFigure.ts';

interface Props {
  /** The lanes with one scheme. */
  readonly models: readonly LaneModel[];
  readonly active: number;
}

/** The picture of a scheme without a drop curve: how it decides. */
export function LawPicture({ models, active }: Props) {
  const { items: runs } = useNow(placesOf(useApp()));
  const info = models[0]?.info;
  const id = info?.id ?? '';
  const name = info?.name ?? '';
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly picture: Picture | undefined }>();
  useEffect(() => {
    let wanted = true;
    void loadLawPicture(id).then(
      (found) => wanted && setLoaded({ id, picture: found && info && mapWords(found, info, t) }),
    );
    return () => {
      wanted = false;
    };
  }, [id, info]);
  const lanes = useMemo(
    () =>
      models.map((model): LawLane => {
        const result = runs[model.lane]?.result ?? null;
        return { model, result: result?.aqm === model.info.id ? result : null };
      }),
    [models, runs],
  );
  if (loaded?.id !== id) return <div className="curve-plots" aria-busy="true" />;
  const { picture } = loaded;
  if (picture === undefined)
    return (
      <p className="muted no-curve">
        {t('{{name}} has no drop curve, and no other picture of its law has been drawn.', { name })}
      </p>
    );
  return (
    <>
      <div className="curve-plots law-plots">
        {picture.plots.map((plot) => (
          <LawPlot key={plot.name} plot={plot} lanes={lanes} active={active} />
        ))}
      </div>
      <p className="muted no-curve">
        {t('{{name}} has no drop curve. {{says}} A dot is half a second.', { name, says: picture.says })}
      </p>
    </>
  );
}

interface PlotProps {
  readonly plot: PicturePlot;
  readonly lanes: readonly LawLane[];
  readonly active: number;
}

function LawPlot({ plot, lanes, active }: PlotProps) {
  const { replay } = useApp();
  const figure = useMemo(() => lawFigure(plot, lanes, active), [plot, lanes, active]);
  const overlay = useMemo(
    (): Overlay => ({
      subscribe: (redraw) => replay.subscribe(redraw),
      draw: (context, layout, palette) =>
        drawLayers(canvasSurface(context), lawMoment(plot, lanes, shownTime(replay.get())), layout, {
          palette,
          ratio: window.devicePixelRatio,
        }),
    }),
    [plot, lanes, replay],
  );
  const snapshot = () => ({
    ...figure,
    layers: [...figure.layers, ...lawMoment(plot, lanes, shownTime(replay.get()))],
  });
  return (
    <PlotFrame
      figure={figure}
      overlay={overlay}
      snapshot={snapshot}
      stale={lanes.some(({ result }) => result === null)}
    />
  );
}
