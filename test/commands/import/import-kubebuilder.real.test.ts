/** A project that the real kubebuilder made, with manifests of the real controller-gen, becomes an equal kbts project whose tests pass. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from '../../../src/yaml.js';
import { runOk } from '../../cli/fakes/run-cli.js';
import { type Json, meaningOf } from '../../conformance/corpus/corpus-crd.js';
import { binaryFolder, buildControlPlane } from '../../control-plane/build.mjs';
import { linkPackages, localProgram, temporaryFolder } from '../../project-folder.js';

const commands = [
  'init --domain my.domain --repo example.com/shop --project-name shop',
  'edit --multigroup=true',
  'create api --group webapp --version v1 --kind Guestbook --resource --controller --make=false',
  'create api --group webapp --version v1alpha1 --kind Guestbook --resource --controller=false --make=false',
  'create api --group webapp --version v1 --kind Visitor --resource --controller --make=false',
  'create api --group crew --version v1 --kind Captain --resource --controller --make=false',
  'create api --group crew --version v1 --kind Admiral --plural admirales --namespaced=false --resource --controller --make=false',
  'create webhook --group webapp --version v1 --kind Guestbook --defaulting --programmatic-validation --make=false',
  'create webhook --group crew --version v1 --kind Captain --programmatic-validation --make=false',
  'create webhook --group webapp --version v1 --kind Guestbook --conversion --spoke v1alpha1 --make=false --force',
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  await buildControlPlane(['kubebuilder', 'controller-gen']);
  folder = await temporaryFolder('import');
  const go = path.join(folder.root, 'go');
  const ts = path.join(folder.root, 'ts');
  await mkdir(go);
  await mkdir(ts);
  const run = (program: string, args: readonly string[]): string =>
    execFileSync(path.join(binaryFolder(), program), args, { cwd: go, encoding: 'utf8', stdio: 'pipe' });
  for (const command of commands) run('kubebuilder', command.split(' '));
  // With two versions one must say that it is stored.
  const types = path.join(go, 'api/webapp/v1/guestbook_types.go');
  execFileSync('sed', ['-i', '0,/^.*kubebuilder:subresource:status/s//\\/\\/ +kubebuilder:storageversion\\n&/', types]);
  const output = 'output:crd:artifacts:config=config/crd/bases';
  run('controller-gen', ['object', 'rbac:roleName=manager-role', 'crd', 'webhook', 'paths=./...', output]);
  await runOk(ts, 'import', '--kubebuilder', '../go', '--skip-install', '--kbts', '*');
  await linkPackages(ts);
}, 900_000);
afterAll(async () => folder.clean());

const objects = (project: string, file: string): Json[] =>
  parseAllDocuments(readFileSync(path.join(folder.root, project, file), 'utf8'))
    .map((document) => document.toJS() as Json | null)
    .filter((object) => object !== null);

test('the CRDs are equal, with every description', () => {
  const files = readdirSync(path.join(folder.root, 'go/config/crd/bases'));
  expect(files).toHaveLength(4);
  for (const file of files) {
    const [theirs, ours] = ['go', 'ts'].map((project) => objects(project, `config/crd/bases/${file}`)[0] ?? {});
    const options = { hasDescriptions: true };
    expect(meaningOf(ours ?? {}, options), file).toEqual(meaningOf(theirs ?? {}, options));
  }
});

test('the roles are equal', () => {
  expect(objects('ts', 'config/rbac/role.yaml')).toEqual(objects('go', 'config/rbac/role.yaml'));
});

test('every controller and webhook has its counterpart', () => {
  for (const file of [
    'controller/crew/captain.controller.ts',
    'webhook/webapp/v1/guestbook.webhook.ts',
    'webhook/crew/v1/captain.webhook.ts',
  ])
    expect(existsSync(path.join(folder.root, 'ts/src', file)), file).toBe(true);
});

test('the project compiles, and its tests pass', () => {
  const cwd = path.join(folder.root, 'ts');
  const run = (program: string, ...args: string[]): string =>
    execFileSync(localProgram(program), args, { cwd, encoding: 'utf8', stdio: 'pipe' });

  expect(run('tsc', '--noEmit', '-p', '.')).toBe('');
  expect(run('vitest', 'run', '--maxWorkers=1')).toContain('passed');
}, 600_000);
