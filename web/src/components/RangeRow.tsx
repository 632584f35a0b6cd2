/** A quantity that may vary, and the ends of its range. */
import { told } from '../../../models/src/told.ts';
import { t } from '../../../models/src/language.ts';
import type { ReactNode } from 'react';
import { formatQuantity, parseTyped } from '../../../models/src/index.ts';
import { QuantityInput } from './QuantityInput.tsx';

interface Ends {
  readonly from: number;
  readonly to: number;
}

interface Props {
  readonly name: string;
  readonly shown: ReactNode;
  readonly unit: string;
  readonly chosen: boolean;
  readonly ends: Ends;
  readonly onChoose: () => void;
  readonly onEnds: (ends: Ends) => void;
  /** Whether both ends may be equal. */
  readonly point?: boolean;
}

export function RangeRow({ name, shown, unit, chosen, ends, onChoose, onEnds, point = false }: Props) {
  return (
    <div className="task-row">
      <label className="check">
        <input type="checkbox" checked={chosen} aria-label={name} onChange={onChoose} /> {shown}
      </label>
      {chosen &&
        (['from', 'to'] as const).map((end) => (
          <QuantityInput
            key={end}
            label={`${name} ${t(end)}`}
            value={ends[end]}
            print={(value) => formatQuantity(value, unit)}
            parse={(text) => {
              const parsed = parseTyped(text, unit);
              return parsed.ok ? parsed : { ok: false, message: told(parsed.rule) };
            }}
            commit={(value) => {
              const next = { ...ends, [end]: value };
              if (!(next.from < next.to || (point && next.from === next.to)))
                return { message: point ? t('from must not be above to') : t('from must be below to') };
              onEnds(next);
              return null;
            }}
          />
        ))}
    </div>
  );
}
