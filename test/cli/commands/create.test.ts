import { expect, test } from 'vitest';
import { projectForTests } from '../../commands/project-for-tests.js';
import { runCli, runOk } from '../fakes/run-cli.js';

const project = projectForTests([]);

test('without a person both the resource and the controller are created', async () => {
  const output = await runOk(await project(), ...'create api --group webapp --version v1 --kind Guestbook'.split(' '));

  expect(output).toContain('src/api/v1/guestbook.types.ts');
  expect(output).toContain('src/controller/guestbook.controller.ts');
});

test('each can be switched off', async () => {
  const output = await runOk(
    await project(),
    ...'create api --group webapp --version v1 --kind Guestbook --controller=false'.split(' '),
  );

  expect(output).not.toContain('src/controller');
});

test('a missing flag is named', async () => {
  const { code, stderr } = await runCli(await project(), [
    'create',
    'webhook',
    '--group',
    'webapp',
    '--version',
    'v1',
    '--defaulting',
  ]);

  expect([code, stderr]).toEqual([2, expect.stringContaining('--kind is missing')]);
});
