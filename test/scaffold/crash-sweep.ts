/** What the processes of recover.slow.test.ts run. */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { applyChanges } from '../../src/scaffold/apply.js';
import { type Disk, realDisk } from '../../src/scaffold/disk.js';
import { recover } from '../../src/scaffold/recover.js';
import { leftovers, newPlace, type Place, thirtyChanges, treeOf } from './crash-plan.js';

/** Stops at the n-th call that changes the disk: by SIGKILL, or by failing from then on. */
export async function applyAndStop({ root, state }: Place, at: number, isKilled: boolean): Promise<void> {
  const disk = counting((call) => {
    if (call < at) return;
    if (isKilled) process.kill(process.pid, 'SIGKILL');
    throw new Error('stopped');
  });
  await applyChanges(root, thirtyChanges, { disk, state: [state] }).catch((error: unknown) => {
    if (isKilled) throw error;
  });
}

/** Makes each folder read-only before each call in turn, then writable again, and runs the next command. */
export async function sweep(
  folders: readonly string[],
  stride: number,
): Promise<{ runs: number; wrong: string[]; codes: string[] }> {
  const wrong: string[] = [];
  const codes = new Set<string>();
  let runs = 0;
  const example = newPlace();
  const before = treeOf(example.root);
  let calls = 0;
  await applyChanges(example.root, thirtyChanges, { disk: counting((call) => (calls = call)), state: [example.state] });
  const after = treeOf(example.root);
  rmSync(example.folder, { recursive: true });
  for (const folder of folders) {
    for (let at = 1; at <= calls; at += stride) {
      const place = newPlace();
      const barred = path.join(place.root, folder);
      const disk = counting((call) => {
        if (call === at && existsSync(barred)) chmodSync(barred, 0o555);
      });
      const code = await applyChanges(place.root, thirtyChanges, { disk, state: [place.state] }).then(
        () => 'ok',
        (error: { code?: string }) => error.code ?? 'unknown',
      );
      codes.add(code);
      if (existsSync(barred)) chmodSync(barred, 0o755);
      const outcome = recover(place.root, { state: [place.state] });
      codes.add(outcome);
      const found = treeOf(place.root);
      if ((found !== before && found !== after) || leftovers(place).length > 0)
        wrong.push(`${folder} read-only at call ${at}: ${code}, ${outcome}`);
      rmSync(place.folder, { recursive: true, force: true });
      runs++;
    }
  }
  return { runs, wrong, codes: [...codes].sort() };
}

function counting(onCall: (call: number) => void): Disk {
  let calls = 0;
  const entries = Object.entries(realDisk).map(([name, call]) => [
    name,
    (...args: unknown[]) => {
      onCall(++calls);
      (call as (...given: unknown[]) => void)(...args);
    },
  ]);
  return Object.fromEntries(entries);
}
