/** The page that frames this one: it is told what happens here, and its commands are followed. */
import type { EmbedEvent, EmbedReply, EmbedRun } from '../../../models/src/generated/embed.ts';
import type { App } from '../state/app.ts';
import { answer, isOurs, PROTOCOL, type Told } from './protocol.ts';

/** What every lane has run, when all have; undefined while one runs or has failed. */
function results(app: App): EmbedRun[] | undefined {
  const runs = app.runner.slots.get().flatMap(({ status, result, asked }) =>
    status !== 'done' || result === null
      ? []
      : [
          {
            ...pick(result.metrics),
            label: asked.label,
            aqm: asked.aqm.id,
            seed: asked.seed,
            digest: result.digest,
          },
        ],
  );
  return runs.length > 0 && runs.length === app.runner.slots.get().length ? runs : undefined;
}
const pick = (metrics: EmbedRun['metrics']) => ({ metrics: { ...metrics } });

/**
 * Connects to the parent window, if there is one. `origin`: to whom events go, '*' to whoever it is; a reply goes to whoever asked.
 * @returns tells an event
 */
export function connect(app: App, origin: string): (event: Told) => void {
  const { parent } = window;
  if (parent === window) return () => undefined;
  const post = (message: EmbedEvent | EmbedReply | LtiResize, to: string) => parent.postMessage(message, to);
  const tell = (event: Told) => post({ protocol: PROTOCOL, ...event }, origin);

  const ran = () =>
    new Promise<EmbedRun[]>((done) => {
      const at = results(app);
      if (at !== undefined) {
        done(at);
        return;
      }
      const end = app.runner.slots.subscribe(() => {
        const found = results(app);
        if (found === undefined) return;
        end();
        done(found);
      });
    });

  window.addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== parent || !isOurs(data) || (origin !== '*' && from !== origin)) return;
    // A sandboxed host has no origin to be named.
    void answer(app, data, ran).then((reply) => post(reply, from === 'null' ? '*' : from));
  });

  app.history.subscribe(() => tell({ event: 'change', scenario: { ...app.document() } }));
  const toldResults = { last: '' };
  const tellResults = () => {
    const runs = results(app);
    const key = runs?.map(({ digest }) => digest).join() ?? '';
    if (runs === undefined || key === toldResults.last) return;
    toldResults.last = key;
    tell({ event: 'result', runs });
  };
  app.runner.slots.subscribe(tellResults);
  tellResults();

  let height = 0;
  new ResizeObserver(() => {
    const next = Math.ceil(document.body.getBoundingClientRect().height);
    if (next === height) return;
    height = next;
    tell({ event: 'resize', height });
    post({ subject: 'lti.frameResize', height }, origin);
  }).observe(document.body);

  return tell;
}

/** As learning platforms listen for it (Canvas: LTI window messages). */
interface LtiResize {
  readonly subject: 'lti.frameResize';
  readonly height: number;
}
