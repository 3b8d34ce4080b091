/** What `kbts manifests` says about rights, and how `--fix` puts the markers right. */
import { readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { manifests } from '../../src/commands/manifests/manifests.js';
import { applyEdits } from '../../src/rights/marker-edits.js';
import { applyChanges } from '../../src/scaffold/apply.js';
import { temporaryFolder } from '../project-folder.js';
import { diagnosticsOf } from './operator.js';

const marker = (text: string): string => `// +kubebuilder:rbac:${text}`;
const watchesPods = marker('groups=core,resources=pods,verbs=get;list;watch');

describe('a missing right', () => {
  test('is an error at the call, with the marker to add', async () => {
    const body = 'await client.live.list(Secret);';

    const found = await diagnosticsOf({ markers: watchesPods, body });

    expect(found).toMatchObject([
      {
        severity: 'error',
        code: 'rights-missing',
        message: 'this needs the right to list secrets, which no marker gives',
        fix: `add ${marker('groups=core,resources=secrets,verbs=list')}`,
        position: { file: 'src/main.ts' },
        excerpt: body,
      },
    ]);
  });

  test('of a resource that has a marker is added to that marker', async () => {
    const markers = [watchesPods, marker('groups=core,resources=secrets,verbs=list')].join('\n');

    const found = await diagnosticsOf({
      markers,
      body: 'await client.deleteAllOf(Secret, { all: true }); await client.live.list(Secret);',
    });

    expect(found.map(({ fix }) => fix)).toEqual([
      `change the marker in src/main.ts:10 to ${marker('groups=core,resources=secrets,verbs=list;deletecollection')}`,
    ]);
  });

  test('is asked for where all others are: in their namespace and role', async () => {
    const markers = marker('groups=core,resources=pods,verbs=get;list;watch,namespace=here,roleName=mine');

    const found = await diagnosticsOf({ markers, body: 'await client.live.list(Secret);' });

    expect(found.map(({ fix }) => fix)).toEqual([
      `add ${marker('groups=core,resources=secrets,verbs=list,namespace=here,roleName=mine')}`,
    ]);
  });

  test.each([
    'groups=*,resources=*,verbs=*',
    'groups=core,resources=secrets,verbs=*',
    'groups=core,resources=secrets,resourceNames=one,verbs=list',
  ])('is none when %s allows it', async (text) => {
    const markers = [watchesPods, marker(text)].join('\n');

    expect(await diagnosticsOf({ markers, body: 'await client.live.list(Secret);' })).toEqual([]);
  });

  test('is not looked for while a module is missing: the compiler reports that', async () => {
    expect(await diagnosticsOf({ besides: "import './gone.js';" })).toEqual([]);
  });
});

describe('an unused right', () => {
  test('is a warning at its marker, with the marker as it should be', async () => {
    const markers = marker('groups=core,resources=pods,verbs=get;list;watch;delete');

    expect(await diagnosticsOf({ markers })).toMatchObject([
      {
        severity: 'warning',
        code: 'rights-unused',
        message: 'no call needs the right to delete pods',
        fix: `change it to ${watchesPods}`,
        excerpt: markers,
      },
    ]);
  });

  test('is not reported in a module that main.ts does not lead to: nobody has looked at its calls', async () => {
    const modules = { 'src/rbac.ts': `${marker('groups=core,resources=secrets,verbs=delete')}\n\nexport {};\n` };

    expect(await diagnosticsOf({ markers: watchesPods, modules })).toEqual([]);
  });

  test('is not reported for verbs that no request carries, and for rights to give', async () => {
    const bind = marker('groups=rbac.authorization.k8s.io,resources=clusterroles,verbs=bind;escalate');
    const given = marker('groups=apps,resources=deployments,verbs=delete');
    const roles = marker('groups=rbac.authorization.k8s.io,resources=roles,verbs=create');
    expect(await diagnosticsOf({ markers: [watchesPods, bind].join('\n') })).toEqual([]);

    const body = "await client.create(new Role({ metadata: { namespace: 'a', name: 'b' } }));";
    expect(await diagnosticsOf({ markers: [watchesPods, roles, given].join('\n'), body })).toEqual([]);
  });
});

describe('a call that is not understood', () => {
  const call = "await client.live.list(dynamicKind({ group: 'a.b', version: 'v1', kind: 'C' }));";
  const explanation = marker('groups=a.b,resources=cs,verbs=list');

  test('is listed, and no marker counts as unused meanwhile', async () => {
    const found = await diagnosticsOf({ markers: [watchesPods, explanation].join('\n'), body: call });

    expect(found).toMatchObject([{ severity: 'warning', code: 'rights-unclear', excerpt: call }]);
  });

  test('is silenced by a marker on the line above, which is never unused', async () => {
    expect(await diagnosticsOf({ markers: watchesPods, body: `${explanation}\n${call}` })).toEqual([]);
  });
});

test('roles by hand that a binding gives to the operator count as well', async () => {
  const role = {
    kind: 'ClusterRole',
    metadata: { name: 'more' },
    rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['list'] }],
  };
  const binding = {
    kind: 'ClusterRoleBinding',
    metadata: { name: 'more' },
    roleRef: { kind: 'ClusterRole', name: 'more' },
  };
  const files = (bound: readonly object[]): Record<string, string> => ({
    'config/rbac/kustomization.yaml': 'resources: [more.yaml]\n',
    'config/rbac/more.yaml': bound.map((object) => JSON.stringify(object)).join('\n---\n'),
  });
  const operator = { markers: watchesPods, body: 'await client.live.list(Secret);' };

  expect(await diagnosticsOf({ ...operator, modules: files([role, binding]) })).toEqual([]);
  expect(await diagnosticsOf({ ...operator, modules: files([role]) })).toMatchObject([{ code: 'rights-missing' }]);
});

