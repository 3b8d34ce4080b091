/** Runs every example; prints one line of JSON about each. */
import { examples } from './all.js';
import { surround } from './surroundings.js';

const [, , crd = ''] = process.argv;
for (const [name, load] of Object.entries(examples)) {
  const started = performance.now();
  const { run, expected } = await load();
  let failure: string | undefined;
  let printed: string[] = [];
  try {
    printed = await surround(run, crd);
  } catch (error) {
    failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  process.stdout.write(`${JSON.stringify({ name, expected, printed, failure, ms: performance.now() - started })}\n`);
}
process.exit(0);
