import { t } from '../../../../models/src/language.ts';
import type { Story } from '../../../../models/src/stories/index.ts';
import { useApp } from '../../state/context.ts';
import { optionOf, type Answer } from './answers.ts';
import { Prose, Words } from './Prose.tsx';
import { Right } from './StorySheet.tsx';

interface Props {
  readonly story: Story;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** The reader's predictions beside the results, and open questions. */
export function StoryEnd({ story, answers }: Props) {
  const app = useApp();
  const given = story.steps.filter(({ id }) => optionOf(answers.get(id)) !== undefined);
  const right = given.filter(({ id, options }) => options[optionOf(answers.get(id)) ?? -1]?.right === true);
  const asked = story.steps.some(({ options }) => options.length > 0);
  return (
    <article className="story-step">
      <p className="story-ask" hidden={!asked}>
        {given.length === 0
          ? t('You have answered nothing yet.')
          : t('You predicted {{right}} of {{given}} right.', { right: right.length, given: given.length })}
      </p>
      <ol className="story-sum">
        {story.steps.map(({ id, ask, options }, i) => {
          const chosen = options[optionOf(answers.get(id)) ?? -1];
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
      {story.question !== '' && (
        <>
          <p className="muted">{t('An open question')}</p>
          <Prose className="story-ask" html={story.question} />
        </>
      )}
    </article>
  );
}
