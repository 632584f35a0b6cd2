import type { Plugin } from 'vite';

/** What the built page may load and run: its own files, and WebAssembly. Nothing inline, nothing from elsewhere. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "img-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  // web/src/components/trusted.ts, and that of offline.js
  "require-trusted-types-for 'script'",
  'trusted-types aqm default offline',
].join('; ');

/** Writes the policy into the page, for hosts that send no headers. The development server's own scripts are inline. */
export function contentPolicy(): Plugin {
  return {
    name: 'aqm-content-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}
