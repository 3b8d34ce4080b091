import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { secretWordsIn, secretWordsUnder } from '../../../../src/commands/cluster/secrets/secret-words.js';
import { temporaryFolder } from '../../../project-folder.js';

describe('secretWordsIn', () => {
  test.each([
    ['a block', 'kind: Secret\nstringData:\n  password: hunter2\ntype: Opaque\n', ['password', 'hunter2']],
    ['a flow', 'kind: Secret\ndata: { password: hunter2 }\ntype: Opaque\n', ['password', 'hunter2']],
    ['a list at its own level', 'secretGenerator:\n- name: a\n  literals:\n  - b=hunter2\n', ['b', 'hunter2']],
    ['JSON that is cut', '{"kind":"Secret","data":{"a":"hunter2"', ['a', 'hunter2']],
    ['a line without its colon', 'kind: Secret\nstringData:\n  password hunter2\n', ['password', 'hunter2']],
    ['an anchor', 'kind: Secret\nstringData: { a: *hunter2 }\n', ['a', 'hunter2']],
    [
      'a patch',
      'patches:\n- target: { kind: Secret }\n  patch: |-\n    stringData\n      a: hunter2\n',
      ['a', 'hunter2'],
    ],
  ])('%s', (_, text, words) => {
    expect(secretWordsIn(text)).toEqual(words);
  });
  test('nothing of files without a Secret', () => {
    expect(secretWordsIn('kind: ConfigMap\ndata: { a: visible }\n')).toEqual([]);
  });
});

test('other files count only where a generator reads them', async () => {
  const folder = await temporaryFolder('secret-words');
  onTestFinished(folder.clean);
  await mkdir(path.join(folder.root, 'default'), { recursive: true });
  await writeFile(path.join(folder.root, 'default/secret.env'), 'a=hunter2\n');
  expect(await secretWordsUnder(folder.root)).toEqual([]);
  await writeFile(path.join(folder.root, 'kustomization.yaml'), 'secretGenerator:\n- envs: [default/secret.env]\n');
  expect(await secretWordsUnder(folder.root)).toEqual(['a', 'hunter2']);
});
