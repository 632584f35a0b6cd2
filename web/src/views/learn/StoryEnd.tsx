import { t } from '../../../../models/src/language.ts';
import type { Story } from '../../../../models/src/stories/index.ts';
import { useApp } from '../../state/context.ts';
import { Prose, Words } from './Prose.tsx';
import { Right } from './StorySheet.tsx';

interface Props {
  readonly story: Story;
  readonly answers: ReadonlyMap<string, number>;
}

/** The reader's predictions beside the results, and open questions. */
export function StoryEnd({ story, answers }: Props) {
  const app = useApp();
  const given = story.steps.filter(({ id }) => answers.has(id));
  const right = given.filter(({ id, options }) => options[answers.get(id) ?? -1]?.right === true);
  return (
    <article className="story-step">
      <p className="story-ask">
        {given.length === 0
          ? t('You have answered nothing yet.')
          : t('You predicted {{right}} of {{given}} right.', { right: right.length, given: given.length })}
      </p>
      <ol className="story-sum">
        {story.steps.map(({ id, ask, options }, i) => {
          const answer = answers.get(id);
          const chosen = answer === undefined ? undefined : options[answer];
          return (
            <li key={id}>
              <button type="button" className="link" onClick={() => app.look({ step: id })}>
                {t('Step {{i}}', { i: i + 1 })}
              </button>{' '}
              <Words html={ask} />{' '}
              <b>
                <Right options={options} />
              </b>
              {chosen !== undefined && chosen.right !== true && (
                <span className="muted">
                  {t('; you said:')} <Words html={chosen.text} />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <p className="muted">{t('An open question')}</p>
      <Prose className="story-ask" html={story.question} />
    </article>
  );
}
