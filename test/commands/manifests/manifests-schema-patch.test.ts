import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fromYaml } from '../../../src/yaml.js';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { temporaryFolder } from '../../project-folder.js';

const crd = `# A CRD that people wrote.
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: apples.a.io # their name
  annotations:
    mine: stays
spec:
  group: a.io
  names: {kind: Apple, plural: apples, shortNames: [ap]}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
  - name: v0
    served: false
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        maxProperties: 9007199254740993
`;

let root = '';
let clean: () => Promise<void>;
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
beforeEach(async () => {
  ({ root, clean } = await temporaryFolder());
  write('src/v1/groupversion.ts', '// +groupName=a.io\nexport {};\n');
  write(
    'src/v1/apple.ts',
    "import type { CustomResource } from 'kbts/runtime';\nexport interface Apple extends CustomResource<{ size: number }> {}\n",
  );
  write('crds/apples.yaml', crd);
  write('crds/other.yaml', 'kind: ConfigMap\n');
});
afterEach(async () => clean());

test('the schema of a version that the sources have is theirs; all else stays', async () => {
  await runOk(root, 'manifests', '--schema-patch', 'crds');

  const text = readFileSync(path.join(root, 'crds/apples.yaml'), 'utf8');
  const { spec } = fromYaml(text) as { spec: { versions: { schema: { openAPIV3Schema: { required?: string[] } } }[] } };
  expect(spec.versions.map(({ schema }) => schema.openAPIV3Schema.required)).toEqual([['spec'], undefined]);
  expect(text).toMatch(/^# A CRD that people wrote\.[^]*# their name[^]*mine: stays[^]*shortNames: \[ ?ap ?\]/);
  expect(text).toContain('maxProperties: 9007199254740993');
  expect(readFileSync(path.join(root, 'crds/other.yaml'), 'utf8')).toBe('kind: ConfigMap\n');
  await runOk(root, 'manifests', '--schema-patch', 'crds', '--check');
});

test('a folder that is not there, and broken YAML, are errors', async () => {
  expect((await runCli(root, ['manifests', '--schema-patch', 'nowhere'])).stderr).toContain('cannot-read');
  write('crds/broken.yaml', 'a: [');
  expect((await runCli(root, ['manifests', '--schema-patch', 'crds'])).stderr).toContain('crd-invalid');
});

test('--stdout prints the YAML and writes nothing', async () => {
  write('src/rbac.ts', 'export {};\n// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get\n');
  const printed = await runOk(root, 'manifests', '--stdout');

  expect(printed).toMatch(/kind: CustomResourceDefinition[^]*kind: ClusterRole/);
  expect((await runCli(root, ['manifests', '--check'])).code).toBe(3);
});

test('--rbac-file-name names the file of the roles, and takes no path', async () => {
  write('src/rbac.ts', 'export {};\n// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get\n');
  await runOk(root, 'manifests', '--rbac-file-name', 'rights.yaml');

  expect(readFileSync(path.join(root, 'config/rbac/rights.yaml'), 'utf8')).toContain('deployments');
  expect((await runCli(root, ['manifests', '--rbac-file-name', '../x.yaml'])).stderr).toContain('flag-invalid');
});

test('--markers lists them all', async () => {
  const printed = await runOk(root, 'manifests', '--markers');

  expect(printed).toMatch(/^\+kubebuilder:validation:MinLength\s+\S/m);
  expect(printed).toMatch(/^\+kubebuilder:rbac\s+\S/m);
});
