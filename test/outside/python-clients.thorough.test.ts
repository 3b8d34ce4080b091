/** Clients that are not ours: an operator in kopf and the official Python client tell the same story on both servers. */
import { spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineKind } from '../../src/runtime/object/kind.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { type ControlPlane, eventually, startControlPlane } from '../../src/testing/index.js';
import { ensureBinaries } from '../testing/real-binaries.js';
import { untilAccepted } from '../until-known.js';

const PACKAGES = ['kopf==1.45.2', 'kubernetes==37.0.2'];
const sources = path.join(import.meta.dirname, 'python');
const patience = { timeoutMs: 60_000 };

let planes: ControlPlane[] = [];
let python: string;
let folder: string;
beforeAll(async () => {
  await ensureBinaries();
  python = await pythonWithPackages();
  folder = await mkdtemp(path.join(tmpdir(), 'kbts-python-'));
  planes = await Promise.all([startControlPlane({ kind: 'embedded' }), startControlPlane({ kind: 'envtest' })]);
  await Promise.all(planes.map(install));
}, 600_000);
afterAll(async () => {
  await Promise.all(planes.map((plane) => plane.stop()));
  await rm(folder, { recursive: true, force: true });
});

test('the official client tells the same story', { timeout: 300_000 }, async () => {
  const [embedded, real] = await onBoth(async (plane) => {
    const { output, code } = await started(python, [path.join(sources, 'lamp_client.py'), await kubeconfig(plane)], {})
      .done;
    return { code, story: output.trim().split('\n') };
  });

  expect(embedded).toEqual(real);
  expect(real).toMatchObject({ code: 0 });
  expect(embedded?.story).toHaveLength(12);
});

test('an operator in kopf tells the same story', { timeout: 300_000 }, async () => {
  const [embedded, real] = await onBoth(kopfStory);

  expect(embedded).toEqual(real);
  expect(embedded).toMatchObject({
    created: { phase: 'On', create: { bulbs: 1 } },
    updated: { phase: 'Off', switched: 'true-false' },
    finalizers: ['outside.kbts.dev/kopf'],
    seen: true,
    gone: true,
  });
});

/** One after the other: both need a processor. */
async function onBoth<T>(run: (plane: ControlPlane) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const plane of planes) results.push(await run(plane));
  return results;
}

interface Lamp extends KubeObject {
  spec: { lit: boolean };
  status?: { phase?: string; create?: object };
}
const Lamp = defineKind<Lamp>({
  group: 'outside.kbts.dev',
  version: 'v1',
  kind: 'Lamp',
  plural: 'lamps',
  scope: 'Namespaced',
});

async function kopfStory(plane: ControlPlane): Promise<unknown> {
  const { client } = plane;
  const key = { name: 'lamp', namespace: 'default' };
  const lamp = async () => client.get(Lamp, key);
  const operator = started(
    python,
    ['-m', 'kopf', 'run', '--standalone', '-A', path.join(sources, 'lamp_operator.py')],
    {
      KUBECONFIG: await kubeconfig(plane),
    },
  );
  try {
    await client.create({
      apiVersion: 'outside.kbts.dev/v1',
      kind: 'Lamp',
      metadata: key,
      spec: { lit: true },
    } as never);
    const created = await eventually(async () => {
      const { metadata, status } = await lamp();
      expect(metadata.labels).toEqual({ ticked: 'yes' });
      expect(status?.create).toBeDefined();
      return { metadata, status };
    }, patience);
    await client.patch({ kind: Lamp, ...key }, { type: 'merge', body: { spec: { lit: false } } });
    const updated = await eventually(async () => {
      const { metadata, status } = await lamp();
      expect(metadata.annotations?.['switched']).toBeDefined();
      expect(status?.phase).toBe('Off');
      return { switched: metadata.annotations?.['switched'], phase: status?.phase };
    }, patience);
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'lamp', namespace: 'default' } };
    await client.create({ ...map, metadata: { ...map.metadata, labels: { lamp: 'bill' } } } as never);
    await eventually(() => expect(operator.soFar()).toContain('configmap ADDED'), patience);
    await client.delete({ kind: Lamp, ...key });
    await eventually(() => expect(lamp()).rejects.toThrow('not found'), patience);
    const { finalizers } = created.metadata;
    return { created: created.status, updated, finalizers, seen: true, gone: true };
  } finally {
    operator.stop();
    await operator.done;
  }
}

async function install({ client }: ControlPlane): Promise<void> {
  const status = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const spec = { type: 'object', properties: { lit: { type: 'boolean' }, watts: { type: 'integer', default: 5 } } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec, status } } };
  await client.create({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'lamps.outside.kbts.dev' },
    spec: {
      group: 'outside.kbts.dev',
      scope: 'Namespaced',
      names: { plural: 'lamps', kind: 'Lamp' },
      versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema }],
    },
  } as never);
  const first = { apiVersion: 'outside.kbts.dev/v1', kind: 'Lamp', metadata: { name: 'first', namespace: 'default' } };
  await untilAccepted(() => client.create(first as never));
  await client.delete(first as never);
}

async function kubeconfig(plane: ControlPlane): Promise<string> {
  const file = path.join(folder, plane.kind);
  await writeFile(file, plane.kubeconfig());
  return file;
}

/** A virtual environment with the pinned packages, made once per machine. */
async function pythonWithPackages(): Promise<string> {
  const cache = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'kbts', 'python');
  const made = path.join(cache, PACKAGES.join('_').replaceAll('==', '-'));
  const program = path.join(made, 'bin', 'python');
  const isReady = await access(path.join(made, 'ready')).then(
    () => true,
    () => false,
  );
  if (isReady) return program;
  await rm(made, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  await succeeded('python3', ['-m', 'venv', made]);
  await succeeded(program, ['-m', 'pip', 'install', '--quiet', ...PACKAGES]);
  await writeFile(path.join(made, 'ready'), '');
  return program;
}

async function succeeded(program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await started(program, args, {}).done;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${output}`);
}

interface Started {
  readonly done: Promise<{ readonly code: number | null; readonly output: string }>;
  soFar(): string;
  stop(): void;
}

function started(program: string, args: readonly string[], env: Readonly<Record<string, string>>): Started {
  const child = spawn(program, args, { env: { ...process.env, ...env, PYTHONUNBUFFERED: '1' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  const done = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
  return { done, soFar: () => output, stop: () => void child.kill('SIGTERM') };
}
