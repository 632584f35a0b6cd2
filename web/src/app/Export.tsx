import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { download } from '../plots/export.ts';
import { useCaption } from '../state/caption.ts';
import { useApp } from '../state/context.ts';
import { metricsCsv } from '../lanes/metrics.ts';

/** The scenario and its figures as files. */
export function Export() {
  const app = useApp();
  const caption = useCaption();
  const json = () =>
    download(`${caption.slug}.json`, `${JSON.stringify(app.document(), null, 2)}\n`, 'application/json');
  const csv = () => {
    const lanes = app.runner.slots.get().map(({ asked: scenario, result }) => ({
      label: scenario.label,
      metrics: result?.metrics ?? null,
    }));
    download(`${caption.slug}-metrics.csv`, metricsCsv(lanes), 'text/csv');
  };
  return (
    <Popover
      className="button"
      align="end"
      label="Export"
      button={
        <>
          <Icon name="download" /> <span className="wide-only">Export</span>
        </>
      }
    >
      {(close) => (
        <div className="menu">
          {(
            [
              ['Scenario (JSON)', json],
              ['Metrics (CSV)', csv],
            ] as const
          ).map(([name, act]) => (
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
      )}
    </Popover>
  );
}
