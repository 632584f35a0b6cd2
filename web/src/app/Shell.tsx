import { t } from '../../../models/src/language.ts';
import { lazy, useCallback, useEffect, useRef, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { LanesForm } from '../panel/LanesForm.tsx';
import { NetworkForm, RunForm, TrafficForm } from '../panel/ScenarioForm.tsx';
import { Arriving } from '../state/Arriving.tsx';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';
import { FormsContext } from '../state/formsContext.ts';
import { useView } from '../state/useView.ts';
import { OwnForms } from '../panel/OwnForms.tsx';
import { DropTarget } from './DropTarget.tsx';
import { Header } from './Header.tsx';
import { attachKeys } from './keys.ts';
import { Loading } from '../views/Loading.tsx';
import { Notices } from './Notices.tsx';
import { Paced } from '../state/Paced.tsx';
import { PageParts } from './PageParts.tsx';
import { PrintHead } from './PrintHead.tsx';
import { Question } from './Question.tsx';
import { PHONE, useMedia } from '../components/useMedia.ts';
import { usePlace } from '../state/usePlace.ts';
import { useProjector } from './useProjector.ts';
import { useTheme } from './useTheme.ts';
import { usePrinting } from './usePrinting.ts';
import { VIEWS } from './views.ts';

/** A phone in landscape: an open panel leaves too little room for the plots. */
const LOW = '(max-height: 30rem)';

const Palette = lazy(() => import('./Palette.tsx').then((found) => ({ default: found.Palette })));
const LessonDialog = lazy(() =>
  import('../panel/LessonDialog.tsx').then((found) => ({ default: found.LessonDialog })),
);
const LessonPanel = lazy(() =>
  import('../panel/LessonPanel.tsx').then((found) => ({ default: found.LessonPanel })),
);
const Asking = lazy(() => import('./Asking.tsx').then((found) => ({ default: found.Asking })));
/** Loaded for a scenario that was opened from a number of a paper. */
const FromPaper = lazy(() => import('./FromPaper.tsx').then((found) => ({ default: found.FromPaper })));
const Help = lazy(() => import('./Help.tsx').then((found) => ({ default: found.Help })));
const Glossary = lazy(() => import('./Glossary.tsx').then((found) => ({ default: found.Glossary })));

const FORMS = <OwnForms />;

export function Shell() {
  const app = useApp();
  const [dialog, setDialog] = useState<'help' | 'palette' | 'lesson' | 'glossary' | null>(null);
  const [word, setWord] = useState('');
  const asking = useStore(app.asking);
  const tab = useView('tab');
  const projector = useProjector();
  const panelOpen = useView('panelOpen');
  const phone = useMedia(PHONE);
  const low = useMedia(LOW);
  // A lesson on a phone begins with its task.
  const [sheet, setSheet] = useState(() => phone && app.view.get().lesson !== null);
  const printing = usePrinting();
  const theme = useTheme(printing);

  const close = useCallback(() => setDialog(null), []);
  const openHelp = useCallback(() => setDialog('help'), []);
  const openLesson = useCallback(() => setDialog('lesson'), []);
  const openWord = (term: string) => {
    setWord(term);
    setDialog('glossary');
  };
  const lesson = useView('lesson');
  const cell = useView('cell');

  useEffect(() => attachKeys(app, setDialog), [app]);

  // On a projector the panel is hidden until the reader opens it.
  const view = VIEWS.find(({ id }) => id === tab) ?? VIEWS[0];
  const View = view?.Component;
  const apart = view?.apart === true;
  const asked = phone || projector || low;
  const work = useStore(app.work);
  const scroller = useRef<HTMLElement>(null);
  usePlace(scroller, apart ? tab : `${tab} ${work}`);
  const open = !apart && (asked ? sheet : panelOpen);
  const toggle = () => {
    if (asked) setSheet(!sheet);
    else app.look({ panelOpen: !panelOpen });
  };
  return (
    <PageParts theme={theme}>
      <div className="shell" data-panel={open ? 'open' : 'closed'}>
        <a className="skip" href="#plots">
          {t('Skip to the plots')}
        </a>
        <Header
          onHelp={openHelp}
          onLesson={openLesson}
          panel={
            // The button keeps its place in a view without a panel, so that the names of the views do not move.
            <button
              type="button"
              className={
                apart ? 'icon-button away' : phone && lesson !== null ? 'icon-button named' : 'icon-button'
              }
              aria-expanded={open}
              aria-label={open ? t('Hide the scenario') : t('Show the scenario')}
              data-tip={open ? t('Hide the scenario') : t('Show network, traffic and lanes')}
              onClick={toggle}
            >
              <Icon name={phone ? 'sliders' : 'panel'} />
              {phone && lesson !== null && <span className="task-name">{t('Task')}</span>}
            </button>
          }
        />
        {open && (
          <aside className="panel" aria-label={t('Scenario')}>
            <div className="panel-scroll">
              {phone && (
                <button type="button" className="button sheet-close" onClick={() => setSheet(false)}>
                  <Icon name="down" /> {t('Close')}
                </button>
              )}
              {lesson === null ? (
                <>
                  <Paced part="panel">
                    <LanesForm LaneNote={view?.LaneNote} />
                  </Paced>
                  <TrafficForm />
                  <NetworkForm />
                  <RunForm />
                </>
              ) : (
                <Arriving>
                  <LessonPanel lesson={lesson} />
                </Arriving>
              )}
            </div>
          </aside>
        )}
        <main className="scroller" id="plots" tabIndex={-1} ref={scroller}>
          {printing && !apart && <PrintHead />}
          <h2 className="visually-hidden">{view !== undefined && t(view.name)}</h2>
          {!apart && (
            <Question answered={view?.id === 'compare' && lesson?.hidden.includes('answer') !== true} />
          )}
          {view?.id === 'compare' && cell !== '' && (
            <Arriving>
              <FromPaper />
            </Arriving>
          )}
          <FormsContext value={FORMS}>
            <Arriving fallback={<Loading />}>{View !== undefined && <View />}</Arriving>
          </FormsContext>
        </main>
        <Notices />
        <DropTarget />
        <Tooltip />
        <Arriving>
          {asking !== null && <Asking asked={asking} />}
          {dialog === 'help' && <Help onClose={close} openWord={openWord} />}
          {dialog === 'glossary' && <Glossary word={word} onClose={close} />}
          {dialog === 'palette' && (
            <Palette onClose={close} openHelp={openHelp} openLesson={openLesson} openWord={openWord} />
          )}
          {dialog === 'lesson' && <LessonDialog onClose={close} />}
        </Arriving>
      </div>
    </PageParts>
  );
}
