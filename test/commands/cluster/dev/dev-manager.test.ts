import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { DevManager } from '../../../../src/commands/cluster/dev/dev-manager.js';
import { temporaryFolder } from '../project-fixture.js';
import { eventually } from '../../../../src/testing/eventually.js';

test('the old operator has ended before the new one starts', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'main.mjs');
  await writeFile(
    file,
    // It is up when it listens to the signal.
    "process.on('SIGTERM', () => { console.log('down'); process.exit(0); }); console.log('up'); setInterval(() => {}, 1000);",
  );
  const lines: string[] = [];
  const onEnd = vi.fn<(code: number) => void>();
  await using manager = new DevManager({
    cwd: temporary.folder,
    args: [],
    env: {},
    onLine: (line) => void lines.push(line),
    onEnd,
  });

  await manager.replace(file);
  await eventually(() => expect(lines).toEqual(['up']));
  await manager.replace(file);
  await eventually(() => expect(lines).toEqual(['up', 'down', 'up']));
  await manager.stop();

  expect(lines).toEqual(['up', 'down', 'up', 'down']);
  expect(onEnd).not.toHaveBeenCalled();
});

test('an operator that ends by itself is reported', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'main.mjs');
  await writeFile(file, 'process.exit(3);');
  const code = new Promise<number>((resolve) => {
    const manager = new DevManager({
      cwd: temporary.folder,
      args: [],
      env: {},
      onLine: () => undefined,
      onEnd: resolve,
    });
    void manager.replace(file);
  });

  expect(await code).toBe(3);
});
