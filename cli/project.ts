/** The project's folder, which the installed command does not have. */
import { existsSync } from 'node:fs';
import { WrongUsage } from './command.ts';

/** `--store` writes files of the project: refused before the work where there is no project. */
export function needProject(): void {
  if (!existsSync(new URL('../package-lock.json', import.meta.url)))
    throw new WrongUsage(
      '--store writes into a copy of the project: it works there with `npm run -s aqm`, not here',
    );
}
