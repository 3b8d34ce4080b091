import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '../../src/runtime/client/client.js';
import { ApiError, NoKindMatchError } from '../../src/runtime/client/requests/api-error.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { installObjects } from '../../src/testing/install.js';
import { startControlPlane } from '../../src/testing/start-control-plane.js';

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { plural: 'widgets', kind: 'Widget' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true }],
  },
};
type Condition = { type: string; status: string; message: string };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that shows these conditions, each for as long as one wait takes. */
function serverWith(...shown: Condition[][]): Client {
  let at = 0;
  const state = () => ({ ...crd, status: { conditions: shown[Math.min(at, shown.length - 1)] } });
  const client = {
    mapper: { learn: () => undefined, forget: () => undefined },
    with: () => client,
    apply: async (object: KubeObject) => object,
    list: async () => ({ items: [] }),
    find: async () => {
      const found = state();
      at++;
      return found;
    },
    async *watch(_kind: unknown, { signal }: { signal: AbortSignal }) {
      yield { type: 'init' };
      yield { type: 'initApply', object: state() };
      yield { type: 'initDone' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  };
  return client as unknown as Client;
}

const installing = { type: 'Established', status: 'False', message: 'the initial names have been accepted' };
const established = { type: 'Established', status: 'True', message: '' };
const refused = { type: 'NamesAccepted', status: 'False', message: '"Widget" is already in use' };

test('a server that is busy gets more time to establish a CRD', async () => {
  const installed = installObjects(serverWith([installing], [], [established]), [crd], undefined);

  await vi.advanceTimersByTimeAsync(25_000);

  await installed;
});

test('names that are refused are told after the first wait', async () => {
  const installed = installObjects(serverWith([refused]), [crd], undefined);
  const told = expect(installed).rejects.toThrow('NamesAccepted: "Widget" is already in use');

  await vi.advanceTimersByTimeAsync(10_000);

  await told;
});

test('a CRD that is never established is told as such', async () => {
  const installed = installObjects(serverWith([installing]), [crd], undefined);
  const told = expect(installed).rejects.toThrow('CRD widgets.example.com was not accepted: Established: the initial');

  await vi.advanceTimersByTimeAsync(40_000);

  await told;
});

test('a CRD is installed when its path is served, which is a moment after it was accepted', async () => {
  vi.useRealTimers();
  await using plane = await startControlPlane({ kind: 'embedded' });
  const list = plane.client.list.bind(plane.client);
  const answers: string[] = [];
  vi.spyOn(plane.client, 'list').mockImplementation(async (kind, options) => {
    const isLate = answers.length < 2;
    answers.push(isLate ? 'unknown' : 'served');
    if (isLate) throw new NoKindMatchError(kind.gvk, 'https://server');
    return list(kind, options);
  });

  await plane.install('test/runtime/controller/testdata/books.yaml');

  expect(answers).toEqual(['unknown', 'unknown', 'served']);
});

test('what the server refuses is reported with its file', async () => {
  vi.useRealTimers();
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-install-'));
  const file = path.join(folder, 'sample.yaml');
  await writeFile(file, 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\nfoo: bar\n');
  await using plane = await startControlPlane();

  const refusal: unknown = await plane.install(file).catch((error: unknown) => error);
  await rm(folder, { recursive: true });

  expect(refusal).toBeInstanceOf(ApiError);
  expect((refusal as Error).message).toContain(`${file}: `);
  expect((refusal as Error).message).toContain('.foo');
});
