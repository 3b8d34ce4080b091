/** Bundles the operator into one file that runs on plain Node, with no node_modules beside it: dist/main.js. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from 'rolldown';

const [outfile = 'dist/main.js'] = process.argv.slice(2);

await rm(outfile, { force: true });
await build({
  input: 'src/main.ts',
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
  onLog(level, log, handle) {
    if (log.code !== 'UNRESOLVED_IMPORT') return handle(level, log);
    // No packages are installed beside the file, so one that is not found now will not be found later.
    const { file, line, column } = log.loc;
    console.error(`${path.relative('.', file)}:${line}:${column + 1}: cannot find "${log.exporter}": is it installed?`);
    process.exitCode = 1;
  },
}).catch((error) => {
  // What is wrong with the sources is in the message; a stack would only push it off the screen.
  if (!error.errors) throw error;
  console.error(process.stderr.isTTY ? error.message : stripVTControlCharacters(error.message));
  process.exitCode = 1;
});
