import { t } from '../../../../models/src/language.ts';
import type { Reading, Reason } from '../../../../models/src/papers/index.ts';
import { shown } from '../../../../models/src/papers/shown.ts';
import { useApp } from '../../state/context.ts';
import { Sign } from './Marks.tsx';
import { Symbols } from '../../components/Symbols.tsx';

interface Props {
  readonly readings: readonly Reading[];
  readonly reasons: readonly { readonly reason: Reason; readonly of: string }[];
}

/** Why what is different is different, each with the reading that tests it. */
export function Reasons({ readings, reasons }: Props) {
  if (reasons.length === 0) return null;
  return (
    <ul className="paper-reasons">
      {reasons.map(({ reason, of }) => (
        <li key={of}>
          <Sign verdict="different" />
          <span>
            <strong>{of}</strong> <Symbols text={shown(reason.text)} />{' '}
            <TryReading readings={readings} tested={reason.tested} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function TryReading({
  readings,
  tested,
}: {
  readonly readings: readonly Reading[];
  readonly tested: string | undefined;
}) {
  const app = useApp();
  const reading = readings.find(({ id }) => id === tested);
  if (reading === undefined) return null;
  return (
    <button type="button" className="link" onClick={() => app.look({ reading: reading.id })}>
      {t('Try “{{label}}”', { label: shown(reading.label) })}
    </button>
  );
}
