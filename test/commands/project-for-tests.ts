import { cp } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { runOk } from '../cli/fakes/run-cli.js';
import { temporaryFolder } from '../project-folder.js';

/** Makes a project once for a test file; each call of the result returns a fresh copy of it. */
export function projectForTests(init: readonly string[], ...steps: string[]): () => Promise<string> {
  let prepared: Awaited<ReturnType<typeof temporaryFolder>>;
  let count = 0;
  beforeAll(async () => {
    prepared = await temporaryFolder('shop');
    await runOk(prepared.root, 'init', '--skip-install', '--kbts', '*', ...init);
    for (const step of steps) await runOk(prepared.root, ...step.split(' '));
  });
  afterAll(async () => prepared.clean());
  return async () => {
    const copy = path.join(path.dirname(prepared.root), `copy-${count++}`);
    await cp(prepared.root, copy, { recursive: true });
    return copy;
  };
}
