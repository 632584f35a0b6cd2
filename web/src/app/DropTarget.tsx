import { t } from '../../../models/src/language.ts';
import { useEffect, useState } from 'react';
import { useApp } from '../state/context.ts';

/** The page opens any file that is dropped on it. */
export function DropTarget() {
  const app = useApp();
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const carriesFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!carriesFile(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFile(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const hover = (event: DragEvent) => {
      if (carriesFile(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      depth = 0;
      setOver(false);
      if (file === undefined) return;
      event.preventDefault();
      void app.openFile(file);
    };
    const attached = new AbortController();
    const { signal } = attached;
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('dragover', hover, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => attached.abort();
  }, [app]);
  return over && <div className="drop-target">{t('Drop a scenario file to open it')}</div>;
}
