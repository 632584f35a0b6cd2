/** The program editor, loaded when a lane has a program. */
import { lazy, type ComponentProps } from 'react';
import { Arriving } from '../../state/Arriving.tsx';

const ProgramEditor = lazy(() =>
  import('./ProgramEditor.tsx').then((found) => ({ default: found.ProgramEditor })),
);

export function LazyEditor(props: ComponentProps<typeof ProgramEditor>) {
  return (
    <Arriving>
      <ProgramEditor {...props} />
    </Arriving>
  );
}
