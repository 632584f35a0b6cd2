import { t } from '../../../models/src/language.ts';
import type { ReactNode } from 'react';
import { Icon } from '../components/Icon.tsx';
import { useApp } from '../state/context.ts';
import { useSelected } from '../state/store.ts';
import { useView } from '../state/useView.ts';
import type { ViewState } from '../state/view.ts';
import { Export } from './Export.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { Progress } from './Progress.tsx';
import { Share } from './Share.tsx';
import { Title } from './Title.tsx';
import { VIEWS } from './views.ts';

interface Props {
  readonly onHelp: () => void;
  readonly onLesson: () => void;
  /** The button that shows and hides the scenario's panel. */
  readonly panel: ReactNode;
}

export function Header({ onHelp, onLesson, panel }: Props) {
  const app = useApp();
  const undoable = useSelected(app.history, ({ past }) => past.length > 0);
  const redoable = useSelected(app.history, ({ future }) => future.length > 0);
  const projector = useView('projector');
  const tab = useView('tab');
  const locked = useView('lesson') !== null;
  return (
    <header className="header">
      <Progress />
      {panel}
      <h1 className="brand">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M2 21V3M2 21h20" className="brand-axis" />
          <path d="M2 21h6l8-6V4h6" className="brand-curve" />
          <circle cx="12" cy="18" r="2.4" className="brand-dot" />
        </svg>
        <span>{t('AQM Explorer')}</span>
      </h1>
      <Title />
      {VIEWS.length > 1 && (
        <nav className="tabs" aria-label={t('Views')}>
          {VIEWS.map(({ id, name }, i) => (
            <button
              key={id}
              type="button"
              aria-current={id === tab ? 'page' : undefined}
              disabled={locked && id !== tab}
              data-tip={locked && id !== tab ? t('Locked in this lesson') : t('Key {{i}}', { i: i + 1 })}
              onClick={() => app.look({ tab: id })}
            >
              {t(name)}
            </button>
          ))}
        </nav>
      )}
      <div className="tools" role="toolbar" aria-label={t('Tools')}>
        <button
          type="button"
          className="icon-button"
          aria-label={t('Undo')}
          data-tip={t('Undo (Ctrl+Z)')}
          disabled={!undoable}
          onClick={() => app.undo()}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t('Redo')}
          data-tip={t('Redo (Ctrl+Shift+Z)')}
          disabled={!redoable}
          onClick={() => app.redo()}
        >
          <Icon name="redo" />
        </button>
        <Share onLesson={onLesson} />
        <Export />
        <LanguageChoice />
        <ThemeButton />
        <button
          type="button"
          className="icon-button wide-only projector-button"
          aria-label={t('Projector mode')}
          aria-pressed={projector}
          data-tip={t('Projector mode: the whole screen, larger, without what a class does not need (P)')}
          onClick={() => app.look({ projector: !projector })}
        >
          <Icon name="projector" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t('Help')}
          data-tip={t('Help and keys (?)')}
          onClick={onHelp}
        >
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}

type ThemeChoice = ViewState['theme'];
const NEXT: Readonly<Record<ThemeChoice, ThemeChoice>> = { auto: 'light', light: 'dark', dark: 'auto' };
const THEME_NAMES: Readonly<Record<ThemeChoice, string>> = {
  auto: 'as the system',
  light: 'light',
  dark: 'dark',
};

function ThemeButton() {
  const app = useApp();
  const theme = useView('theme');
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('Theme: {{now}}', { now: t(THEME_NAMES[theme]) })}
      data-tip={t('Theme: {{now}}. Next: {{next}}', {
        now: t(THEME_NAMES[theme]),
        next: t(THEME_NAMES[NEXT[theme]]),
      })}
      onClick={() => app.look({ theme: NEXT[theme] })}
    >
      <Icon name={theme === 'auto' ? 'auto' : theme === 'light' ? 'sun' : 'moon'} />
    </button>
  );
}
