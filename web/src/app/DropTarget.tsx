import { useEffect, useState } from 'react';
import { useApp } from '../state/context.ts';

/** The whole page takes a scenario file that is dropped on it. */
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
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', hover);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', hover);
      window.removeEventListener('drop', drop);
    };
  }, [app]);
  return over && <div className="drop-target">Drop a scenario file to open it</div>;
}
