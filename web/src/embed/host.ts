/** The page that frames this one: it receives events, and its commands are followed. */
import type { EmbedEvent, EmbedReply, EmbedRun } from '../../../models/src/generated/embed.ts';
import { refusal, type Issue } from '../../../models/src/index.ts';
import type { App } from '../state/app.ts';
import { answer, isOurs, PROTOCOL, Refused, type Told } from './protocol.ts';

/** The results of every lane, when all have run; undefined while a lane runs or has no result. */
function results(app: App): EmbedRun[] | undefined {
  const slots = app.runner.slots.get();
  const runs = slots.flatMap(({ status, result, asked: { label, aqm, seed } }) =>
    status !== 'done' || result === null
      ? []
      : [{ label, aqm: aqm.id, seed, metrics: { ...result.metrics }, digest: result.digest }],
  );
  return runs.length > 0 && runs.length === slots.length ? runs : undefined;
}

/** Why there will be no results: a lane failed, was cancelled, or is so expensive that it waits for a click. */
const obstacles = (app: App): readonly Issue[] =>
  app.runner.slots
    .get()
    .flatMap(({ status, error }, lane) =>
      status === 'failed' || status === 'cancelled' || status === 'held'
        ? [refusal({ path: `lanes[${lane}]`, rule: error ?? `its run was ${status}` })]
        : [],
    );

/**
 * Connects to the parent window, if there is one. `origin`: the recipient of events, '*' for any parent; a
 * reply goes to the sender of the command.
 * @returns a function that sends an event
 */
export function connect(app: App, origin: string): (event: Told) => void {
  const { parent } = window;
  if (parent === window) return () => undefined;
  const post = (message: EmbedEvent | EmbedReply | LtiResize, to: string) => parent.postMessage(message, to);
  const tell = (event: Told) => post({ protocol: PROTOCOL, ...event }, origin);

  const ran = () =>
    new Promise<EmbedRun[]>((done, refuse) => {
      const settled = (): boolean => {
        const runs = results(app);
        const issues = obstacles(app);
        if (runs !== undefined) done(runs);
        else if (issues.length > 0) refuse(new Refused(issues));
        return runs !== undefined || issues.length > 0;
      };
      if (settled()) return;
      const end = app.runner.slots.subscribe(() => {
        if (settled()) end();
      });
    });

  window.addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== parent || !isOurs(data) || (origin !== '*' && from !== origin)) return;
    // A sandboxed host has no origin.
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

  app.judged.subscribe(() => {
    const judged = app.judged.get();
    if (judged !== null) tell({ event: 'task', ...judged });
  });

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

/** The message that learning platforms expect (Canvas: LTI window messages). */
interface LtiResize {
  readonly subject: 'lti.frameResize';
  readonly height: number;
}
