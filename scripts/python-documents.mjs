// models/ as one script for Python (python/documents/main.ts), built into a wheel by python/hatch_build.py.
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { at, fail } from './lib/project.mjs';

const OUT = 'build/python-documents';

/** @returns {Promise<void>} documents.js is in OUT then */
export async function buildDocuments() {
  await build({
    configFile: false,
    root: at('.'),
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: at(OUT),
      target: 'es2023',
      lib: {
        entry: at('python', 'documents', 'main.ts'),
        formats: ['iife'],
        name: 'documents',
        fileName: () => 'documents.js',
      },
    },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildDocuments().catch(fail);
