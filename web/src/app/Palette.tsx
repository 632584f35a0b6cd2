import { plural, t } from '../../../models/src/language.ts';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { wordsOf } from '../../../models/src/glossary.ts';
import { presets } from '../../../models/src/index.ts';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { searchCatalogue, useIndex } from '../panel/AqmSearch.tsx';
import type { App } from '../state/app.ts';
import { useCaption, type Caption } from '../state/caption.ts';
import { useApp } from '../state/context.ts';
import { addLane } from '../state/edits.ts';
import { addNote, toggleMeasure } from '../state/notes.ts';
import { attempt } from '../state/refused.ts';
import { openPreset } from './openPreset.ts';
import { takeEarly } from './keys.ts';
import { takeAways } from './takeAway.ts';
import { topicsOf, topicsTold, type Topic } from './topics.ts';
import { VIEWS } from './views.ts';

const GROUP_NAMES = {
  Topics: 'Topics',
  Words: 'Words',
  Views: 'Views',
  Do: 'Actions',
  Export: 'Export',
  Scenarios: 'Scenarios',
  Gallery: 'Gallery',
  Lanes: 'Lanes',
  'Add a lane': 'Add a lane',
} as const;
const THEME_WORDS = { auto: 'auto', light: 'light', dark: 'dark' } as const;

export interface Command {
  readonly id: string;
  readonly group: keyof typeof GROUP_NAMES;
  readonly name: string;
  /** The command's own key, if it has one. */
  readonly keys?: string;
  readonly run: () => void;
}

/** Every command but the schemes, which have a search of their own. */
export function commandsOf(
  app: App,
  caption: Caption,
  openHelp: () => void,
  openLesson: () => void,
  openWord: (term: string) => void,
): readonly Command[] {
  const view = app.view.get();
  const act = (name: string, run: () => void, keys?: string): Command => ({
    id: name,
    group: 'Do',
    name,
    run,
    ...(keys === undefined ? {} : { keys }),
  });
  const toCompare = (then: (on: App) => void) => {
    app.look({ tab: 'compare' });
    then(app);
  };
  return [
    ...(view.lesson === null ? VIEWS : []).map(({ id, name }, i): Command => ({
      id: `view-${id}`,
      group: 'Views',
      name: t(name),
      keys: String(i + 1),
      run: () => app.look({ tab: id }),
    })),
    act(t('Play or pause'), () => app.togglePlay(), 'Space'),
    act(t('Undo'), () => app.undo(), 'Ctrl+Z'),
    act(t('Redo'), () => app.redo(), 'Ctrl+Shift+Z'),
    act(t('Show all of the time'), () => app.look({ span: null }), '0'),
    act(
      view.projector ? t('Leave projector mode') : t('Projector mode'),
      () => app.look({ projector: !view.projector }),
      'P',
    ),
    act(t('Write a note'), () => toCompare(addNote), 'N'),
    act(view.measure === null ? t('Measure') : t('Measure no more'), () => toCompare(toggleMeasure), 'M'),
    act(t('Queues apart'), () => app.look({ tab: 'compare', queues: 'apart' })),
    act(t('Queues side by side'), () => app.look({ tab: 'compare', queues: 'small' })),
    act(t('Queues in one plot'), () => app.look({ tab: 'compare', queues: 'together' })),
    act(view.allMetrics ? t('Key figures only') : t('All figures'), () =>
      app.look({ tab: 'compare', allMetrics: !view.allMetrics }),
    ),
    ...(['auto', 'light', 'dark'] as const).map((theme) =>
      act(t('Theme: {{theme}}', { theme: t(THEME_WORDS[theme]) }), () => app.look({ theme })),
    ),
    ...[1, 10, 30].map((seeds) =>
      act(plural(seeds, 'Run with {{count}} seed', 'Run with {{count}} seeds'), () => app.look({ seeds })),
    ),
    act(t('Make a lesson: choose what students can change and what is hidden'), openLesson),
    ...(view.lesson === null ? [] : [act(t('Unlock everything'), () => app.look({ lesson: null }))]),
    act(t('Keys and help'), openHelp, '?'),
    act(t('Glossary'), () => openWord('')),
    ...takeAways(app, caption).flatMap(({ items }) =>
      items.map(([name, run]): Command => ({ id: `export-${name}`, group: 'Export', name, run })),
    ),
    ...(view.lesson === null ? presets : []).map((preset): Command => ({
      id: `preset-${preset.id}`,
      group: 'Scenarios',
      name: t(preset.title),
      run: () => void openPreset(app, preset),
    })),
    ...app.lanes.get().map(({ label }, lane): Command => ({
      id: `lane-${lane}`,
      group: 'Lanes',
      name: label,
      run: () => app.look({ lane }),
    })),
  ];
}

