/** Where the program begins. The commonest question is answered here, before anything else is loaded. */
import { readFileSync } from 'node:fs';
import { expectShortRun } from './short-run.js';

/** Runs the program with the arguments of this process. */
export async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.length === 1 && args[0] === '--version') {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    process.stdout.write(`${manifest.version}\n`);
    return;
  }
  expectShortRun();
  const { runProcess } = await import('./run.js');
  await runProcess(args);
}
