import { told } from '../../../models/src/told.ts';
import { lockOutOf } from '../../../wasm/src/lock-out.ts';
import { Icon } from '../components/Icon.tsx';
import { LaneBadge } from '../components/LaneBadge.tsx';
import type { LaneResults } from '../lanes/results.ts';

/** A warning for each lane in which a few of many equal flows take the whole link. */
export function LockedOut({ lanes }: { readonly lanes: readonly LaneResults[] }) {
  return lanes.map(({ scenario, samples: [first] }, lane) => {
    const warning = first === undefined ? null : lockOutOf(scenario, first.rows);
    return (
      warning !== null && (
        <p key={lane} className="warning" role="status">
          <Icon name="warn" />
          <span>
            <LaneBadge lane={lane} /> {told(warning)}
          </span>
        </p>
      )
    );
  });
}
