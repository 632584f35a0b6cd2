/**
 * Messages between a host page and an embedded view: aqm-embed/1, defined by
 * models/schema/embed.v1.schema.json.
 */
import {
  decodeLink,
  mergePatch,
  parseScenario,
  presets,
  refusal,
  releaseFor,
  validate,
  type Issue,
  type Scenario,
  type Validation,
} from '../../../models/src/index.ts';
import { explain } from '../../../models/src/explain.ts';
import { command as checkCommand } from '../../../models/src/generated/embed-validator.js';
import type {
  EmbedCommand,
  EmbedEvent,
  EmbedIssue,
  EmbedReply,
  EmbedRun,
} from '../../../models/src/generated/embed.ts';
import type { App } from '../state/app.ts';

export const PROTOCOL = 'aqm-embed/1';

type Done = Omit<EmbedReply, 'protocol' | 're' | 'ok'>;

/** The reasons why a command changed nothing. */
export class Refused extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super(issues.map(({ message }) => message).join(' '));
  }
}

export const told = (issues: readonly Issue[]): EmbedIssue[] =>
  issues.map(({ path, rule, message }) => ({ path, rule, message }));

/** Whether a message is meant for an embedded view: other scripts of a page send messages too. */
export const isOurs = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'protocol' in data && data.protocol === PROTOCOL;

/** Executes a command. `ran` returns the results once every lane has run. */
export async function answer(app: App, data: unknown, ran: () => Promise<EmbedRun[]>): Promise<EmbedReply> {
  const id = (data as { readonly id?: unknown }).id;
  const re = typeof id === 'string' || typeof id === 'number' ? id : null;
  try {
    if (!checkCommand(data))
      throw new Refused((checkCommand.errors ?? []).map((error) => explain(error, data)));
    return { protocol: PROTOCOL, re, ok: true, ...(await act(app, data as EmbedCommand, ran)) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { protocol: PROTOCOL, re, ok: false, issues: told(error.issues) };
  }
}

async function act(app: App, asked: EmbedCommand, ran: () => Promise<EmbedRun[]>): Promise<Done> {
  switch (asked.do) {
    case 'load':
      app.open(accepted(await wanted(app, asked)), 'The scenario');
      return now(app);
    case 'patch': {
      const patched = mergePatch(app.document(), given(asked, 'patch')) as Scenario;
      const issues = app.change(patched);
      if (issues.length > 0) throw new Refused(issues);
      return now(app);
    }
    case 'get':
      return now(app);
    case 'run':
      return { runs: await ran() };
    case 'seek': {
      app.replay.pause();
      const time = given(asked, 'time');
      const duration = app.duration.get();
      if (time > duration)
        throw new Refused([
          refusal({ path: 'time', value: time, rule: `must be <= ${duration} s`, nearest: duration }),
        ]);
      app.replay.seek(time);
      return {};
    }
    case 'play':
      app.replay.play();
      return {};
    case 'pause':
      app.replay.pause();
      return {};
  }
}

const now = (app: App): Done => ({ scenario: { ...app.document() }, link: app.link() });

/** A member that the command must have. */
function given<K extends keyof EmbedCommand>(asked: EmbedCommand, key: K): NonNullable<EmbedCommand[K]> {
  const value = asked[key];
  if (value === undefined)
    throw new Refused([refusal({ path: key, rule: `must be given with ${asked.do}` })]);
  return value;
}

function accepted(found: Validation): Validation {
  if (!found.ok) throw new Refused(found.issues);
  return found;
}

/** The scenario to load: exactly one of three ways to name it. */
async function wanted({ engine }: App, asked: EmbedCommand): Promise<Validation> {
  const ways = (['scenario', 'link', 'preset'] as const).filter((key) => asked[key] !== undefined);
  if (ways.length !== 1)
    throw new Refused([refusal({ path: 'load', rule: 'takes one of scenario, link, preset' })]);
  if (asked.scenario !== undefined) return validate(asked.scenario, engine);
  if (asked.link !== undefined) return decodeLink(asked.link, engine, await releaseFor(asked.link));
  const preset = presets.find(({ id }) => id === asked.preset);
  if (preset !== undefined) return parseScenario(JSON.stringify(await preset.load()), engine);
  const rule = `must be one of ${presets.map(({ id }) => id).join(', ')}`;
  throw new Refused([refusal({ path: 'preset', value: asked.preset, rule })]);
}

/** An event, without the protocol's name. */
export type Told = Omit<EmbedEvent, 'protocol'>;