/** The scenarios of the gallery, loaded with the first search. */
function useGallery(app: App): readonly Command[] {
  const [gallery, setGallery] = useState<readonly Command[]>([]);
  useEffect(() => {
    let shown = true;
    const load = async () => {
      const [{ EXHIBITS }, { openExhibit, titleOf }] = await Promise.all([
        import('../../../models/src/stories/index.ts'),
        import('../views/learn/openExhibit.ts'),
      ]);
      const found = EXHIBITS.map((exhibit): Command => ({
        id: `gallery-${exhibit.id}`,
        group: 'Gallery',
        name: t(titleOf(exhibit)),
        run: () => openExhibit(app, exhibit),
      }));
      if (shown) setGallery(found);
    };
    load().catch(() => undefined);
    return () => {
      shown = false;
    };
  }, [app]);
  return gallery;
}

interface Props {
  readonly onClose: () => void;
  readonly openHelp: () => void;
  readonly openLesson: () => void;
  readonly openWord: (term: string) => void;
}

/** All commands, scenarios and views by name; schemes by author, year and purpose. */
export function Palette({ onClose, openHelp, openLesson, openWord }: Props) {
  const app = useApp();
  const id = useId();
  const [query, setQuery] = useState('');
  const [cursor, setCursor] = useState(0);
  const index = useIndex();
  const caption = useCaption();
  const commands = commandsOf(app, caption, openHelp, openLesson, openWord);
  const gallery = useGallery(app);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const free = app.view.get().lesson === null;
  const topics = free ? topicsOf(query) : [];
  const toCommand = ({ name, look }: Topic): Command[] =>
    look === undefined
      ? []
      : [{ id: `topic-${name}`, group: 'Topics', name: t(name), run: () => app.look(look) }];
  const found: readonly Command[] = [
    ...topics.flatMap(toCommand),
    ...[...commands, ...(free ? gallery : [])].filter(({ name, group }) =>
      words.every((word) => `${t(GROUP_NAMES[group])} ${name}`.toLowerCase().includes(word)),
    ),
    // After the commands: who types a command's own name means it.
    ...(free ? topicsTold(query) : []).flatMap(toCommand),
    ...(query.trim().length < 3 ? [] : wordsOf(query)).map(({ term }): Command => ({
      id: `word-${term}`,
      group: 'Words',
      name: t(term),
      run: () => openWord(term),
    })),
    ...(words.length === 0 || !app.allows(['lanes'])
      ? []
      : searchCatalogue(app.engine.catalogue, query, index).map((info): Command => {
          const year = index.get(info.id)?.year;
          return {
            id: `add-${info.id}`,
            group: 'Add a lane',
            name: info.name,
            ...(year !== undefined && { keys: String(year) }),
            run: () => {
              const lane = app.lanes.get().length;
              if (attempt(app, addLane(app.document(), info.id, info.name))) app.look({ lane });
            },
          };
        })),
  ];
  const missing = topics.flatMap((topic) => topic.missing ?? []);
  const at = Math.min(cursor, found.length - 1);
  const choose = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const key = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      const next = Math.max(0, Math.min(found.length - 1, at + by));
      setCursor(next);
      document.getElementById(`${id}-${found[next]?.id ?? ''}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(found[at]);
    }
  };
  const highlighted = found[at];
  return (
    <Dialog title={t('Commands')} onClose={onClose}>
      <div className="aqm-search palette">
        <label className="search">
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label={t('Search commands, scenarios and schemes')}
            aria-expanded="true"
            aria-controls={id}
            {...(highlighted === undefined ? {} : { 'aria-activedescendant': `${id}-${highlighted.id}` })}
            // A dialog gives the focus to the element with this attribute when it opens. React does not render the
            // attribute.
            ref={(input) => input?.setAttribute('autofocus', '')}
            autoComplete="off"
            placeholder={t('A view, a scenario, a scheme or a command')}
            value={query}
            // From here on the input receives the keys itself.
            onFocus={() => {
              const typed = takeEarly();
              if (typed !== '') setQuery(typed);
            }}
            onChange={(event) => {
              setQuery(event.target.value);
              setCursor(0);
            }}
            onKeyDown={key}
          />
        </label>
        <ul role="listbox" id={id} aria-label={t('Commands')}>
          {found.map((command, i) => (
            <li
              key={command.id}
              id={`${id}-${command.id}`}
              role="option"
              aria-selected={i === at}
              data-cursor={i === at || undefined}
              onClick={() => choose(command)}
              onPointerMove={() => setCursor(i)}
            >
              {found[i - 1]?.group !== command.group && (
                <span className="family">{t(GROUP_NAMES[command.group])}</span>
              )}
              <span>{command.name}</span>
              {command.keys !== undefined && <span className="aqm-year">{command.keys}</span>}
            </li>
          ))}
        </ul>
        <div aria-live="polite">
          {missing.map((text) => (
            <p key={text} className="palette-missing">
              {t(text)}
            </p>
          ))}
          {found.length === 0 && missing.length === 0 && (
            <p className="muted">{t('Nothing is found by “{{query}}”.', { query })}</p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
