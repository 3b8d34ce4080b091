import { expect, test } from 'vitest';
import { projectForTests } from '../../commands/project-for-tests.js';
import { runCli, runOk } from '../fakes/run-cli.js';

const project = projectForTests([], 'create api --group webapp --version v1 --kind Guestbook');

test('list prints a table, and JSON for programs', async () => {
  const root = await project();

  expect(await runOk(root, 'list')).toMatch(/webapp\.my\.domain +v1 +Guestbook +guestbooks/);
  expect(JSON.parse(await runOk(root, 'list', '-o', 'json'))).toMatchObject({ resources: [{ kind: 'Guestbook' }] });
});

test('doctor exits with 1 when there is a problem', async () => {
  const root = await project();
  const { rm } = await import('node:fs/promises');
  await rm(`${root}/src/controller/guestbook.controller.ts`);

  const { code, stdout } = await runCli(root, ['doctor']);

  expect([code, stdout]).toEqual([1, expect.stringContaining('src/controller/guestbook.controller.ts is missing')]);
});

test('edit and delete say what they changed', async () => {
  const root = await project();

  expect(await runOk(root, 'edit', '--enable', 'pdb')).toBe('changed   config/default/kustomization.yaml\n');
  expect(await runOk(root, ...'delete api --group webapp --version v1 --kind Guestbook'.split(' '))).toContain(
    'deleted   src/api/v1/guestbook.types.ts',
  );
});
