import { t, wordList } from '../../../models/src/language.ts';
import { T } from '../components/T.tsx';
import { valueAt } from '../../../models/src/path.ts';
import { LaneBadge } from '../components/LaneBadge.tsx';
import { Symbols } from '../components/Symbols.tsx';
import { laneModel } from '../lanes/model.ts';
import { useApp } from '../state/context.ts';
import { pathOf, type Lesson } from '../state/lesson.ts';
import { useStore } from '../state/store.ts';
import type { ParamInfo } from '../../../models/src/types.ts';
import { HIDDEN_NAMES } from './lessonParts.ts';
import { textIn } from '../state/programEdits.ts';
import { ParamField } from './ParamField.tsx';
import { LazyEditor } from './program/LazyEditor.tsx';
import { TaskPart } from './TaskPart.tsx';
import { SchemaField } from './SchemaField.tsx';
import { fieldNode } from './fieldNode.ts';
import '../styles/lesson.css';

/**
 * Replaces the scenario's forms in a lesson: what the reader may change, what is hidden, and how to leave the
 * lesson.
 */
export function LessonPanel({
  lesson,
  embedded = false,
}: {
  readonly lesson: Lesson;
  /** An embedded page has no other views. */
  readonly embedded?: boolean;
}) {
  const app = useApp();
  const { present } = useStore(app.history);
  const runs = useStore(app.runner.slots);
  const lanes = runs.map((run, lane) => ({
    lane,
    run,
    fields: lesson.open.filter((path) => `${path}.`.startsWith(`lanes.${lane}.aqm.params.`)),
  }));
  const others = lesson.open.filter(
    (path) => !path.startsWith('lanes.') && fieldNode(present, pathOf(path)) !== undefined,
  );
  return (
    <section className="group lesson" aria-labelledby="group-lesson">
      <h2 id="group-lesson">{t('Lesson')}</h2>
      {lesson.task !== undefined && <TaskPart lesson={lesson} task={lesson.task} />}
      <p className="muted">
        {lesson.open.length === 0
          ? t('Look, play and zoom. Nothing can be changed in this lesson.')
          : t('Change the values below, or drag them in the plots. Everything else is locked.')}
      </p>
      {lanes
        .filter(({ fields }) => fields.length > 0)
        .map(({ lane, run: { asked }, fields }) => {
          const { info, link, resolved } = laneModel(app.engine, asked, lane);
          const place = `lanes.${lane}.aqm.params`;
          const isHere = ({ name }: ParamInfo) =>
            fields.includes(place) || fields.includes(`${place}.${name}`);
          const opened = info.params.filter(isHere);
          // A program has an editor of its own.
          const text = opened.some(({ kind }) => kind === 'text')
            ? textIn(info, asked.aqm.params)
            : undefined;
          return (
            <fieldset key={lane} className="lesson-lane">
              <legend>
                <button type="button" className="link" onClick={() => app.look({ lane })}>
                  <LaneBadge lane={lane} /> <Symbols text={asked.label} />
                </button>
              </legend>
              {text !== undefined && (
                <LazyEditor lane={lane} label={asked.label} text={text} params={asked.aqm.params} />
              )}
              {opened
                .filter(({ kind }) => kind !== 'text')
                .map((param) => (
                  <ParamField
                    key={param.name}
                    lane={lane}
                    laneLabel={asked.label}
                    param={param}
                    resolved={resolved.params[param.name]}
                    given={present.lanes?.[lane]?.aqm?.params?.[param.name]}
                    buffer={link.buffer}
                    elsewhere={null}
                  />
                ))}
            </fieldset>
          );
        })}
      {others.map((path) => (
        <SchemaField key={path} path={pathOf(path)} {...rowLabel(present, path)} />
      ))}
      {lesson.hidden.length > 0 && (
        <p>
          <T
            en={'Hidden: {{hidden}}. <1>Show it</1>'}
            values={{ hidden: wordList(lesson.hidden.map((part) => t(HIDDEN_NAMES[part]))) }}
            tags={[
              <button
                key="1"
                type="button"
                className="link"
                onClick={() => app.look({ lesson: { ...lesson, hidden: [] } })}
              />,
            ]}
          />
        </p>
      )}
      <p>
        {!embedded && (
          <button
            type="button"
            className="button"
            onClick={() => app.look({ tab: 'learn', story: '', teach: 'sheet' })}
          >
            {t('Worksheet')}
          </button>
        )}{' '}
        <button type="button" className="button" onClick={() => app.look({ lesson: null })}>
          {t('Unlock everything')}
        </button>
      </p>
    </section>
  );
}

/** Names the row of traffic, if there are several. */
function rowLabel(document: unknown, path: string) {
  const [list, row, key] = pathOf(path);
  const rows = valueAt(document, ['traffic']);
  if (list !== 'traffic' || typeof row !== 'number' || !Array.isArray(rows) || rows.length < 2) return {};
  const label = fieldNode(document, pathOf(path))?.label ?? String(key);
  return { label: t('{{label}}, row {{row}}', { label, row: row + 1 }) };
}
