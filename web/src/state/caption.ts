import { t } from '../../../models/src/language.ts';
import { completed } from './completed.ts';
import { useApp } from './context.ts';
import { useEdited } from './origin.ts';
import { useSelected } from './store.ts';

export interface Caption {
  /** For file names. */
  readonly slug: string;
  /** With a mark if a preset was changed. */
  readonly title: string;
  /** The text below a picture, also stored inside its file: everything needed to reproduce the picture. */
  words(): {
    readonly caption: string;
    readonly link: string;
    readonly origin: { readonly scenario: string; readonly seed: number };
  };
}

export const slug = (title: string): string =>
  title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'scenario';

export function useCaption(): Caption {
  const app = useApp();
  const title = useSelected(app.history, ({ present }) => completed(present).title);
  const edited = useEdited() ? t(' (edited)') : '';
  const told = `${title === '' ? t('Untitled scenario') : t(title)}${edited}`;
  return {
    slug: slug(title),
    title: told,
    words: () => {
      const { seed } = completed(app.document());
      return {
        caption: t('{{told}} · seed {{seed}} · AQM Explorer', { told, seed }),
        link: app.link(),
        origin: { scenario: told, seed },
      };
    },
  };
}
