import { Suspense, useContext, useLayoutEffect, type ReactNode } from 'react';
import { AppContext } from './context.ts';

interface Props {
  readonly children: ReactNode;
  /** Stands in the place of what has not arrived yet. */
  readonly fallback?: ReactNode;
}

/** Around parts of the page that are loaded when they are needed. Until they stand there, the page counts as busy. */
export function Arriving({ children, fallback }: Props) {
  return (
    <Suspense
      fallback={
        <>
          <Busy />
          {fallback}
        </>
      }
    >
      {children}
    </Suspense>
  );
}

function Busy() {
  const app = useContext(AppContext);
  useLayoutEffect(() => app?.pending.add(() => true), [app]);
  return null;
}
