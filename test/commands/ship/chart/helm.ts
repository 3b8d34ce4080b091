/** The real Helm, as tests ask it. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { parseAllDocuments } from '../../../../src/yaml.js';
import { binaryFolder } from '../../../control-plane/build.mjs';

/** Helm 4, and Helm 3, which most clusters still see. */
export type HelmProgram = 'helm' | 'helm3';

/** Runs a program that was built for tests. */
export async function runProgram(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(path.join(binaryFolder(), program), args, { maxBuffer: 64_000_000 });
  return stdout;
}

/** Runs Helm 4. */
export async function helm(...args: string[]): Promise<string> {
  return runProgram('helm', ...args);
}

/** What `helm template` prints, as objects. */
export function objectsIn(text: string): KubeObject[] {
  return parseAllDocuments(text).flatMap((document) => (document.toJS() as KubeObject | null) ?? []);
}

const helmLabels = new Set([
  'helm.sh/chart',
  'app.kubernetes.io/instance',
  'app.kubernetes.io/version',
  'app.kubernetes.io/managed-by',
]);

/**
 * Objects by name, without Namespace and what `helm test` runs, and without what Helm's guide adds: its labels and the
 * policy of CRDs.
 */
export function comparable(text: string, { image = true } = {}): Record<string, unknown> {
  const shown = objectsIn(text).filter(
    ({ kind, metadata }) => kind !== 'Namespace' && metadata.annotations?.['helm.sh/hook'] === undefined,
  );
  return Object.fromEntries(
    shown.map((object) => [`${object.kind} ${object.metadata.name}`, withoutHelm(object, image)]),
  );
}

function isImage(key: string, item: unknown): boolean {
  return key === 'image' && typeof item === 'string';
}

function withoutHelm(value: unknown, image: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutHelm(item, image));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => !helmLabels.has(key) && key !== 'helm.sh/resource-policy')
    .map(([key, item]) => [key, isImage(key, item) && !image ? 'controller:latest' : withoutHelm(item, image)] as const)
    .filter(([key, item]) => !/^(labels|annotations)$/.test(key) || Object.keys(item as object).length > 0);
  return Object.fromEntries(entries);
}
