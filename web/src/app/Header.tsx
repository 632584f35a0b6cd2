import { useState, type ReactNode } from 'react';
import { presets, validate } from '../../../models/src/index.ts';
import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { download } from '../plots/export.ts';
import { useCaption } from '../state/caption.ts';
import { completed } from '../state/completed.ts';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';
import type { ThemeChoice } from '../state/settings.ts';
import { metricsCsv } from '../views/compare/metrics.ts';
import { Progress } from './Progress.tsx';
import { VIEWS } from './views.ts';

interface Props {
  readonly onHelp: () => void;
  /** The button that shows and hides the scenario's panel. */
  readonly panel: ReactNode;
}

export function Header({ onHelp, panel }: Props) {
  const app = useApp();
  const { past, future } = useStore(app.history);
  const { projector } = useStore(app.settings);
  const { tab } = useStore(app.view);
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
        <span>AQM Explorer</span>
      </h1>
      <Title />
      {VIEWS.length > 1 && (
        <nav className="tabs" aria-label="Views">
          {VIEWS.map(({ id, name }, i) => (
            <button
              key={id}
              type="button"
              aria-current={id === tab ? 'page' : undefined}
              data-tip={`Key ${i + 1}`}
              onClick={() => app.look({ tab: id })}
            >
              {name}
            </button>
          ))}
        </nav>
      )}
      <div className="tools" role="toolbar" aria-label="Tools">
        <button
          type="button"
          className="icon-button"
          aria-label="Undo"
          data-tip="Undo (Ctrl+Z)"
          disabled={past.length === 0}
          onClick={() => app.undo()}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Redo"
          data-tip="Redo (Ctrl+Shift+Z)"
          disabled={future.length === 0}
          onClick={() => app.redo()}
        >
          <Icon name="redo" />
        </button>
        <Share />
        <Export />
        <ThemeButton />
        <button
          type="button"
          className="icon-button wide-only"
          aria-label="Projector mode"
          aria-pressed={projector}
          data-tip="Projector mode: type and strokes at one and a half times (P)"
          onClick={() => app.set({ projector: !projector })}
        >
          <Icon name="projector" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Help"
          data-tip="Help and keys (?)"
          onClick={onHelp}
        >
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}

function Title() {
  const app = useApp();
  const { present } = useStore(app.history);
  const { title } = completed(present);
  return (
    <div className="title">
      <TitleInput key={title} title={title} />
      <Popover
        className="icon-button"
        label="Scenarios"
        tip="Scenarios to start from"
        button={<Icon name="down" />}
      >
        {(close) => <Presets close={close} />}
      </Popover>
    </div>
  );
}

function TitleInput({ title }: { readonly title: string }) {
  const app = useApp();
  const [text, setText] = useState(title);
  const finish = () => {
    const next = text.trim();
    if (next !== title) app.edit(['title'], next === '' ? undefined : next);
  };
  return (
    <input
      className="title-input"
      aria-label="Title of the scenario"
      placeholder="Untitled scenario"
      size={Math.min(44, Math.max(14, text.length))}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setText(title);
      }}
    />
  );
}

function Presets({ close }: { readonly close: () => void }) {
  const app = useApp();
  const { present } = useStore(app.history);
  const { title } = completed(present);
  return (
    <div className="menu">
      <p className="menu-heading">Start from</p>
      {presets.map((preset) => (
        <button
          key={preset.id}
          type="button"
          className="menu-item"
          aria-current={preset.title === title || undefined}
          onClick={() => {
            close();
            preset.load().then(
              (document) => app.open(validate(document, app.engine), preset.title),
              () => app.notices.add('error', `“${preset.title}” could not be loaded. Are you online?`),
            );
          }}
        >
          {preset.title}
        </button>
      ))}
      <hr />
      <OpenFile close={close} />
    </div>
  );
}

function OpenFile({ close }: { readonly close: () => void }) {
  const app = useApp();
  return (
    <label className="menu-item file">
      <Icon name="open" /> Open a file…
      <input
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          close();
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) void app.openFile(file);
        }}
      />
    </label>
  );
}

/** Copies the link at once, and shows it. */
function Share() {
  const app = useApp();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () => {
    navigator.clipboard.writeText(app.link()).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Popover
      className="button"
      align="end"
      tip="Copy a link that opens exactly this"
      label="Share"
      onOpen={copy}
      button={
        <>
          <Icon name="share" /> <span className="wide-only">Share</span>
        </>
      }
    >
      {() => <ShareLink copied={copied} onCopy={copy} />}
    </Popover>
  );
}

interface ShareProps {
  /** null: not known yet. */
  readonly copied: boolean | null;
  readonly onCopy: () => void;
}

function ShareLink({ copied, onCopy }: ShareProps) {
  const app = useApp();
  useStore(app.history);
  const link = app.link();
  return (
    <div className="share">
      <p role="status">
        {copied === false
          ? 'The browser did not let the page copy. Select the link and copy it yourself.'
          : copied === true
            ? `Link copied: ${link.length} characters that hold the whole scenario.`
            : 'This link holds the whole scenario.'}
      </p>
      <div className="share-row">
        <input
          readOnly
          aria-label="Link to this scenario"
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button primary" data-first onClick={onCopy}>
          Copy
        </button>
      </div>
      <p className="muted">It stands behind the #, so no server sees it.</p>
    </div>
  );
}

function Export() {
  const app = useApp();
  const caption = useCaption();
  const json = () =>
    download(`${caption.slug}.json`, `${JSON.stringify(app.document(), null, 2)}\n`, 'application/json');
  const csv = () => {
    const lanes = app.runner.runs.get().map(({ scenario, result }) => ({
      label: scenario.label,
      metrics: result?.metrics ?? null,
    }));
    download(`${caption.slug}-metrics.csv`, metricsCsv(lanes), 'text/csv');
  };
  return (
    <Popover
      className="button"
      align="end"
      label="Export"
      button={
        <>
          <Icon name="download" /> <span className="wide-only">Export</span>
        </>
      }
    >
      {(close) => (
        <div className="menu">
          {(
            [
              ['Scenario (JSON)', json],
              ['Metrics (CSV)', csv],
            ] as const
          ).map(([name, act]) => (
            <button
              key={name}
              type="button"
              className="menu-item"
              onClick={() => {
                close();
                act();
              }}
            >
              {name}
            </button>
          ))}
          <p className="menu-note">Each plot has its own table, CSV, SVG and PNG behind its ⋯ button.</p>
        </div>
      )}
    </Popover>
  );
}

const NEXT: Readonly<Record<ThemeChoice, ThemeChoice>> = { auto: 'light', light: 'dark', dark: 'auto' };
const THEME_NAMES: Readonly<Record<ThemeChoice, string>> = {
  auto: 'as the system',
  light: 'light',
  dark: 'dark',
};

function ThemeButton() {
  const app = useApp();
  const { theme } = useStore(app.settings);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Theme: ${THEME_NAMES[theme]}`}
      data-tip={`Theme: ${THEME_NAMES[theme]}. Next: ${THEME_NAMES[NEXT[theme]]}`}
      onClick={() => app.set({ theme: NEXT[theme] })}
    >
      <Icon name={theme === 'auto' ? 'auto' : theme === 'light' ? 'sun' : 'moon'} />
    </button>
  );
}
