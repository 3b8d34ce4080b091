/** Our verdicts on bundles and those of the real operator-sdk. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { validateBundle } from '../../../src/commands/ship/bundle-validate.js';
import { runOk } from '../../cli/fakes/run-cli.js';
import { binaryFolder } from '../../control-plane/build.mjs';
import { temporaryFolder } from '../../project-folder.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { makeProject, sdkVerdict } from './operator-sdk.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 900_000 });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let bundle: string;
beforeAll(async () => {
  await ensureBinaries(['kubectl', 'operator-sdk']);
  process.env['PATH'] = `${binaryFolder()}:${process.env['PATH'] ?? ''}`;
  folder = await temporaryFolder('validate');
  const root = await makeProject(folder.root, 'database');
  await runOk(
    root,
    'bundle',
    'generate',
    '--version',
    '1.2.3',
    '--image',
    'ghcr.io/acme/db:v1',
    '--channels',
    'stable',
  );
  bundle = path.join(root, 'bundle');
});
afterAll(async () => folder?.clean());

const csv = 'manifests/database.clusterserviceversion.yaml';
const crd = 'manifests/data.my.domain_databases.yaml';
const annotations = 'metadata/annotations.yaml';
const all = 'suite=operatorframework';

type Change = (bundle: string) => Promise<void>;

function replace(file: string, from: string | RegExp, to: string): Change {
  return async (copy) => {
    const text = await readFile(path.join(copy, file), 'utf8');
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${file} has no ${String(from)}`);
    await writeFile(path.join(copy, file), changed);
  };
}

function add(file: string, text: string): Change {
  return async (copy) => writeFile(path.join(copy, file), text);
}

function remove(file: string): Change {
  return async (copy) => rm(path.join(copy, file), { recursive: true });
}

const account = 'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: database-controller-manager\n';
const budget = (line: string): string =>
  `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: a\nspec:\n  ${line}\n`;

/** CRDs that the API server refuses, by what is changed in them. */
const brokenCrds: Readonly<Record<string, Change>> = {
  'a name that is not plural and group': replace(crd, 'name: databases.data.my.domain', 'name: other.data.my.domain'),
  'a group without a dot': replace(crd, 'group: data.my.domain', 'group: data'),
  'a protected group': replace(crd, 'group: data.my.domain', 'group: data.k8s.io'),
  'no scope': replace(crd, /\n {2}scope: .*/, ''),
  'another scope': replace(crd, 'scope: Namespaced', 'scope: Galaxy'),
  'a plural in capitals': replace(crd, 'plural: databases', 'plural: Databases'),
  'a singular with a dot': replace(crd, 'singular: database', 'singular: data.base'),
  'a short name with a space': replace(crd, 'singular: database', 'singular: database\n    shortNames: ["d b"]'),
  'a good short name': replace(crd, 'singular: database', 'singular: database\n    shortNames: [db]'),
  'a kind with a hyphen at its end': replace(crd, 'kind: Database\n', 'kind: Database-\n'),
  'no version that is stored': replace(crd, 'storage: true', 'storage: false'),
  'two versions that are stored': replace(crd, 'storage: false', 'storage: true'),
  'versions of one name': replace(crd, /name: v1alpha1\n/, 'name: v1\n'),
  'a column without a path': replace(crd, /- jsonPath: \.spec\.engine\n\s+name/, '- name'),
  'a column of another type': replace(crd, 'type: date', 'type: moment'),
  'a column with a path that does not begin with a dot': replace(
    crd,
    'jsonPath: .spec.engine',
    'jsonPath: spec.engine',
  ),
  'another strategy of conversion': replace(crd, 'strategy: Webhook', 'strategy: Magic'),
  'a conversion by nobody': replace(crd, / {6}clientConfig:\n(?: {8}.*\n)+/, ''),
  'a conversion over HTTP': replace(crd, /service:\n(?: {10}.*\n)+/, 'url: http://a.b/c\n'),
  'a conversion of no version': replace(crd, / {6}conversionReviewVersions:\n.*\n/, ''),
  'no conversion': replace(crd, / {2}conversion:\n(?: {4}.*\n)+/, ''),
  'unknown fields that are kept': replace(crd, '  scope:', '  preserveUnknownFields: true\n  scope:'),
  'a scale of nothing': replace(crd, /\n( +)subresources:\n/, '\n$1subresources:\n$1  scale: {}\n'),
  'versions that are a map': replace(crd, /\n {2}versions:\n[\s\S]*/, '\n  versions: {}\n'),
  'a scope that is a number': replace(crd, 'scope: Namespaced', 'scope: 1'),
  'a field of a type that is none': replace(crd, 'type: integer', 'type: whole'),
  'a default that does not fit': replace(crd, 'default: 7', 'default: seven'),
};

