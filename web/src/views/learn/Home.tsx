import { t } from '../../../../models/src/language.ts';
import { useMemo, useState } from 'react';
import type { Scenario } from '../../../../models/src/index.ts';
import { EXHIBITS, STORIES, THEMES, type Exhibit } from '../../../../models/src/stories/index.ts';
import { EXERCISES } from '../../../../models/src/lesson/exercises.ts';
import { hasWithin, stemsOf } from '../../base/search.ts';
import { Icon } from '../../components/Icon.tsx';
import { Symbols } from '../../components/Symbols.tsx';
import { useApp } from '../../state/context.ts';
import { useView } from '../../state/useView.ts';
import { openExercise } from './openExercise.ts';
import { openExhibit, titleOf } from './openExhibit.ts';
import { Prose, Words } from './Prose.tsx';
import { beginOwn, OWN } from '../../state/ownStory.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** The list of stories, and the gallery by theme. `missing`: the story of a link that does not exist. */
export function Home({ missing }: { readonly missing: string }) {
  const app = useApp();
  const draft = useView('draft');
  return (
    <div className="learn">
      <section aria-labelledby="stories-title">
        <h3 id="stories-title">{t('Stories')}</h3>
        <p className="learn-lead">
          {t(
            'Each takes seven to ten minutes: look, say what you expect, see what happens, then turn the knob yourself. Every number is computed while you read.',
          )}
        </p>
        <p className="learn-ways">
          <button type="button" className="link" onClick={() => app.look({ teach: 'notes' })}>
            {t('For teachers: plans, answers, worksheets')}
          </button>
          <button type="button" className="link" onClick={() => beginOwn(app)}>
            {t('Write a lesson about the open scenario')}
          </button>
          {draft !== '' && (
            <button
              type="button"
              className="link"
              onClick={() => app.look({ story: OWN, tale: draft, teach: 'edit', step: '' })}
            >
              {t('Continue with your last lesson')}
            </button>
          )}
        </p>
        {missing !== '' && (
          <p role="alert" className="learn-fault">
            {missing === OWN
              ? t('The lesson of this link is incomplete: a part of the link is missing or was changed.')
              : t(
                  'The story of this link does not exist here; a newer version may have it. These are all the stories.',
                )}
          </p>
        )}
        <ol className="story-cards">
          {STORIES.map(({ id, title, idea, minutes, steps }, i) => (
            <li key={id}>
              <button type="button" className="story-card" onClick={() => app.look({ story: id, step: '' })}>
                <span className="story-number">{i + 1}</span>
                <span className="story-title">{t(title)}</span>
                <Words className="story-idea" html={idea} />
                <span className="muted">
                  {t('{{steps}} steps, {{minutes}} minutes', { steps: steps.length, minutes })}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </section>
      <Course />
      <Gallery />
    </div>
  );
}

/** Exercises with a program to complete and goals: each is a lesson. */
function Course() {
  const app = useApp();
  return (
    <section className="course" aria-labelledby="course-title">
      <h3 id="course-title">{t('Invent RED again')}</h3>
      <p className="learn-lead">
        {t(
          'Six programs with a gap. Write what is missing; the page runs each word at once, and tells whether your program reaches its goals.',
        )}
      </p>
      <ol className="story-cards">
        {EXERCISES.map((exercise, i) => (
          <li key={exercise.id}>
            <button type="button" className="story-card" onClick={() => openExercise(app, exercise)}>
              <span className="story-number">{i + 1}</span>
              <span className="story-title">{t(exercise.title)}</span>
              <span className="story-idea">{t(exercise.text)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Card extends Exhibit {
  readonly title: string;
  readonly asked: string;
  /** The text that is searched. */
  readonly text: string;
}

const plain = (html: string): string => html.replace(/<[^>]*>/g, '');

const CARDS: readonly Card[] = EXHIBITS.map((exhibit) => {
  const { question = '', lanes = [] } = exhibit.scenario as Scenario;
  const title = titleOf(exhibit);
  const words = lanes.flatMap(({ label = '', aqm }) => [label, aqm?.id ?? '']);
  const text = [title, question, exhibit.theme, plain(exhibit.finding), ...words].join(' ');
  return { ...exhibit, title, asked: question, text };
});

function Gallery() {
  const app = useApp();
  const [search, setSearch] = useState('');
  const [found, stories] = useMemo(() => {
    const stems = stemsOf(search);
    const cards = CARDS.filter((card) =>
      hasWithin(
        stems,
        [
          card.text,
          ...[card.title, card.asked, card.theme].map((one) => t(one)),
          plain(t(card.finding)),
        ].join(' '),
      ),
    );
    const told = STORIES.filter(({ title, idea }) =>
      hasWithin(stems, [title, idea, t(title), t(idea)].join(' ')),
    );
    return [cards, stems.length === 0 ? [] : told];
  }, [search]);
  return (
    <section className="gallery" aria-labelledby="gallery-title">
      <div className="gallery-head">
        <h3 id="gallery-title">{t('Gallery')}</h3>
        <label className="gallery-search">
          <Icon name="search" />
          <input
            type="search"
            aria-label={t('Search the gallery')}
            placeholder={t('oscillation, CoDel, voice …')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        <span className="muted" role="status">
          {t('{{found}} of {{cards}} scenarios', { found: found.length, cards: CARDS.length })}
        </span>
      </div>
      {THEMES.map((theme) => {
        const cards = found.filter((card) => card.theme === theme);
        return (
          cards.length > 0 && (
            <section key={theme} aria-label={t(theme)}>
              <h4>{t(theme)}</h4>
              <ul className="gallery-cards">
                {cards.map((card) => (
                  <GalleryCard key={card.id} card={card} />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {found.length === 0 && stories.length === 0 && (
        <p>{t('Nothing contains all of these words. Try one of them.')}</p>
      )}
      {found.length === 0 && stories.length > 0 && (
        <div className="gallery-stories">
          <p>{t('No scenario contains all of these words, but these stories do:')}</p>
          <ul>
            {stories.map(({ id, title }) => (
              <li key={id}>
                <button type="button" className="link" onClick={() => app.look({ story: id, step: '' })}>
                  {t(title)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function GalleryCard({ card }: { readonly card: Card }) {
  const app = useApp();
  return (
    <li className="gallery-card">
      <button type="button" onClick={() => openExhibit(app, card)}>
        <Thumbnail id={card.id} />
        <span className="gallery-title">
          <Symbols text={t(card.title)} />
        </span>
        <span className="gallery-question">
          <Symbols text={t(card.asked)} />
        </span>
      </button>
      <details>
        <summary>{t('What you will see')}</summary>
        <Prose html={card.finding} />
      </details>
    </li>
  );
}
