import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { asMap, readJson } from '../../src/commands/read-json.js';
import { temporaryFolder } from '../project-folder.js';

test('a file that is missing is undefined, one that is not JSON is an error', async () => {
  const { root, clean } = await temporaryFolder();
  await writeFile(path.join(root, 'a.json'), '{"b":1}');
  await writeFile(path.join(root, 'c.json'), '{');

  expect(await readJson(path.join(root, 'a.json'))).toEqual({ b: 1 });
  expect(await readJson(path.join(root, 'none.json'))).toBeUndefined();
  expect(await readJson(path.join(root, 'a.json', 'b.json'))).toBeUndefined();
  await expect(readJson(path.join(root, 'c.json'))).rejects.toMatchObject({ code: 'cannot-read' });
  await clean();
});

test('what is not a map is an empty one', () => {
  expect([null, [1], 'a', undefined, { a: 1 }].map(asMap)).toEqual([{}, {}, {}, {}, { a: 1 }]);
});
