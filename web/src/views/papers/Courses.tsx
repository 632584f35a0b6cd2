/**
 * The paper's figures over time: what it says is to be seen, and the course of a run under the reading that is shown.
 */
import { t } from '../../../../models/src/language.ts';
import { useMemo, useState } from 'react';
import { infoOf, lanes } from '../../../../models/src/index.ts';
import { BINS, scenarioOf, type Paper, type PaperCourse } from '../../../../models/src/papers/index.ts';
import { inSentence, shown } from '../../../../models/src/papers/shown.ts';
import type { LaneScenario } from '../../../../wasm/src/types.ts';
import { Symbols } from '../../components/Symbols.tsx';
import { vars } from '../../components/vars.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { useApp } from '../../state/context.ts';
import { BatchBar } from './BatchBar.tsx';
import { courseFigures, type Drawn } from './courseFigure.ts';
import { useBatch } from '../../state/useBatch.ts';

interface Props {
  readonly paper: Paper;
  readonly reading: string;
}

interface Place {
  readonly key: string;
  readonly condition: string;
  readonly scheme: string;
  readonly lane: LaneScenario;
}

const keyOf = ({ experiment }: PaperCourse, condition: string, scheme: string): string =>
  [experiment, condition, scheme].join(' / ');

/** Every run that the figures need, each once. */
function placesOf(paper: Paper, reading: string): readonly Place[] {
  const found = new Map<string, Place>();
  for (const course of paper.courses ?? [])
    for (const condition of course.conditions) {
      const all = lanes(scenarioOf(paper, reading, course.experiment, condition));
      for (const scheme of course.schemes) {
        const lane = all.find(({ label }) => label === scheme);
        const key = keyOf(course, condition, scheme);
        if (lane !== undefined) found.set(key, { key, condition, scheme, lane });
      }
    }
  return [...found.values()];
}

/** Those of one reading; another reading begins without any. */
export function Courses({ paper, reading }: Props) {
  const { engine } = useApp();
  const [drawn, setDrawn] = useState<ReadonlyMap<string, Drawn>>(new Map());
  const batch = useBatch(BINS);
  const places = useMemo(() => placesOf(paper, reading), [paper, reading]);
  const label = paper.readings.find(({ id }) => id === reading)?.label ?? reading;
  const start = () => {
    const found = new Map<string, Drawn>();
    batch.start(
      places.map(({ lane }) => lane),
      (index, run) => {
        const place = places[index];
        if (place === undefined) return;
        const { key, condition, scheme, lane } = place;
        const states = infoOf(engine.catalogue, lane.aqm)?.states ?? [];
        found.set(key, { condition, scheme, run, states });
      },
      () => setDrawn(found),
    );
  };
  if (paper.courses === undefined) return null;
  return (
    <section className="paper-courses" aria-labelledby="courses-title">
      <h4 id="courses-title">{t('Figures over time')}</h4>
      <p className="muted">
        {t(
          'The papers’ drawings have no numbers that can be read. What the text says of each stands beside the course of a run here: seed {{first}}, {{label}}.',
          { first: paper.seeds.first, label: inSentence(label) },
        )}
      </p>
      <BatchBar
        batch={batch}
        label={
          drawn.size > 0 ? t('Draw them again') : t('Draw them: {{places}} runs', { places: places.length })
        }
        what={t('Runs of the figures')}
        onStart={start}
      />
      {paper.courses.map((course) => (
        <Course key={course.id} course={course} drawn={drawn} />
      ))}
    </section>
  );
}

function Course({
  course,
  drawn,
}: {
  readonly course: PaperCourse;
  readonly drawn: ReadonlyMap<string, Drawn>;
}) {
  const figures = useMemo(() => {
    const own = course.conditions.flatMap((condition) =>
      course.schemes.flatMap((scheme) => drawn.get(keyOf(course, condition, scheme)) ?? []),
    );
    return own.length === 0 ? [] : courseFigures(course, own).map((figure, k) => ({ figure, of: own[k] }));
  }, [course, drawn]);
  const many = course.conditions.length > 1;
  return (
    <section className="paper-course" id={`table-${course.id}`} aria-labelledby={`title-${course.id}`}>
      <h5 id={`title-${course.id}`}>{shown(course.title)}</h5>
      <p>
        <span className="muted">{t('The paper:')} </span>
        <Symbols text={shown(course.told)} />
      </p>
      {figures.length > 0 && (
        <div className="paper-course-plots" style={vars({ '--columns': Math.min(3, figures.length) })}>
          {figures.map(({ figure, of }) => (
            <figure key={figure.title}>
              <figcaption>
                {of?.scheme}
                {many && `, ${shown(of?.condition ?? '')}`}
              </figcaption>
              <div className="paper-course-plot">
                <PlotFrame figure={figure} />
              </div>
            </figure>
          ))}
        </div>
      )}
    </section>
  );
}
