/**
 * AQM Explorer within another page: a frame with embed.html, its height, and its messages (aqm-embed/1) as
 * promises and events. It imports only types, so that it is one small file.
 */
import type { EmbedCommand, EmbedEvent, EmbedReply, EmbedRun } from '../../models/src/generated/embed.ts';

/** What is shown at first: a document (scenario.v1), an address of AQM Explorer, or a preset by its id. */
export type Source =
  | { readonly scenario: Readonly<Record<string, unknown>> }
  | { readonly link: string }
  | { readonly preset: string };

export interface Options {
  /** The folder that serves embed.html; by default the folder of this file. */
  readonly base?: string;
  /** Parts: question, curves, metrics, queues, extra, rows, fields. */
  readonly show?: readonly string[];
  /** The reader cannot change anything. */
  readonly locked?: boolean;
  readonly theme?: 'auto' | 'light' | 'dark';
  readonly autoplay?: boolean;
  /** Name of the frame, for readers who use a screen reader. */
  readonly title?: string;
}

/** A command was refused; nothing has changed. `issues` has every reason with its place. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(readonly issues: NonNullable<EmbedReply['issues']>) {
    super(issues.map(({ message }) => message).join('\n'));
  }
}

/** A scenario and the address that opens it in the whole page. */
export interface Shown {
  readonly scenario: object;
  readonly link: string;
}

export interface View {
  readonly frame: HTMLIFrameElement;
  load(source: Source): Promise<Shown>;
  /** A JSON merge patch (RFC 7396) of the scenario. */
  patch(change: object): Promise<Shown>;
  get(): Promise<Shown>;
  /** Waits until every lane has run. */
  run(): Promise<readonly EmbedRun[]>;
  /** The playhead, s. */
  seek(time: number): Promise<void>;
  play(): Promise<void>;
  pause(): Promise<void>;
  /** Returns a function that ends the subscription. */
  on(event: EmbedEvent['event'], listener: (event: EmbedEvent) => void): () => void;
  /** Removes the frame. */
  finalize(): void;
}

const PROTOCOL = 'aqm-embed/1';
type Question = Omit<EmbedCommand, 'protocol' | 'id'>;

/** Puts a view into an element. @returns when it takes commands, and shows what it was given */
export async function embed(element: Element, source: Source, options: Options = {}): Promise<View> {
  const base = new URL(options.base ?? './', options.base === undefined ? import.meta.url : document.baseURI);
  const frame = document.createElement('iframe');
  frame.title = options.title ?? 'AQM Explorer';
  frame.style.cssText = 'display:block;width:100%;border:0;visibility:hidden';
  const address = new URL('embed.html', base);
  const fields = new URLSearchParams({
    ...(options.show && { show: options.show.join() }),
    ...(options.locked === true && { lock: 'all' }),
    ...(options.theme && { theme: options.theme }),
    ...(options.autoplay === false && { autoplay: '0' }),
  });
  address.hash = fields.toString();
  frame.src = address.href;

  const waiting = new Map<EmbedCommand['id'], (reply: EmbedReply) => void>();
  const listeners = new Set<(event: EmbedEvent) => void>();
  const hear = ({ source: from, data }: MessageEvent<unknown>) => {
    if (from !== frame.contentWindow || !isMessage(data)) return;
    if ('re' in data) waiting.get(data.re ?? '')?.(data);
    else for (const listener of listeners) listener(data);
  };
  window.addEventListener('message', hear);

  let last = 0;
  const ask = async (question: Question): Promise<EmbedReply> => {
    const id = ++last;
    const reply = await new Promise<EmbedReply>((done) => {
      waiting.set(id, done);
      frame.contentWindow?.postMessage({ protocol: PROTOCOL, id, ...question }, address.origin);
    });
    waiting.delete(id);
    if (!reply.ok) throw new Refused(reply.issues ?? []);
    return reply;
  };
  const shown = ({ scenario = {}, link = '' }: EmbedReply): Shown => ({ scenario, link });
  const done = () => undefined;

  const view: View = {
    frame,
    load: (next) => ask({ do: 'load', ...next }).then(shown),
    patch: (change) => ask({ do: 'patch', patch: { ...change } }).then(shown),
    get: () => ask({ do: 'get' }).then(shown),
    run: () => ask({ do: 'run' }).then(({ runs = [] }) => runs),
    seek: (time) => ask({ do: 'seek', time }).then(done),
    play: () => ask({ do: 'play' }).then(done),
    pause: () => ask({ do: 'pause' }).then(done),
    on: (event, listener) => {
      const mine = (told: EmbedEvent) => {
        if (told.event === event) listener(told);
      };
      listeners.add(mine);
      return () => void listeners.delete(mine);
    },
    finalize: () => {
      window.removeEventListener('message', hear);
      frame.remove();
    },
  };

  view.on('resize', ({ height = 0 }) => {
    frame.style.height = `${height}px`;
  });
  const ready = new Promise<void>((go) => view.on('ready', () => go()));
  element.append(frame);
  await ready;
  try {
    await view.load(source);
  } finally {
    frame.style.visibility = 'visible';
  }
  return view;
}

function isMessage(data: unknown): data is EmbedReply | EmbedEvent {
  return typeof data === 'object' && data !== null && 'protocol' in data && data.protocol === PROTOCOL;
}

/** `<aqm-explorer preset="early-drop">`: its attributes are the options; it reports by events. */
class AqmExplorer extends HTMLElement {
  #view: Promise<View> | undefined;

  /** The view; undefined while the element is not in a document. */
  get view(): Promise<View> | undefined {
    return this.#view;
  }

  connectedCallback(): void {
    const text = (name: string) => this.getAttribute(name) ?? undefined;
    const theme = text('theme');
    const base = text('base');
    const title = text('title');
    const show = text('show')?.split(',');
    this.style.display = 'block';
    this.#view = embed(this, this.#source(), {
      ...(base !== undefined && { base }),
      ...(title !== undefined && { title }),
      ...(show && { show }),
      ...((theme === 'light' || theme === 'dark') && { theme }),
      locked: text('lock') === 'all',
      autoplay: text('autoplay') !== '0',
    });
    this.#view.then(
      (view) => {
        this.#tell('ready', {});
        for (const event of ['change', 'result', 'refused'] as const)
          view.on(event, (told) => this.#tell(event, told));
        void view.run().then((runs) => this.#tell('result', { runs }));
      },
      (error: unknown) => this.#tell('refused', { issues: error instanceof Refused ? error.issues : [] }),
    );
  }

  disconnectedCallback(): void {
    void this.#view?.then((view) => view.finalize());
    this.#view = undefined;
  }

  #source(): Source {
    const scenario = this.getAttribute('scenario');
    const link = this.getAttribute('link');
    if (scenario !== null) return { scenario: JSON.parse(scenario) as Record<string, unknown> };
    return link === null ? { preset: this.getAttribute('preset') ?? 'early-drop' } : { link };
  }

  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(`aqm-${name}`, { detail, bubbles: true }));
  }
}

if (!customElements.get('aqm-explorer')) customElements.define('aqm-explorer', AqmExplorer);
