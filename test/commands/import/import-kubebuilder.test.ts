import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fromYaml } from '../../../src/yaml.js';
import { type Json, meaningOf } from '../../conformance/corpus/corpus-crd.js';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { temporaryFolder } from '../../project-folder.js';
import { widgetCrd } from '../widget-crd.js';
import { goProject, goRole } from './go-project.js';

let folder = '';
let clean: () => Promise<void>;
beforeEach(async () => {
  ({ root: folder, clean } = await temporaryFolder());
  for (const name of ['go/config/crd/bases', 'go/config/rbac', 'ts'])
    await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, 'go/PROJECT'), goProject);
  await writeFile(path.join(folder, 'go/config/crd/bases/widgets.yaml'), widgetCrd);
  await writeFile(path.join(folder, 'go/config/rbac/role.yaml'), goRole);
});
afterEach(async () => clean());

const args = ['import', '--kubebuilder', '../go', '--skip-install', '--kbts', '*'];
const read = async (file: string): Promise<string> => readFile(path.join(folder, 'ts', file), 'utf8');

test('the project has the APIs, controllers, webhooks and rights of the Go project', async () => {
  const { code, stderr } = await runCli(path.join(folder, 'ts'), args);

  expect(code, stderr).toBe(0);
  expect(stderr).toContain("Certificate is somebody else's kind");
  const made = fromYaml(await read('config/crd/bases/acme.io_widgets.yaml'));
  expect(meaningOf(made as Json)).toEqual(meaningOf(fromYaml(widgetCrd) as Json));
  expect(await readdir(path.join(folder, 'ts/src/controller/acme'))).toContain('widget.controller.ts');
  expect(await read('src/webhook/acme/v1/widget.webhook.ts')).toContain('WidgetValidator');
  // Nothing but what the Go project may do, though a watching controller of Deployments would ask for more.
  expect((fromYaml(await read('config/rbac/role.yaml')) as { rules: unknown }).rules).toEqual(
    (fromYaml(goRole) as { rules: unknown }).rules,
  );
});

test('a folder that is not empty stays as it is', async () => {
  await runOk(path.join(folder, 'ts'), ...args);

  const { code, stderr } = await runCli(path.join(folder, 'ts'), args);
  expect([code, stderr]).toEqual([1, expect.stringContaining('already-initialized')]);
});

test('nothing is written when a CRD is not valid', async () => {
  await writeFile(path.join(folder, 'go/config/crd/bases/widgets.yaml'), widgetCrd.replace('Namespaced', 'Nowhere'));

  const { code } = await runCli(path.join(folder, 'ts'), args);
  expect([code, await readdir(path.join(folder, 'ts'))]).toEqual([1, []]);
});
