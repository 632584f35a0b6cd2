import { useId, type MouseEvent, type ReactNode } from 'react';
import { Icon } from '../components/Icon.tsx';

interface Props {
  readonly label: ReactNode;
  /** Said by a tooltip, and by a screen reader after the name. */
  readonly help: string;
  /** Other lanes have another value. */
  readonly differs?: boolean;
  /** Present when the value is not the default: gives it back. */
  readonly onReset?: (() => void) | undefined;
  readonly resetLabel: string;
  /** The control gets the id of its description. */
  readonly children: (describedBy: string) => ReactNode;
  readonly slider?: ReactNode;
  readonly below?: ReactNode;
}

/** A click that the keyboard made. */
const byKey = ({ detail }: MouseEvent): boolean => detail === 0;

/** The button goes with what it resets, and must not take the focus with it. */
function focusControl(button: HTMLElement): void {
  const row = button.closest('.field-row');
  row?.querySelector<HTMLElement>('.field-value :is(input, select)')?.focus();
}

/** One line of a form: name, slider where there is one, value, and a way back to the default. */
export function FieldRow({
  label,
  help,
  differs = false,
  onReset,
  resetLabel,
  children,
  slider,
  below,
}: Props) {
  const id = useId();
  return (
    <div className="field">
      <div className="field-row" data-slider={slider !== undefined || undefined}>
        <span className={differs ? 'field-label differs' : 'field-label'} data-tip={help}>
          {label}
        </span>
        {slider}
        <span className="field-value">{children(id)}</span>
        <span className="field-reset">
          {onReset !== undefined && (
            <button
              type="button"
              className="icon-button tiny"
              aria-label={resetLabel}
              data-tip={resetLabel}
              onClick={(event) => {
                if (byKey(event)) focusControl(event.currentTarget);
                onReset();
              }}
            >
              <Icon name="reset" />
            </button>
          )}
        </span>
      </div>
      <span id={id} className="visually-hidden">
        {help}
      </span>
      {below}
    </div>
  );
}
