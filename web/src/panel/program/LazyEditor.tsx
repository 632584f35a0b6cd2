/** The program editor, loaded when a lane has a program. */
import { lazy, Suspense, type ComponentProps } from 'react';

const ProgramEditor = lazy(() =>
  import('./ProgramEditor.tsx').then((found) => ({ default: found.ProgramEditor })),
);

export function LazyEditor(props: ComponentProps<typeof ProgramEditor>) {
  return (
    <Suspense>
      <ProgramEditor {...props} />
    </Suspense>
  );
}
