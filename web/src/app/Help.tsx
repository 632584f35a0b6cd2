import { t } from '../../../models/src/language.ts';
import { T } from '../components/T.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useApp } from '../state/context.ts';
import { useView } from '../state/useView.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { OwnLanguage } from './OwnLanguage.tsx';
import { KEY_WORDS } from './keySheet.ts';

interface Props {
  readonly onClose: () => void;
  readonly openWord: (term: string) => void;
}

export function Help({ onClose, openWord }: Props) {
  const app = useApp();
  const keys = useView('keys');
  return (
    <Dialog title={t('Help')} onClose={onClose}>
      <p>
        {t(
          'Every lane runs the same traffic through another queue discipline. Change a number, or take a threshold on the drop curve and drag it: the curve follows your hand, the simulation a moment later.',
        )}
      </p>
      <p>
        <button type="button" className="button" onClick={() => openWord('')}>
          {t('Glossary')}
        </button>
      </p>
      <h3>{t('On the plots')}</h3>
      <p>
        <T
          en="Point to read. Click to set the playhead. Drag to zoom into a range, <1>Shift</1> and drag to pan, double click for all. The wheel zooms; where the page itself scrolls, hold <2>Ctrl</2>. On a touch screen, drag to pan and pinch to zoom."
          tags={[<kbd key="1" />, <kbd key="1" />]}
        />
      </p>
      <p>
        {t(
          'Zoomed in to a second or two, the queues show every packet: click one to see what became of it and why. “Show packets” beside a lane’s name, or a click on a bar of drops, goes there at once.',
        )}
      </p>
      <h3>{t('Keys')}</h3>
      <dl className="keys">
        {KEY_WORDS.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
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
        {t('Single-key shortcuts')}
      </label>
      <h3>{t('Language')}</h3>
      <LanguageChoice /> <OwnLanguage />
      <h3>{t('Files')}</h3>
      <p>
        {t(
          'Drop a scenario file anywhere on the page to open it. Your work is saved in this browser and in the link.',
        )}
      </p>
      <h3>{t('This version')}</h3>
      <p>
        <T
          en={
            'AQM Explorer {{aqmversion}}, engine <1>{{aqmengine}}</1>. The same scenario, seed and engine give the same digest everywhere.'
          }
          values={{ aqmversion: import.meta.env.AQM_VERSION, aqmengine: import.meta.env.AQM_ENGINE }}
          tags={[<code key="1" />]}
        />
      </p>
      <details className="news">
        <summary>{t('What is new')}</summary>
        <ul>
          {import.meta.env.AQM_NEWS.map((entry) => (
            <li key={entry}>{entry}</li>
          ))}
        </ul>
      </details>
    </Dialog>
  );
}
