import { t } from '../../../models/src/language.ts';

import { Icon } from '../components/Icon.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Notices } from '../app/Notices.tsx';
import { PageParts } from '../app/PageParts.tsx';
import { Question } from '../app/Question.tsx';
import { useTheme } from '../app/useTheme.ts';
import { VIEWS } from '../app/views.ts';
import { LessonPanel } from '../panel/LessonPanel.tsx';
import { Arriving } from '../state/Arriving.tsx';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';
import { useView } from '../state/useView.ts';
import { CompareView, PARTS } from '../views/compare/CompareView.tsx';
import { Loading } from '../views/Loading.tsx';
import type { EmbedOptions } from './options.ts';
import './embed.css';

/**
 * A scenario within another page: its question, the chosen plots, the fields of its lesson, and a link to the whole
 * page.
 */
export function Embedded({ show }: Pick<EmbedOptions, 'show'>) {
  const theme = useTheme(false);
  const tab = useView('tab');
  const lesson = useView('lesson');
  const view = VIEWS.find(({ id }) => id === tab) ?? VIEWS[0];
  const View = view?.Component;
  const parts = PARTS.filter((part) => show.includes(part));
  return (
    <PageParts theme={theme}>
      <main className="embed">
        <h1 className="visually-hidden">{t('AQM Explorer')}</h1>
        {show.includes('question') && view?.apart !== true && (
          <Question answered={tab === 'compare' && lesson?.hidden.includes('answer') !== true} />
        )}
        {lesson !== null && show.includes('fields') && (
          <div className="embed-fields">
            <LessonPanel embedded lesson={lesson} />
          </div>
        )}
        <h2 className="visually-hidden">{view && t(view.name)}</h2>
        <Arriving fallback={<Loading />}>
          {tab === 'compare' ? <CompareView parts={parts} /> : View !== undefined && <View />}
        </Arriving>
        <WholePage />
      </main>
      <Notices />
      <Tooltip />
    </PageParts>
  );
}

/** The link to the whole page, where everything can be seen and changed. */
function WholePage() {
  const app = useApp();
  useStore(app.history);
  return (
    <p className="embed-foot">
      <a className="link" href={app.link()} target="_blank" rel="noopener">
        <Icon name="open" /> {t('Open in AQM Explorer')}
      </a>
    </p>
  );
}
