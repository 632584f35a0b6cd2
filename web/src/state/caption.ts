import { completed } from './completed.ts';
import { useApp } from './context.ts';
import { useStore } from './store.ts';

export interface Caption {
  /** For file names. */
  readonly slug: string;
  /** Scenario, seed and link: what it takes to make the picture again. */
  text(): string;
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
  const { present } = useStore(app.history);
  const { title, seed } = completed(present);
  return {
    slug: slug(title),
    text: () => `${title === '' ? 'AQM Explorer' : title} · seed ${seed} · AQM Explorer`,
  };
}
