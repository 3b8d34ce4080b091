import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkWebhookRights } from '../../../src/commands/webhook/webhook-rights.js';
import { WorkingTree } from '../../../src/scaffold/working-tree.js';
import { runOk } from '../../cli/fakes/run-cli.js';
import { projectForTests } from '../project-for-tests.js';

const id = '--group webapp --version v1 --kind Guestbook';
const project = projectForTests([], `create api ${id}`, `create webhook ${id} --defaulting --programmatic-validation`);
const roleFile = 'config/components/webhook/cert_role.yaml';

test('a fresh project says nothing', async () => {
  expect(await checkWebhookRights(new WorkingTree(await project()))).toEqual([]);
});

test('the role of older projects is reported: it is for all configurations', async () => {
  const root = await project();
  const file = path.join(root, roleFile);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('  resourceNames:\n  - mutating-webhook-configuration\n', ''));

  expect(await checkWebhookRights(new WorkingTree(root))).toMatchObject([{ status: 'warning' }]);
});

test('a configuration with another name is reported until the role has it', async () => {
  const root = await project();
  const hook = path.join(root, 'src/webhook/v1/guestbook.webhook.ts');
  const marker = '// +kubebuilder:webhookconfiguration:mutating=true,name=my-hooks\n';
  await writeFile(hook, `${await readFile(hook, 'utf8')}\n${marker}`);
  await runOk(root, 'manifests');

  expect(await checkWebhookRights(new WorkingTree(root))).toMatchObject([
    { status: 'problem', message: expect.stringContaining('my-hooks') as string },
  ]);

  const file = path.join(root, roleFile);
  await writeFile(file, (await readFile(file, 'utf8')).replace('- mutating-webhook-configuration', '- my-hooks'));
  expect(await checkWebhookRights(new WorkingTree(root))).toEqual([]);
});
