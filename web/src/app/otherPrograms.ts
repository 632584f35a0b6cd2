/** The chosen lane as files of other programs. */
import { t } from '../../../models/src/language.ts';
import { gzipSync, strToU8 } from 'fflate';
import { version } from '../../../package.json' with { type: 'json' };
import { knobAt } from '../../../models/src/knobs.ts';
import { lanes, managedLinks } from '../../../models/src/index.ts';
import { flentText } from '../../../models/src/out/flent.ts';
import { ns3Program, type Ns3Program } from '../../../models/src/out/ns3.ts';
import type { App } from '../state/app.ts';

const chosen = <T>(all: readonly T[], app: App): T | undefined =>
  all[Math.min(app.view.get().lane, all.length - 1)];

/** From the lane's last run; undefined while there is none. */
export function flentFile(app: App, title: string): Uint8Array | undefined {
  const run = chosen(app.runner.slots.get(), app);
  if (run?.result == null) return undefined;
  const lane = run.answered ?? run.asked;
  const about = { title, roundTrip: knobAt(lane, 'rtt').present ?? 0, version };
  // Without a time stamp, so that the same run gives the same file.
  return gzipSync(strToU8(flentText(lane, run.result.overview, about)), { mtime: 0 });
}

export function ns3File(app: App): Ns3Program {
  const lane = chosen(lanes(app.document()), app);
  const [link] = lane === undefined ? [] : managedLinks(lane.network);
  if (lane === undefined || link === undefined) return { none: [t('such a link')] };
  const { rate, buffer, packetSize } = link;
  return ns3Program(
    lane,
    app.engine.resolve(lane.aqm.id, lane.aqm.params, { rate, buffer, packetSize }).params,
  );
}
