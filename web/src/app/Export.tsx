import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { download } from '../plots/download.ts';
import { useCaption } from '../state/caption.ts';
import { useApp } from '../state/context.ts';
import { resultsOf } from '../lanes/useLaneResults.ts';

/** The scenario and its figures as files. */
export function Export() {
  const app = useApp();
  const caption = useCaption();
  const json = () =>
    download(`${caption.slug}.json`, `${JSON.stringify(app.document(), null, 2)}\n`, 'application/json');
  const results = () => {
    const { lanes } = resultsOf(app.runner.slots.get(), app.seeds.slots.get());
    return [lanes, { title: caption.title, link: app.link() }] as const;
  };
  // What writes tables is loaded with the first of them.
  const tables = () => import('../lanes/results.ts');
  const csv = async () => {
    const { resultsCsv } = await tables();
    download(`${caption.slug}-results.csv`, resultsCsv(...results()), 'text/csv');
  };
  const figures = async () => {
    const { resultsJson } = await tables();
    download(`${caption.slug}-results.json`, resultsJson(...results()), 'application/json');
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
              ['Results by lane and row (CSV)', csv],
              ['Results by lane and row (JSON)', figures],
            ] as const
          ).map(([name, act]) => (
            <button
              key={name}
              type="button"
              className="menu-item"
              onClick={() => {
                close();
                void act();
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
