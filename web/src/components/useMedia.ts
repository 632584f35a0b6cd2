import { useCallback, useSyncExternalStore } from 'react';

/** The window is too narrow for a panel beside the plots. */
export const PHONE = '(max-width: 46rem)';

/** Whether a media query holds, now and later. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
