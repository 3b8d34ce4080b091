/** Where the program begins. The commonest question is answered here, before anything else is loaded. */
import { readFileSync } from 'node:fs';

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
  if (args[0] === 'manifests') {
    const { isPlainRequest, isUnchanged, UP_TO_DATE } = await import('../commands/manifests/manifests-unchanged.js');
    const generators = args.slice(1);
    if (isPlainRequest(generators) && isUnchanged(process.cwd(), generators)) {
      process.stderr.write(UP_TO_DATE);
      return;
    }
  }
  const { endShortRun, expectShortRun, makesManifests } = await import('./process/short-run.js');
  expectShortRun();
  const { runProcess } = await import('./run.js');
  await runProcess(args);
  if (makesManifests(args)) endShortRun();
}
