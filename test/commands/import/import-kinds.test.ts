import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fromYaml } from '../../../src/yaml.js';
import { type Json, meaningOf } from '../../conformance/corpus/corpus-crd.js';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { projectForTests } from '../project-for-tests.js';
import { widgetCrd } from '../widget-crd.js';

const project = projectForTests(['--domain', 'my.domain']);
const multigroup = projectForTests(['--domain', 'my.domain', '--multigroup']);

const crd = widgetCrd.replace(
  'properties: { spec: { type: object } }',
  'properties: { spec: { type: object, required: [size], properties: { size: { type: integer, minimum: 3 } } } }, required: [spec]',
);
const twoVersions = `${crd}${crd.slice(crd.indexOf('  - name: v1')).replace('name: v1', 'name: v2').replace('storage: true', 'storage: false')}`;
const gadget = crd.replaceAll('widgets', 'gadgets').replaceAll('Widget', 'Gadget');

async function withFile(make: () => Promise<string>, text: string): Promise<string> {
  const root = await make();
  await writeFile(path.join(root, 'crd.yaml'), text);
  return root;
}

test('a kind with all its versions becomes an API of the project, and its CRD is equal', async () => {
  const root = await withFile(project, twoVersions);
  await runOk(root, 'import', 'crd.yaml');

  const made = fromYaml(await readFile(path.join(root, 'config/crd/bases/acme.io_widgets.yaml'), 'utf8'));
  expect(meaningOf(made as Json)).toEqual(meaningOf(fromYaml(twoVersions) as Json));
  const record = await readFile(path.join(root, 'PROJECT'), 'utf8');
  expect(record.match(/kind: Widget/g)).toHaveLength(2);
  expect(await readFile(path.join(root, 'src/api/v2/groupversion.ts'), 'utf8')).toContain('+groupName=acme.io');
  expect(fromYaml(await readFile(path.join(root, 'config/samples/acme_v1_widget.yaml'), 'utf8'))).toMatchObject({
    apiVersion: 'acme.io/v1',
    spec: { size: 3 },
  });
  await runOk(root, 'manifests', '--check');
  await runOk(root, 'generate', '--check');
});

test('several kinds share a package', async () => {
  const root = await withFile(project, `${crd}---${gadget}`);
  await runOk(root, 'import', 'crd.yaml', '--controller');

  expect(await readFile(path.join(root, 'src/api/v1/index.ts'), 'utf8')).toMatch(/Gadget[^]*Widget/);
  expect(await readFile(path.join(root, 'src/main.ts'), 'utf8')).toContain('gadgetController');
});

test('a group of the domain of the project loses it in PROJECT', async () => {
  const root = await withFile(multigroup, crd.replaceAll('acme.io', 'acme.my.domain'));
  await runOk(root, 'import', 'crd.yaml');

  expect(await readFile(path.join(root, 'src/api/acme/v1/widget.types.ts'), 'utf8')).toContain('interface Widget');
  expect(await readFile(path.join(root, 'PROJECT'), 'utf8')).toMatch(/domain: my.domain\n\s+group: acme\n/);
});

test('a kind that begins with a small letter stays so', async () => {
  const root = await withFile(project, crd.replace('kind: Widget,', 'kind: widget,'));
  await runOk(root, 'import', 'crd.yaml');

  expect(await runOk(root, 'list')).toContain('widget');
});

test('types alone leave the kind to its owner', async () => {
  const root = await withFile(project, twoVersions);
  await runOk(root, 'import', 'crd.yaml', '--types-only');

  expect(await readFile(path.join(root, 'src/external/acme.io/v2/widget.types.ts'), 'utf8')).toContain(
    '// +kubebuilder:validation:Minimum=3\n  size: number;',
  );
  await runOk(root, 'manifests', '--check');
});

test.each([
  ['what exists already', ['import', 'crd.yaml'], crd, 'already-exists'],
  [
    'another group in a project with one',
    ['import', 'crd.yaml', '--kind', 'Widget'],
    crd.replaceAll('acme.io', 'b.io'),
    'multigroup-needed',
  ],
  [
    'what types cannot say',
    ['import', 'crd.yaml'],
    gadget.replace('minimum: 3', 'minimum: 3, dependencies: {}'),
    'crd-invalid',
  ],
  ['no source', ['import'], crd, 'flag-missing'],
  ['types without controllers', ['import', 'crd.yaml', '--types-only', '--controller'], crd, 'flag-conflict'],
  ['a project and kinds at once', ['import', 'crd.yaml', '--kubebuilder', '.'], crd, 'flag-conflict'],
])('%s is an error, and nothing is written', async (_, args, text, code) => {
  const root = await withFile(project, crd);
  await runOk(root, 'import', 'crd.yaml');
  const before = await readFile(path.join(root, 'PROJECT'), 'utf8');
  await writeFile(path.join(root, 'crd.yaml'), text);

  const { stderr } = await runCli(root, args);
  expect(stderr).toContain(code);
  expect(await readFile(path.join(root, 'PROJECT'), 'utf8')).toBe(before);
});
