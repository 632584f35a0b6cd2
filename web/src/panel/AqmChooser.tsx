import { lazy } from 'react';
import type { AqmInfo } from '../../../wasm/src/types.ts';
import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { Arriving } from '../state/Arriving.tsx';

/** Loaded when the reader searches for a scheme. */
const AqmSearch = lazy(() => import('./AqmSearch.tsx').then((found) => ({ default: found.AqmSearch })));

interface Props {
  readonly catalogue: readonly AqmInfo[];
  /** Id of the present choice; null: none yet. */
  readonly value: string | null;
  readonly label: string;
  readonly onChoose: (info: AqmInfo) => void;
}

/** The catalogue by family; the search finds a scheme by name, author, year and idea. */
export function AqmChooser({ catalogue, value, label, onChoose }: Props) {
  const present = catalogue.find(({ id }) => id === value);
  return (
    <Popover
      className={value === null ? 'add' : 'aqm-button'}
      label={present === undefined ? label : `${label}: ${present.name}`}
      button={
        present === undefined ? (
          <>
            <Icon name="plus" /> {label}
          </>
        ) : (
          <>
            <span>{present.name}</span>
            <Icon name="down" />
          </>
        )
      }
    >
      {(close) => (
        <Arriving>
          <AqmSearch
            catalogue={catalogue}
            value={value}
            onChoose={(info) => {
              close();
              onChoose(info);
            }}
          />
        </Arriving>
      )}
    </Popover>
  );
}
