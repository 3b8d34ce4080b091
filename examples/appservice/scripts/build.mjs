/** Bundles the operator into one file that runs on plain Node, with no node_modules beside it: dist/main.js. */
import { rm } from 'node:fs/promises';
import { build } from 'rolldown';

const [outfile = 'dist/main.js', input = 'src/main.ts'] = process.argv.slice(2);

await rm(outfile, { force: true });
await build({
  input,
  platform: 'node',
  transform: {
    target: 'node20',
    // Packages written for CommonJS expect these names, which an ES module does not have.
    define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
  },
  output: {
    file: outfile,
    format: 'esm',
    codeSplitting: false,
    sourcemap: true,
    keepNames: true,
    minify: { mangle: false },
  },
}).catch((error) => {
  // What is wrong with the sources is in the message; a stack would only push it off the screen.
  if (!error.errors) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
