// Builds the pages: `node build.mjs INTO`. Called by `cargo xtask bench ui`, which serves each of them
// in place of the window's own script, under the window's own document and stylesheets.

import { build } from 'esbuild';
import { solidPlugin } from 'esbuild-plugin-solid';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = join(dirname(fileURLToPath(import.meta.url)), 'src');
const into = process.argv[2];

const settings = {
  outdir: into,
  bundle: true,
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"' },
  target: 'safari18',
};

// Served as modules.
await build({
  ...settings,
  entryPoints: ['vanilla.js', 'react.jsx', 'inputs.js', 'scan.js'].map((file) => join(here, file)),
  format: 'esm',
  jsx: 'automatic',
});
await build({
  ...settings,
  entryPoints: [join(here, 'solid.jsx')],
  format: 'esm',
  conditions: ['solid', 'browser', 'production'],
  plugins: [solidPlugin()],
});
// Put into a page that runs already.
await build({ ...settings, entryPoints: ['ours.js', 'app.js'].map((file) => join(here, file)), format: 'iife' });