const planted: Readonly<Record<string, Change>> = {
  ...brokenCrds,
  nothing: async () => undefined,
  'a name without a version': replace(csv, 'name: database.v1.2.3', 'name: database'),
  'a name with half a version': replace(csv, 'name: database.v1.2.3', 'name: database.v1.2'),
  'a name in capitals': replace(csv, 'name: database.v1.2.3', 'name: Database.v1.2.3'),
  'a version with a letter': replace(csv, /\n {2}version: 1\.2\.3/, '\n  version: 1.2.x'),
  'a leading zero in the version': replace(csv, /\n {2}version: 1\.2\.3/, '\n  version: 1.02.3'),
  'a bad replaces': replace(csv, /\n {2}version: 1\.2\.3/, '\n  replaces: database\n  version: 1.2.3'),
  'a good replaces': replace(csv, /\n {2}version: 1\.2\.3/, '\n  replaces: database.v1.2.2\n  version: 1.2.3'),
  'samples that are no list': replace(
    csv,
    /alm-examples: \|-\n[\s\S]*?\n {4}(?=capabilities)/,
    'alm-examples: "{"\n    ',
  ),
  'a sample of a foreign kind': replace(csv, '"kind": "Database"', '"kind": "Table"'),
  'no samples': replace(csv, /alm-examples: \|-\n[\s\S]*?\n {4}(?=capabilities)/, ''),
  'no install modes': replace(csv, /\n {2}installModes:\n[\s\S]*?(?=\n {2}keywords)/, ''),
  'no supported install mode': replace(csv, 'supported: true', 'supported: false'),
  'conversion in one namespace': replace(csv, 'supported: false', 'supported: true'),
  'a bad least version of Kubernetes': replace(csv, 'minKubeVersion: 1.30.0', 'minKubeVersion: one'),
  'a short least version of Kubernetes': replace(csv, 'minKubeVersion: 1.30.0', 'minKubeVersion: "1.30"'),
  'an annotation in the wrong case': replace(csv, 'capabilities:', 'olm.skiprange: "<1.0.0"\n    capabilities:'),
  'an owned kind without a CRD': remove(crd),
  'an owned version without a CRD': replace(csv, /version: v1alpha1\n/, 'version: v9\n'),
  'a CRD that is not owned': replace(
    csv,
    / {2}customresourcedefinitions:\n[\s\S]*?(?=\n {2}description)/,
    '  customresourcedefinitions: {}',
  ),
  'two CSVs': async (copy) => cp(path.join(copy, csv), path.join(copy, 'manifests/other.clusterserviceversion.yaml')),
  'no CSV': remove(csv),
  'no metadata': remove('metadata'),
  'no manifests': remove('manifests'),
  'annotations without a package': replace(annotations, /.*bundle\.package\.v1.*\n/, ''),
  'annotations without channels': replace(annotations, /.*bundle\.channels\.v1.*\n/, ''),
  'annotations without a default channel': replace(annotations, /.*bundle\.channel\.default\.v1.*\n/, ''),
  'a default channel that is none': replace(annotations, 'channel.default.v1: stable', 'channel.default.v1: fast'),
  'another media type': replace(annotations, 'registry+v1', 'plain+v0'),
  'the account of the Deployment': add('manifests/account.yaml', account),
  'another account': add('manifests/account.yaml', account.replace('database-', 'other-')),
  'a kind that OLM does not know': add(
    'manifests/daemon.yaml',
    'apiVersion: apps/v1\nkind: DaemonSet\nmetadata:\n  name: a\n',
  ),
  'a budget that blocks drains': add('manifests/budget.yaml', budget('maxUnavailable: 0')),
  'a budget of all pods': add('manifests/budget.yaml', budget('minAvailable: 100%')),
  'a good budget': add('manifests/budget.yaml', budget('minAvailable: 1')),
  'a network policy': add(
    'manifests/policy.yaml',
    'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: a\nspec:\n  podSelector: {}\n',
  ),
  'a file that is no object': add('manifests/notes.yaml', 'some: text\n'),
  'a file that is no YAML': add('manifests/notes.yaml', 'a: [\n'),
  'a wrong level of capabilities': replace(csv, 'capabilities: Basic Install', 'capabilities: Great'),
  'a wrong category': replace(csv, 'capabilities:', 'categories: Toys\n    capabilities:'),
  'a right category': replace(csv, 'capabilities:', 'categories: "Database, Storage"\n    capabilities:'),
  'no provider': replace(csv, /\n {2}provider:\n {4}name: .*/, ''),
  'a bad email': replace(csv, 'maintainers@my.domain', 'maintainers'),
  'a maintainer without a name': replace(csv, /\n {6}name: Database maintainers/, ''),
  'a bad link': replace(csv, 'url: https://my.domain', 'url: nowhere'),
  'a bad icon': replace(
    csv,
    /\n {2}version: 1\.2\.3/,
    '\n  icon:\n  - base64data: aGk=\n    mediatype: text/plain\n  version: 1.2.3',
  ),
  'no least version of Kubernetes': replace(csv, /\n {2}minKubeVersion: .*/, ''),
  'no Deployment': replace(csv, /\n {6}deployments:\n[\s\S]*?(?=\n {6}permissions)/, '\n      deployments: []'),
};

/** What operator-sdk lets pass, and who refuses it. */
const stricter = new Set([
  // opm, when the bundle goes into a catalog.
  'a default channel that is none',
  'a leading zero in the version',
  // The rules for objects of operator-framework/api, which operator-sdk does not run; OLM's documents say the same.
  'a budget that blocks drains',
  'a budget of all pods',
  // The API server, when OLM installs the CRD.
  'a field of a type that is none',
  'a default that does not fit',
  // OLM, which finds no Deployment for the webhooks.
  'no Deployment',
]);

test.each(Object.keys(planted))('%s: the same verdict as operator-sdk', async (name) => {
  const copy = path.join(folder.root, 'copies', name.replaceAll(' ', '-'));
  await cp(bundle, copy, { recursive: true });
  await planted[name]?.(copy);
  const theirs = await sdkVerdict(copy, '--select-optional', all);
  const ours = await validateBundle(folder.root, copy, [all]);
  const errors = ours.findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  const theirErrors = theirs.outputs.filter(({ type }) => type === 'error').map(({ message }) => message);
  expect({ passed: errors.length === 0, errors, theirErrors }).toEqual({
    passed: theirs.passed && !stricter.has(name),
    errors,
    theirErrors,
  });
});
