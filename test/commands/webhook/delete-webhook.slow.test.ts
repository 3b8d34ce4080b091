import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { snapshot } from '../../snapshot.js';
import { projectForTests } from '../project-for-tests.js';

const id = '--group webapp --version v1 --kind Guestbook';
const project = projectForTests(
  [],
  `create api ${id}`,
  'create api --group webapp --version v2 --kind Guestbook --controller=false',
);
const hookFile = 'src/webhook/v1/guestbook.webhook.ts';

describe('deleting undoes creating, byte for byte', () => {
  test.each([
    ['defaulting', '--defaulting'],
    ['validation', '--programmatic-validation'],
    ['both', '--defaulting --programmatic-validation'],
    ['conversion', '--conversion --spoke v2'],
    ['everything', '--defaulting --programmatic-validation --conversion --spoke v2'],
    ['custom paths', '--defaulting --defaulting-path /a --programmatic-validation --validation-path /b'],
  ])('%s', async (_, flags) => {
    const root = await project();
    const before = await snapshot(root);

    await runOk(root, ...`create webhook ${id} ${flags}`.split(' '));
    await runOk(root, ...`delete webhook ${id}`.split(' '));

    expect(await snapshot(root)).toEqual(before);
  });

  test.each([
    ['defaulting', '--programmatic-validation', '--defaulting'],
    ['validation', '--defaulting', '--programmatic-validation'],
    ['conversion', '--defaulting', '--conversion --spoke v2'],
  ])('%s, while another one stays', async (_, first, second) => {
    const root = await project();
    await runOk(root, ...`create webhook ${id} ${first}`.split(' '));
    const before = await snapshot(root);

    await runOk(root, ...`create webhook ${id} ${second}`.split(' '));
    await runOk(root, ...`delete webhook ${id} ${second.replace(' --spoke v2', '')}`.split(' '));

    expect(await snapshot(root)).toEqual(before);
  });

  test('a webhook of a core kind', async () => {
    const root = await project();
    const before = await snapshot(root);

    await runOk(root, ...'create webhook --group core --version v1 --kind Pod --core --defaulting'.split(' '));
    await runOk(root, ...'delete webhook --group core --version v1 --kind Pod'.split(' '));

    expect(await snapshot(root)).toEqual(before);
  });

  test.each([
    ['one controller', ''],
    ['a named controller', ' --controller-name pod-watcher'],
  ])('a webhook of a core kind with %s', async (_, flags) => {
    const root = await project();
    await runOk(root, ...`create api --group core --version v1 --kind Pod --core --controller${flags}`.split(' '));
    const before = await snapshot(root);

    await runOk(root, ...'create webhook --group core --version v1 --kind Pod --core --defaulting'.split(' '));
    await runOk(root, ...'delete webhook --group core --version v1 --kind Pod'.split(' '));

    expect(await snapshot(root)).toEqual(before);
  });
});

test('rules of the user are not lost, unless --force says so', async () => {
  const root = await project();
  await runOk(root, ...`create webhook ${id} --defaulting --programmatic-validation`.split(' '));
  const file = path.join(root, hookFile);
  await writeFile(file, (await readFile(file, 'utf8')).replace('// TODO(user): fill in', '// mine: fill in'));

  const refused = await runCli(root, `delete webhook ${id} --defaulting`.split(' '));
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(hookFile)]);
  await runOk(root, ...`delete webhook ${id} --defaulting --force`.split(' '));

  const left = await readFile(file, 'utf8');
  expect(left).not.toContain('Defaulter');
  expect(left).toContain('GuestbookValidator');
});
