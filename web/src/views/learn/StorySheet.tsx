import { t } from '../../../../models/src/language.ts';
import { Fragment } from 'react';
import { lanes } from '../../../../models/src/index.ts';
import { EXHIBITS, sceneOf, sourceOf, type Step, type Story } from '../../../../models/src/stories/index.ts';
import { TEACHING } from '../../../../models/src/lesson/teaching.ts';
import { useApp } from '../../state/context.ts';
import { Symbols } from '../../components/Symbols.tsx';
import { goalWords } from '../../lanes/goalWords.ts';
import { markup } from '../../components/trusted.ts';
import { useView } from '../../state/useView.ts';
import { OWN } from '../../state/ownStory.ts';
import { Prose, Words } from './Prose.tsx';
import { Sheet } from './Sheet.tsx';

const LINES = 3;

/** A story on paper: what to look at, what to predict, and room for the reason. */
export function StorySheet({ story }: { readonly story: Story }) {
  const app = useApp();
  const [page = ''] = app.link().split('#');
  const tale = useView('tale');
  const own = story.id === OWN;
  const steps = story.steps.map((step) => ({
    key: step.id,
    text: (
      <>
        <Prose html={step.see} />
        <Prose className="story-ask" html={step.ask} />
        {step.lesson?.task !== undefined && (
          <p>
            <Symbols text={step.lesson.task.text} />
          </p>
        )}
      </>
    ),
    options: [
      ...step.options.map(({ text }) => <Words key={text} html={text} />),
      ...(step.lesson?.task?.goals ?? []).map((goal) => goalWords(goal, labelsOf(step))),
    ],
    lines: LINES,
  }));
  const open = {
    key: 'open',
    text: <Prose className="story-ask" html={story.question} />,
    options: [],
    lines: 5,
  };
  return (
    <Sheet
      title={t(story.title)}
      link={`${page}#v=learn&story=${story.id}${own ? `&tale=${tale}` : ''}`}
      back={
        own
          ? { name: t('Back to the lesson'), view: { teach: '' } }
          : { name: t('For teachers'), view: { teach: 'notes', story: '', step: '' } }
      }
      lead={<Prose html={story.idea} />}
      questions={story.question === '' ? steps : [...steps, open]}
      solutions={[
        ...story.steps.map((step) => <Solved key={step.id} step={step} />),
        ...(story.question === '' ? [] : [<OpenAnswer key="open" story={story} />]),
      ]}
    />
  );
}

function labelsOf(step: Step): readonly string[] {
  const source = sourceOf(step, EXHIBITS);
  return source === undefined ? [] : lanes(sceneOf(step, source, true)).map(({ label }) => label);
}

/** The right options of a step. */
export const Right = ({ options }: Pick<Step, 'options'>) =>
  options
    .filter(({ right }) => right === true)
    .map(({ text }, i) => (
      <Fragment key={text}>
        {i > 0 && t('; or: ')}
        <Words html={text} />
      </Fragment>
    ));

/** The answer, its reason, and a common mistake. */
export const Solved = ({ step }: { readonly step: Step }) => (
  <>
    <p>
      <Words html={step.ask} />{' '}
      <b>
        <Right options={step.options} />
      </b>
    </p>
    <Prose html={step.reveal} />
    {step.equation !== undefined && (
      <div className="equation" dangerouslySetInnerHTML={markup(step.equation)} />
    )}
    {step.belief !== '' && (
      <p className="muted">
        {t('A common mistake:')} <Words html={step.belief} />
      </p>
    )}
  </>
);

export const OpenAnswer = ({ story }: { readonly story: Story }) => (
  <>
    <Prose html={story.question} />
    <p className="muted">{t(TEACHING.stories[story.id]?.answer ?? '')}</p>
  </>
);
