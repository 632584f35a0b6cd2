import { t } from '../../../models/src/language.ts';
import { encode } from 'uqr';
import { vars } from './vars.ts';

/** Modules of a code's quiet zone (ISO/IEC 18004 section 6.3.8). */
const QUIET = 4;

/** A link as a code to photograph; `otherwise` if the link is too long for a code. */
export function QrCode({ link, otherwise }: { readonly link: string; readonly otherwise?: React.ReactNode }) {
  const code = codeOf(link);
  if (code === null) return otherwise;
  return (
    <svg
      className="qr"
      style={vars({ '--modules': code.size })}
      role="img"
      aria-label={t('QR code of the link')}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
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
