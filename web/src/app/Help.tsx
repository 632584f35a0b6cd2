import { Dialog } from '../components/Dialog.tsx';
import { useApp } from '../state/context.ts';
import { useView } from '../state/useView.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { KEYS } from './keySheet.ts';

interface Props {
  readonly onClose: () => void;
  readonly openWord: (term: string) => void;
}

export function Help({ onClose, openWord }: Props) {
  const app = useApp();
  const keys = useView('keys');
  return (
    <Dialog title="Help" onClose={onClose}>
      <p>
        Every lane runs the same traffic through another queue discipline. Change a number, or take a
        threshold on the drop curve and drag it: the curve follows your hand, the simulation a moment later.
      </p>
      <p>
        <button type="button" className="button" onClick={() => openWord('')}>
          Glossary
        </button>
      </p>
      <h3>On the plots</h3>
      <p>
        Point to read. Click to set the playhead. Drag to zoom into a range, <kbd>Shift</kbd> and drag to pan,
        double click for all. The wheel zooms; where the page itself scrolls, hold <kbd>Ctrl</kbd>. On a touch
        screen, drag to pan and pinch to zoom.
      </p>
      <p>
        Zoomed in to a second or two, the queues show every packet: click one to see what became of it and
        why. “Show packets” beside a lane’s name, or a click on a bar of drops, goes there at once.
      </p>
      <h3>Keys</h3>
      <dl className="keys">
        {KEYS.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          className="switch"
          checked={keys}
          onChange={(event) => app.look({ keys: event.target.checked })}
        />{' '}
        Single-key shortcuts
      </label>
      <h3>Language</h3>
      <LanguageChoice />
      <h3>Files</h3>
      <p>
        Drop a scenario file anywhere on the page to open it. Your work is saved in this browser and in the
        link.
      </p>
      <h3>This version</h3>
      <p>
        AQM Explorer {import.meta.env.AQM_VERSION}, engine <code>{import.meta.env.AQM_ENGINE}</code>. The same
        scenario, seed and engine give the same digest everywhere.
      </p>
      <details className="news">
        <summary>What is new</summary>
        <ul>
          {import.meta.env.AQM_NEWS.map((entry) => (
            <li key={entry}>{entry}</li>
          ))}
        </ul>
      </details>
    </Dialog>
  );
}
