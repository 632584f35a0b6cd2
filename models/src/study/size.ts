/** The cost of a study, estimated before it runs. */
import { grouped, plural, t } from '../language.ts';
import { timeText } from '../time-text.ts';
import type { Study } from '../generated/study.ts';
import { estimateWork, PACKETS_PER_SECOND } from '../work.ts';
import { CHUNK_PACKETS, MOST_RUNS } from './chunks.ts';
import { columnsOf, TRACE_COLUMNS } from './columns.ts';
import type { Expansion } from './expand.ts';
import { PointError } from './turn.ts';

export interface StudySize {
  readonly points: number;
  readonly lanes: number;
  readonly seeds: number;
  readonly runs: number;
  /** The packets of all runs together, to first order. */
  readonly packets: number;
  /** Seconds on one processor. */
  readonly seconds: number;
  /** Approximate size on disk. */
  readonly bytes: number;
}

/** The cost is estimated from this many points, evenly spread over a larger study. */
const LOOKED_AT = 256;
/**
 * Bytes of one number in a compressed part, and of one in a trace, and the overhead of a part: measured
 * (docs/scale.md).
 */
const BYTES_PER_VALUE = 9;
const BYTES_OF_A_PART = 2000;
const BYTES_PER_TRACED = 5;

export function sizeOf(study: Study, expansion: Expansion): StudySize {
  const { points, lanes, seeds, runs } = expansion;
  const looked = Math.min(points, LOOKED_AT);
  const work = Array.from({ length: looked }, (_, k) =>
    workAt(expansion, Math.floor(((k + 0.5) * points) / looked)),
  ).filter((packets) => packets !== null);
  const packets = Math.round(
    (work.reduce((sum, one) => sum + one, 0) / Math.max(1, work.length)) * points * seeds.length,
  );
  const series = lanes * seeds.length;
  const parts = series * Math.ceil(Math.max(points / MOST_RUNS, packets / series / CHUNK_PACKETS));
  const row = BYTES_PER_VALUE * columnsOf(study, expansion).length;
  const trace = BYTES_PER_TRACED * TRACE_COLUMNS.length * (study.keep?.trace ?? 0);
  return {
    points,
    lanes,
    seeds: seeds.length,
    runs,
    packets,
    seconds: packets / PACKETS_PER_SECOND,
    bytes: parts * BYTES_OF_A_PART + runs * (row + trace),
  };
}

/** The work of all lanes; null if there is no scenario, which the run reports. */
function workAt({ lanes, laneAt }: Expansion, point: number): number | null {
  try {
    let packets = 0;
    for (let lane = 0; lane < lanes; lane++) packets += estimateWork(laneAt(point, lane, 1));
    return packets;
  } catch (error) {
    if (error instanceof PointError) return null;
    throw error;
  }
}

const rounded = (value: number) => Number(value.toPrecision(2));

function bytesText(bytes: number): string {
  if (bytes < 1e6) return `${rounded(Math.max(bytes, 1000) / 1e3)} kB`;
  return bytes < 1e9 ? `${rounded(bytes / 1e6)} MB` : `${rounded(bytes / 1e9)} GB`;
}

/** One sentence. `cores`: the number of processors. */
export function sizeText(
  { points, lanes, seeds, runs, packets, seconds, bytes }: StudySize,
  cores: number,
): string {
  const count = (number: number) => ({ count: grouped(String(number)) });
  return t(
    '{{runs}}: {{points}}, {{lanes}}, {{seeds}}; about {{millions}} million packets, {{time}} on {{processors}}, {{bytes}}',
    {
      runs: plural(runs, '{{count}} run', '{{count}} runs', count(runs)),
      points: plural(points, '{{count}} point', '{{count}} points', count(points)),
      lanes: plural(lanes, '{{count}} lane', '{{count}} lanes', count(lanes)),
      seeds: plural(seeds, '{{count}} seed', '{{count}} seeds', count(seeds)),
      millions: rounded(packets / 1e6),
      time: timeText(seconds / cores),
      processors: plural(cores, '{{count}} processor', '{{count}} processors', count(cores)),
      bytes: bytesText(bytes),
    },
  );
}
