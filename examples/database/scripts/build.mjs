/** Bundles the operator into one file that runs on plain Node, with no node_modules beside it: dist/main.js. */
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

const [outfile = 'dist/main.js'] = process.argv.slice(2);

await rm(outfile, { force: true });
await build({
  entryPoints: ['src/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  keepNames: true,
  minifySyntax: true,
  minifyWhitespace: true,
  // Packages written for CommonJS expect these names, which an ES module does not have.
  banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
  define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
  logLevel: 'warning',
}).catch((error) => {
  // What is wrong with the sources has been printed; a stack would only push it off the screen.
  if (!error.errors) throw error;
  process.exitCode = 1;
});
