/** The built-in tests on bundles with planted errors, beside operator-sdk's own program. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { scorecard } from '../../../src/commands/ship/scorecard.js';
import { builtInTests } from '../../../src/ship/scorecard/built-in-tests.js';
import { parseDocument } from '../../../src/yaml.js';
import { runOk } from '../../cli/fakes/run-cli.js';
import { binaryFolder } from '../../control-plane/build.mjs';
import { temporaryFolder } from '../../project-folder.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { makeProject } from './operator-sdk.js';
import { sdkScorecard } from './scorecard-judge.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

type Change = (bundle: string) => Promise<void>;
interface Example {
  apiVersion?: string;
  kind?: string;
  metadata?: { name: string };
  spec?: unknown;
  status?: unknown;
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
let count = 0;
beforeAll(async () => {
  await ensureBinaries(['kubectl', 'scorecard-test']);
  process.env['PATH'] = `${binaryFolder()}:${process.env['PATH'] ?? ''}`;
  folder = await temporaryFolder('scorecards');
  root = await makeProject(folder.root, 'app');
  await runOk(root, 'bundle', 'generate', '--version', '1.2.3', '--image', 'ghcr.io/acme/app:v1.2.3');
});
afterAll(async () => folder?.clean());

const csv = 'manifests/app.clusterserviceversion.yaml';
const annotations = 'metadata/annotations.yaml';

/** Changes a value in a file; nothing in its place removes it. */
function set(file: string, place: readonly (string | number)[], value?: unknown): Change {
  return async (bundle) => {
    const document = parseDocument(await readFile(path.join(bundle, file), 'utf8'));
    if (value === undefined) document.deleteIn(place);
    else document.setIn(place, document.createNode(value));
    await writeFile(path.join(bundle, file), String(document));
  };
}

/** Changes the samples. */
function examples(change: (list: Example[]) => unknown): Change {
  return async (bundle) => {
    const place = ['metadata', 'annotations', 'alm-examples'];
    const document = parseDocument(await readFile(path.join(bundle, csv), 'utf8'));
    const list = JSON.parse(String(document.getIn(place))) as Example[];
    document.setIn(place, JSON.stringify(change(list)));
    await writeFile(path.join(bundle, csv), String(document));
  };
}

/** Every example, with other fields. */
function each(fields: Example): Change {
  return examples((list) => list.map((one) => ({ ...one, ...fields })));
}

const alm = ['metadata', 'annotations', 'alm-examples'];
const owned = ['spec', 'customresourcedefinitions', 'owned'];
const status = { readyReplicas: 1 };
const crd = 'manifests/ingress.my.domain_apps.yaml';

const planted: Readonly<Record<string, Change>> = {
  nothing: async () => undefined,
  'no annotations': set(csv, ['metadata', 'annotations']),
  'no examples': set(csv, alm),
  'examples that are empty': set(csv, alm, ''),
  'examples that are null': set(csv, alm, 'null'),
  'examples that are an empty list': set(csv, alm, '[]'),
  'examples that are not JSON': set(csv, alm, '[{'),
  'examples that are a map': set(csv, alm, '{}'),
  'examples of numbers': set(csv, alm, '[1]'),
  'an example without a kind': each({ kind: undefined }),
  'examples without a spec': each({ spec: undefined }),
  'a spec that is null': each({ spec: null }),
  'a spec that is empty': each({ spec: {} }),
  'a field that the schema lacks': each({ spec: { nonsense: 1 } }),
  'a status': each({ status }),
  'a status that is empty': each({ status: {} }),
  'a status that the schema lacks': each({ status: { nonsense: 1 } }),
  'an example of another kind': each({ kind: 'Table' }),
  'an example in other letters': each({ kind: 'APP' }),
  'an example of another version': each({ apiVersion: 'ingress.my.domain/v7' }),
  'an example of another group': each({ apiVersion: 'other.my.domain/v1' }),
  'no owned kinds': set(csv, owned),
  'an owned kind without resources': set(csv, [...owned, 0, 'resources']),
  'owned kinds with resources': async (bundle) => {
    for (const index of [0, 1])
      await set(csv, [...owned, index, 'resources'], [{ kind: 'Deployment', name: '', version: 'v1' }])(bundle);
  },
  'no spec descriptors': set(csv, [...owned, 0, 'specDescriptors']),
  'a descriptor less': set(csv, [...owned, 0, 'specDescriptors', 0]),
  'a status without descriptors': async (bundle) => {
    await each({ status })(bundle);
    for (const index of [0, 1]) await set(csv, [...owned, index, 'statusDescriptors'])(bundle);
  },
  'a version without a schema': set(crd, ['spec', 'versions', 0, 'schema']),
  'a CRD of an old version': set(crd, ['apiVersion'], 'apiextensions.k8s.io/v1alpha1'),
  'a name that is wrong': set(csv, ['metadata', 'name'], 'app'),
  'no CSV': async (bundle) => rm(path.join(bundle, csv)),
  'two CSVs': async (bundle) => cp(path.join(bundle, csv), path.join(bundle, 'manifests/other.yaml')),
  'a file that is not YAML': async (bundle) => writeFile(path.join(bundle, 'manifests/a.yaml'), 'a: [\n'),
  'no metadata': async (bundle) => rm(path.join(bundle, 'metadata'), { recursive: true }),
  'metadata without annotations': set(annotations, ['annotations'], {}),
};

test.each(Object.entries(planted))('%s', async (_, change) => {
  const bundle = path.join(folder.root, `bundle-${count++}`);
  await cp(path.join(root, 'bundle'), bundle, { recursive: true });
  const config = path.join(bundle, 'tests/scorecard/config.yaml');
  await change(bundle);

  const theirs = await sdkScorecard(bundle, builtInTests);
  const ours = await scorecard('/', bundle, { config });

  const states = ours.map(({ result }) => [result?.name, result?.state]);
  expect(Object.fromEntries(states)).toEqual(
    Object.fromEntries(Object.entries(theirs).map(([name, { state }]) => [name, state])),
  );
});
