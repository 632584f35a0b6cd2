// `npm start`: the built page on a local server.
import { buildSite, isFresh } from './build.mjs';
import { fail, say } from './lib/project.mjs';
import { parsePort, serve } from './serve.mjs';

try {
  const port = parsePort(process.env.PORT, 8080);
  if (!isFresh()) await buildSite();
  const { url } = await serve('dist', { port });
  say(`\nAQM Explorer is at ${url}\n(Ctrl+C ends it)`);
} catch (error) {
  fail(error);
}
