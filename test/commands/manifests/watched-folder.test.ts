import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WatchedFiles, watchFolder } from '../../../src/commands/manifests/watched-folder.js';

let folder: string;
let seen: string[];
let watcher: Disposable;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kbts-folder-'));
  mkdirSync(path.join(folder, 'deep'));
  writeFileSync(at('deep/a.ts'), '0');
  seen = [];
  watcher = watchFolder(folder, (file) => seen.push(file));
});

afterEach(() => {
  watcher[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

const ways = {
  'writes into the file': () => appendFileSync(at('deep/a.ts'), '1'),
  'puts a new file in its place': () => {
    writeFileSync(at('deep/a.ts.new'), '1');
    renameSync(at('deep/a.ts.new'), at('deep/a.ts'));
  },
  'deletes it and writes it anew': () => {
    unlinkSync(at('deep/a.ts'));
    writeFileSync(at('deep/a.ts'), '1');
  },
  'keeps the old one until the new one is there': () => {
    renameSync(at('deep/a.ts'), at('deep/a.ts~'));
    writeFileSync(at('deep/a.ts'), '1');
    unlinkSync(at('deep/a.ts~'));
  },
};

test.each(Object.entries(ways))('every change is seen when an editor %s', async (_title, save) => {
  for (let time = 1; time <= 3; time++) {
    save();
    await expectSeen('deep/a.ts');
  }
});

test('a folder that is made later is watched, with the files that are in it already', async () => {
  mkdirSync(at('new/inner'), { recursive: true });
  writeFileSync(at('new/inner/b.ts'), '0');
  await expectSeen('new/inner/b.ts');

  appendFileSync(at('new/inner/b.ts'), '1');
  await expectSeen('new/inner/b.ts');
});

test('a folder that goes and comes back is watched again', async () => {
  rmSync(at('deep'), { recursive: true });
  await expectSeen('deep');

  mkdirSync(at('deep'));
  await expectSeen('deep');
  writeFileSync(at('deep/a.ts'), '0');
  await expectSeen('deep/a.ts');
});

test('installed packages are not watched', async () => {
  mkdirSync(at('node_modules'));
  await expectSeen('node_modules');

  writeFileSync(at('node_modules/p.ts'), '0');
  writeFileSync(at('deep/a.ts'), '1');
  await vi.waitFor(() => expect(seen).toContain('deep/a.ts'), { timeout: 30_000, interval: 5 });
  expect(seen).not.toContain('node_modules/p.ts');
});

/** Waits until the change was seen and no more comes, and forgets it. */
async function expectSeen(file: string): Promise<void> {
  await vi.waitFor(() => expect(seen).toContain(file), { timeout: 30_000, interval: 5 });
  const marker = `${file.replaceAll('/', '-')}.end`;
  writeFileSync(at(marker), '');
  await vi.waitFor(() => expect(seen).toContain(marker), { timeout: 30_000, interval: 5 });
  unlinkSync(at(marker));
  seen.length = 0;
}

function at(name: string): string {
  return path.join(folder, name);
}

test('single files are watched wherever they are, and those that do not exist yet', async () => {
  const [one, later, other] = ['one.json', 'later/deep/two.ts', 'other.ts'].map((name) => path.join(folder, name));
  let count = 0;
  using watched = new WatchedFiles(() => void count++);
  const changed = async (write: () => void): Promise<void> => {
    const before = count;
    write();
    await expect.poll(() => count).toBeGreaterThan(before);
  };

  watched.watch([one ?? '', later ?? '']);
  await changed(() => writeFileSync(one ?? '', '1'));
  await changed(() => mkdirSync(path.join(folder, 'later')));
  watched.watch([later ?? '']);
  await changed(() => mkdirSync(path.join(folder, 'later/deep')));
  watched.watch([later ?? '']);
  writeFileSync(other ?? '', 'nobody asked');
  await changed(() => writeFileSync(later ?? '', '2'));
});
