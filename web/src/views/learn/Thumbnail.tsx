import { THUMBNAILS } from '../../../../models/src/generated/thumbnails.ts';
import { laneColour } from '../../components/laneLook.ts';

/**
 * The queues of a scenario's first lanes over its most important window, drawn when the project was built.
 */
export function Thumbnail({ id }: { readonly id: string }) {
  const paths = THUMBNAILS[id] ?? [];
  return (
    <svg className="thumbnail" viewBox="0 0 120 48" preserveAspectRatio="none" aria-hidden="true">
      {paths.map((path, lane) => (
        <path key={lane} d={path} style={{ stroke: `var(--${laneColour(lane)})` }} />
      ))}
    </svg>
  );
}
