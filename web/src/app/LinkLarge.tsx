import { encode } from 'uqr';
import { Dialog } from '../components/Dialog.tsx';

/** Modules of a code's quiet zone (ISO/IEC 18004 section 6.3.8). */
const QUIET = 4;

/** A link for a whole room: a code to photograph, and a text if the link is short enough to type. */
export function LinkLarge({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  const code = codeOf(link);
  return (
    <Dialog title="This scenario as a link" onClose={onClose} wide>
      <div className="link-large">
        {code === null ? (
          <p>
            The link has {link.length} characters, more than a code of this kind holds. Share it as text, or
            the scenario as a file.
          </p>
        ) : (
          <svg
            role="img"
            aria-label="QR code of the link"
            viewBox={`0 0 ${code.size} ${code.size}`}
            shapeRendering="crispEdges"
          >
            <rect width="100%" height="100%" fill="#fff" />
            <path d={code.path} fill="#000" />
          </svg>
        )}
        <p className="link-large-text">{link.replace(/^https?:\/\//, '')}</p>
      </div>
    </Dialog>
  );
}

/** Null: the link does not fit into a code. */
function codeOf(link: string): { readonly size: number; readonly path: string } | null {
  try {
    const { data, size } = encode(link, { ecc: 'L', border: QUIET });
    const cells = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x},${y}h1v1h-1z`] : [])));
    return { size, path: cells.join('') };
  } catch {
    return null;
  }
}
