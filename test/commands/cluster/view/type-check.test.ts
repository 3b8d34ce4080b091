import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DevEvent } from '../../../../src/commands/cluster/dev/dev-event.js';
import { checkTypes, parseProblems, TypeWatch } from '../../../../src/commands/cluster/view/type-check.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { temporaryFolder } from '../../../project-folder.js';

const { signal } = new AbortController();

async function typed(source: string) {
  const folder = await temporaryFolder('types');
  await mkdir(path.join(folder.root, 'node_modules'), { recursive: true });
  await symlink(path.resolve('node_modules/typescript'), path.join(folder.root, 'node_modules/typescript'));
  await writeFile(
    path.join(folder.root, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true }, "files": ["a.ts"] }',
  );
  await writeFile(path.join(folder.root, 'a.ts'), source);
  return folder;
}

test('lines of the compiler become problems with their place', () => {
  const output = "src/a.ts(3,7): error TS2322: Type 'string' is not assignable.\n  The reason.\nFound 1 error.\n";

  expect(parseProblems(output)).toEqual([
    { file: 'src/a.ts', line: 3, column: 7, message: "TS2322: Type 'string' is not assignable." },
  ]);
});

test('a project without a compiler is not checked', async () => {
  const { root, clean } = await temporaryFolder('types');

  expect(await checkTypes(root, signal)).toBeUndefined();
  await clean();
});

test('wrong types are told, and that they are right again', async () => {
  const { root, clean } = await typed("export const count: number = 'one';\n");
  const events: DevEvent[] = [];
  const watch = new TypeWatch(root, signal, (event) => void events.push(event));

  watch.check();
  await eventually(() => expect(events).toHaveLength(1), { timeoutMs: 30_000 });
  await writeFile(path.join(root, 'a.ts'), 'export const count: number = 1;\n');
  watch.check();
  await eventually(() => expect(events).toHaveLength(2), { timeoutMs: 30_000 });

  expect(events).toMatchObject([
    { type: 'problem', diagnostics: [{ position: { file: 'a.ts', line: 1, column: 14 } }] },
    { type: 'status', message: 'no type errors any more' },
  ]);
  await clean();
});
