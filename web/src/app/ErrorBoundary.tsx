import { t } from '../../../models/src/language.ts';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { download } from '../base/download.ts';
import type { App } from '../state/app.ts';

interface Props {
  readonly app: App;
  readonly children: ReactNode;
}
interface State {
  readonly error: Error | null;
}

/** If the page cannot be drawn, the scenario still exists: the reader can save it or undo the last step. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    const { error } = this.state;
    const { app, children } = this.props;
    if (error === null) return children;
    const save = () =>
      download('scenario.json', `${JSON.stringify(app.document(), null, 2)}\n`, 'application/json');
    const retry = () => this.setState({ error: null });
    // The messages of Chromium, Firefox and Safari for a module that could not be loaded.
    const missing = /dynamically imported module|Importing a module script failed/i.test(error.message);
    const reload = () => {
      app.saveNow();
      location.reload();
    };
    return (
      <main className="failure">
        <h1>{missing ? t('A part of this page could not be loaded') : t('Something in this page broke')}</h1>
        <p>
          {t('Your scenario is not lost. {{missing}}', {
            missing: missing
              ? t(
                  'The network may be down, or the site has a newer version than this page: reload the page and continue where you were.',
                )
              : t('Save it, then undo the last change or try again.'),
          })}
        </p>
        <p className="failure-actions">
          {missing && (
            <button type="button" className="button primary" onClick={reload}>
              {t('Reload')}
            </button>
          )}
          <button type="button" className={missing ? 'button' : 'button primary'} onClick={save}>
            {t('Download the scenario')}
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              app.undo();
              retry();
            }}
          >
            {t('Undo the last change')}
          </button>
          <button type="button" className="button" onClick={retry}>
            {t('Try again')}
          </button>
        </p>
        <pre>{error.message}</pre>
      </main>
    );
  }
}
