import { Symbols } from '../../components/Symbols.tsx';
import { completed } from '../../state/completed.ts';
import { useApp } from '../../state/context.ts';
import { useEdited } from '../../state/origin.ts';
import { useStore } from '../../state/store.ts';

/** Where a scenario comes from, and what it had to assume. */
export function Source() {
  const app = useApp();
  const { present } = useStore(app.history);
  const edited = useEdited();
  const { source } = completed(present);
  if (source === '') return null;
  return (
    <section className="source" aria-label="Source">
      <h3>Where this scenario comes from</h3>
      <p>
        {edited && <b>Before it was edited: </b>}
        <Symbols text={source} />
      </p>
    </section>
  );
}
