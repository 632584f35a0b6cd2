/** Opens a link trace that was dropped or chosen as a file: it becomes the changes of the link. */
import { t, titled } from '../../../models/src/language.ts';
import { parseLinkTrace, TraceError, withLinkTrace } from '../../../models/src/link-trace.ts';
import { told } from '../../../models/src/told.ts';
import type { App } from './app.ts';

/** In the language of the page. */
export const traceFault = ({ place, rule }: TraceError): string =>
  place === '' ? told(rule) : titled(told(place), told(rule));

export function openTrace(app: App, text: string, name: string): void {
  const refused = (...details: readonly string[]) =>
    app.notices.add('error', t('{{name}} was not opened; your scenario is as it was.', { name }), details);
  try {
    const next = withLinkTrace(app.document(), text);
    const issues = app.change(next).filter(({ severity }) => severity === 'error');
    if (issues.length > 0) {
      refused(...issues.slice(0, 5).map(({ message }) => message));
      return;
    }
    const { length } = parseLinkTrace(text, app.duration.get());
    app.notices.add(
      'info',
      t('The link changes as {{name}} says: {{length}} times. Undo takes the trace away.', { name, length }),
    );
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    refused(
      t('It is no scenario (that begins with a brace), and as the trace of a link: {{message}}.', {
        message: traceFault(error),
      }),
    );
  }
}
