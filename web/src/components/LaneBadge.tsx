import { laneColour, laneDash, laneLetter } from './laneLook.ts';
import { Symbols } from './Symbols.tsx';

/** Letter and colour of a lane. */
export function LaneBadge({ lane }: { readonly lane: number }) {
  return (
    <span className="badge" style={{ borderColor: `var(--${laneColour(lane)})` }}>
      {laneLetter(lane)}
    </span>
  );
}

/** A sample of a lane's line: colour and style. */
export function LaneStroke({ lane }: { readonly lane: number }) {
  const dash = laneDash(lane).map((length) => length * 2.5);
  return (
    <svg className="stroke-sample" viewBox="0 0 28 8" aria-hidden="true">
      <path
        d="M1 4h26"
        fill="none"
        stroke={`var(--${laneColour(lane)})`}
        strokeWidth="2.5"
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  );
}

/** A lane in a legend: letter, line and name. */
export function LaneName({ lane, label }: { readonly lane: number; readonly label: string }) {
  return (
    <>
      <LaneBadge lane={lane} />
      <LaneStroke lane={lane} />
      <span className="lane-text">
        <Symbols text={label} />
      </span>
    </>
  );
}
