import { useId, type MouseEvent, type ReactNode } from 'react';
import { Icon } from '../components/Icon.tsx';

interface Props {
  readonly label: ReactNode;
  /** Shown by a tooltip; a screen reader reads it after the name. */
  readonly help: string;
  /** Whether other lanes have another value. */
  readonly differs?: boolean;
  /** Restores the default; absent if the value is the default. */
  readonly onReset?: (() => void) | undefined;
  readonly resetLabel: string;
  /** The argument is the id of the control's description. */
  readonly children: (describedBy: string) => ReactNode;
  readonly slider?: ReactNode;
  readonly below?: ReactNode;
}

/** Whether the click came from the keyboard. */
const byKey = ({ detail }: MouseEvent): boolean => detail === 0;

/** Moves the focus to the control, because the button disappears with the reset. */
function focusControl(button: HTMLElement): void {
  const row = button.closest('.field-row');
  row?.querySelector<HTMLElement>('.field-value :is(input, select)')?.focus();
}

/** One line of a form: name, slider if there is one, value, and a button that restores the default. */
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
