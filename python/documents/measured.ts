/** Files of measurements for Python, which unpacks them and hands over their bytes piece by piece. */
import { MeasuredError, readMeasured } from '../../models/src/measured/index.ts';
import { refusal } from '../../models/src/issue.ts';

/** The next piece in base64; '' at the end. Given by Python. */
declare const nextPiece: () => string;

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let piece = nextPiece(); piece !== ''; piece = nextPiece()) {
    const text = atob(piece);
    yield await Promise.resolve(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  }
}

/** Begins to read; what came of it stands in `measuredAnswer` once no job is left. */
function readMeasuredFile(file: string): void {
  const tell = (answer: object) => Object.assign(globalThis, { measuredAnswer: JSON.stringify(answer) });
  tell({ issues: [refusal({ path: file, rule: 'was not read to its end' })] });
  readMeasured(pieces(), file).then(
    (answer) => tell({ answer }),
    (error: unknown) => {
      if (error instanceof MeasuredError)
        tell({ issues: [refusal({ path: file, rule: error.message }, error.message)] });
      else tell({ failed: error instanceof Error ? error.message : String(error) });
    },
  );
}

Object.assign(globalThis, { readMeasuredFile });
