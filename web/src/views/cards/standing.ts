/** The stored studies of where defaults stand (models/stand), each loaded when its scheme is chosen. */
import { useEffect, useState } from 'react';
import type { KeptStanding } from '../../../../models/src/tune/stand.ts';

const studies = import.meta.glob<KeptStanding>('../../../../models/stand/*.json', { import: 'default' });
const loadOf = (scheme: string) => studies[`../../../../models/stand/${scheme}.json`];

export const isStudied = (scheme: string): boolean => loadOf(scheme) !== undefined;

/** Null: still loading; 'failed': not loaded. */
export function useStanding(scheme: string): KeptStanding | 'failed' | null {
  const [found, setFound] = useState<{ scheme: string; study: KeptStanding | 'failed' } | null>(null);
  useEffect(() => {
    let shown = true;
    const set = (study: KeptStanding | 'failed') => {
      if (shown) setFound({ scheme, study });
    };
    loadOf(scheme)?.().then(set, () => set('failed'));
    return () => {
      shown = false;
    };
  }, [scheme]);
  return found?.scheme === scheme ? found.study : null;
}
