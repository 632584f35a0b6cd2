import { t } from '../../../models/src/language.ts';
import { LaneName } from '../components/LaneBadge.tsx';
import { useCaption } from '../state/caption.ts';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';

/** The head of a printed page: its content, the legend of the lanes, and the link that opens it again. */
export function PrintHead() {
  const app = useApp();
  const runs = useStore(app.runner.slots);
  const { caption, link } = useCaption().words();
  return (
    <header className="print-head">
      <p className="print-caption">{caption}</p>
      <ul aria-label={t('Lanes')}>
        {runs.map(({ asked: scenario }, lane) => (
          <li key={lane}>
            <LaneName lane={lane} label={scenario.label} />
          </li>
        ))}
      </ul>
      <a href={link}>{link}</a>
    </header>
  );
}
