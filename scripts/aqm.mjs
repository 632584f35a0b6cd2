// `npm run aqm -- ...`: the command line.
import { provideCli } from './lib/cli.mjs';

await import(await provideCli());
