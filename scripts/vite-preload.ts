/**
 * The other files that the first plot needs are requested together with the page's script, and not after it
 * has been read: the engine, and the scenario of a first visit.
 */
import type { HtmlTagDescriptor, Plugin } from 'vite';

const ENGINE = /\/aqm-[^/]*\.wasm$/;
const DOCUMENT = /\/early-drop-[^/]*\.js$/;

export const preload = (): Plugin => ({
  name: 'aqm-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const files = Object.keys(bundle).map((file) => `./${file}`);
      const tags = (pattern: RegExp, attrs: Record<string, string | boolean>): HtmlTagDescriptor[] => {
        const found = files.filter((file) => pattern.test(file));
        if (found.length !== 1)
          throw new Error(`there should be one file like ${pattern}, not ${found.length}`);
        return found.map((href) => ({ tag: 'link', attrs: { ...attrs, href }, injectTo: 'head' }));
      };
      return [
        ...tags(ENGINE, { rel: 'preload', as: 'fetch', crossorigin: true }),
        ...tags(DOCUMENT, { rel: 'modulepreload', crossorigin: true }),
      ];
    },
  },
});
