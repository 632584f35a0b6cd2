/** The options in the address of an embedded view beside the scenario: docs/embedding.md has the list. */
import { PARTS, type Part } from '../views/compare/CompareView.tsx';

/** What an embedded view can show: parts of the comparison, the question above it, and the fields of its lesson. */
export const SHOWN = ['question', ...PARTS, 'fields'] as const;
export type Shown = Part | 'question' | 'fields';

export interface EmbedOptions {
  readonly show: readonly Shown[];
  /** Whether the reader cannot change anything. */
  readonly locked: boolean;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly autoplay: boolean;
  /** The origin that messages are sent to; '*': any page that frames the view. */
  readonly origin: string;
  /** Sentences about parts of the address that this version does not know. */
  readonly unknown: readonly string[];
}

const DEFAULT: readonly Shown[] = ['question', 'curves', 'metrics', 'queues', 'fields'];

const isShown = (word: string): word is Shown => (SHOWN as readonly string[]).includes(word);

/** The options in the fragment of an address. An unreadable option is reported and takes its default. */
export function readOptions(fragment: string): EmbedOptions {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const unknown: string[] = [];
  const choice = <T extends string>(name: string, words: readonly T[], otherwise: T): T => {
    const given = fields.get(name);
    const found = words.find((word) => word === given);
    if (given !== null && found === undefined)
      unknown.push(`${name} = "${given}" is not known: it is one of ${words.join(', ')}.`);
    return found ?? otherwise;
  };
  const words = fields.get('show')?.split(',').filter(Boolean) ?? DEFAULT;
  const known = words.filter(isShown);
  for (const word of words.filter((one) => !isShown(one)))
    unknown.push(`show has "${word}", which is not known: it takes ${SHOWN.join(', ')}.`);
  const origin = fields.get('origin') ?? '*';
  const isOrigin = origin === '*' || URL.parse(origin)?.origin === origin;
  if (!isOrigin) unknown.push(`origin = "${origin}" is no origin, such as https://course.example.`);
  return {
    show: known.length === 0 && words.length > 0 ? DEFAULT : known,
    locked: choice('lock', ['none', 'all'], 'none') === 'all',
    theme: choice('theme', ['auto', 'light', 'dark'], 'auto'),
    autoplay: choice('autoplay', ['0', '1'], '1') === '1',
    origin: isOrigin ? origin : '*',
    unknown,
  };
}