describe('--fix', () => {
  let clean = async (): Promise<void> => {};
  afterEach(async () => clean());

  async function example(change: (text: string) => string): Promise<{ root: string; file: string; role: string }> {
    const folder = await temporaryFolder('database');
    clean = folder.clean;
    const source = path.resolve('examples/database');
    for (const part of ['src', 'config', 'PROJECT', 'tsconfig.json', 'package.json'])
      await cp(path.join(source, part), path.join(folder.root, part), { recursive: true });
    const file = path.join(folder.root, 'src/controller/database.controller.ts');
    await writeFile(file, change(await readFile(file, 'utf8')));
    return { root: folder.root, file, role: path.join(folder.root, 'config/rbac/role.yaml') };
  }

  const original = readFileSync('examples/database/src/controller/database.controller.ts', 'utf8');
  const allMarkers = /(?:\/\/ \+kubebuilder:rbac:.*\n)+\n/;

  test.each<readonly [string, (text: string) => string]>([
    ['all markers are gone', (text) => text.replace(allMarkers, '')],
    ['one marker is gone', (text) => text.replace(/.*resources=secrets.*\n/, '')],
    ['verbs are missing and too many', (text) => text.replace('create;patch;delete', 'create;update')],
    [
      'there is one too many',
      (text) => text.replace(allMarkers, (all) => `${marker('groups=batch,resources=jobs,verbs=create')}\n${all}`),
    ],
  ])('gives the role that it should be when %s', async (_title, change) => {
    const { root, file, role } = await example(change);
    await writeFile(role, '');
    expect(await readFile(file, 'utf8')).not.toBe(original);

    const { changes, diagnostics } = await manifests({ root, rights: 'fix' });
    await applyChanges(root, changes);

    expect(diagnostics).toEqual([]);
    expect(await readFile(role, 'utf8')).toBe(readFileSync('examples/database/config/rbac/role.yaml', 'utf8'));
    expect((await manifests({ root, rights: 'fix' })).changes).toEqual([]);
    expect((await manifests({ root })).diagnostics).toEqual([]);
  });

  test.each([
    ['in a block comment', '/** +kubebuilder:rbac:groups=batch,resources=jobs,verbs=create */\n\n'],
    [
      'in a block comment of several lines',
      '/*\n * +kubebuilder:rbac:groups=batch,resources=jobs,verbs=create\n */\n\n',
    ],
  ])('leaves a marker %s as it is', async (_title, comment) => {
    const { root, file, role } = await example((text) => text.replace(allMarkers, (all) => `${comment}${all}`));
    await writeFile(role, '');

    await applyChanges(root, (await manifests({ root, rights: 'fix' })).changes);

    expect(await readFile(file, 'utf8')).toContain(comment);
  });

  test('never touches a file outside of the project', () => {
    const edit = { line: 1, isNew: true, text: '// a' };
    const edits = ['/elsewhere/a.ts', '../shared/a.ts', 'src/a.ts'].map((name) => ({ ...edit, file: name }));

    expect([...applyEdits(edits, () => '').keys()]).toEqual(['src/a.ts']);
  });

  test('changes nothing when nothing is wrong', async () => {
    const { root } = await example((text) => text);

    expect((await manifests({ root, rights: 'fix' })).changes).toEqual([]);
  });
});
