import { useCaption } from '../state/caption.ts';
import { useApp } from '../state/context.ts';
import { takeAways } from './takeAway.ts';

/** What can be taken away of the scenario and its figures. Loaded when somebody opens it. */
export function ExportMenu({ close }: { readonly close: () => void }) {
  const app = useApp();
  const caption = useCaption();
  return (
    <div className="menu">
      {takeAways(app, caption).map(([name, act]) => (
        <button
          key={name}
          type="button"
          className="menu-item"
          onClick={() => {
            close();
            act();
          }}
        >
          {name}
        </button>
      ))}
      <p className="menu-note">Each plot has its own table, CSV, SVG and PNG behind its ⋯ button.</p>
    </div>
  );
}
