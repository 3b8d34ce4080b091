/** Rights come and go with the features that need them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOk } from '../cli/fakes/run-cli.js';
import { temporaryFolder } from '../project-folder.js';
import { ensureBinaries } from '../testing/real-binaries.js';
import { grantedRights, type Right } from './rights.js';
import { render, scaffoldFiles } from './scaffolded-operator.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  await ensureBinaries(['kubectl']);
  folder = await temporaryFolder('guestbook');
  await scaffoldFiles(folder.root);
}, 240_000);
afterAll(() => folder.clean());

test('a manager whose certificates come from cert-manager has no right to manage them', async () => {
  const certificates = ['secrets', 'mutatingwebhookconfigurations', 'customresourcedefinitions'];
  expect(resourcesOf(await rights())).toEqual(expect.arrayContaining(certificates));

  await runOk(folder.root, 'edit', '--enable', 'cert-manager');

  expect(resourcesOf(await rights()).filter((resource) => certificates.includes(resource))).toEqual([]);
});

test('no right is given twice, and none by a star', async () => {
  const all = (await rights()).map(({ group, resource, verb }) => `${verb} ${resource}.${group}`);

  expect(all).toEqual([...new Set(all)]);
  expect(all.filter((right) => right.includes('*'))).toEqual([]);
});

async function rights(): Promise<Right[]> {
  return grantedRights(await render(folder.root), 'guestbook-controller-manager');
}

function resourcesOf(given: readonly Right[]): string[] {
  return given.map(({ resource }) => resource);
}
