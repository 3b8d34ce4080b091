/** The CRDs that a user names: files, folders, addresses, standard input, or those of a cluster. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../errors.js';
import { callJson } from '../../runtime/client/requests/json-call.js';
import { stringifyExact } from '../../kubernetes/json/stringify-exact.js';
import { isMap } from '../../scaffold/importer/crd-parts.js';
import { readCrds, type ReadCrd } from '../../scaffold/importer/read-crds.js';
import { isAddress, readCrdSource } from '../api/crd-source.js';
import { type Cluster, openCluster, type OpenClusterOptions } from '../cluster/cluster.js';

/** Where CRDs come from. */
export interface CrdInputs {
  readonly cwd: string;
  /** Files, folders, https addresses, or `-` for standard input. */
  readonly sources: readonly string[];
  /** Only these kinds. */
  readonly kinds?: readonly string[];
  /** The name of a CRD of the cluster, or a group of which all are taken. */
  readonly fromCluster?: string;
  readonly cluster?: OpenClusterOptions;
  readonly readInput?: () => Promise<string>;
}

const mostFiles = 5000;

/** All CRDs, each once, sorted by name. */
export async function readInputs(inputs: CrdInputs): Promise<ReadCrd[]> {
  const { sources, kinds, fromCluster, cluster } = inputs;
  const found: ReadCrd[] = [];
  for (const source of sources) found.push(...(await readSource(source, inputs)));
  if (fromCluster !== undefined && cluster !== undefined) found.push(...(await readCluster(fromCluster, cluster)));
  const chosen = kinds === undefined ? found : found.filter(({ crd }) => kinds.includes(crd.spec.names.kind));
  const where = [...sources, ...(fromCluster === undefined ? [] : [`the cluster ("${fromCluster}")`])].join(', ');
  if (found.length === 0)
    throw none(`${where} has no CustomResourceDefinition`, 'give a CRD of apiextensions.k8s.io/v1');
  const missing = kinds?.find((kind) => !found.some(({ crd }) => crd.spec.names.kind === kind));
  if (missing !== undefined) {
    const known = found.map(({ crd }) => crd.spec.names.kind).join(', ');
    throw none(`${where} has no CRD of the kind ${missing}`, `use one of: ${known}`);
  }
  checkOnce(chosen);
  return chosen.sort((left, right) => (left.crd.metadata.name < right.crd.metadata.name ? -1 : 1));
}

async function readSource(source: string, { cwd, readInput }: CrdInputs): Promise<ReadCrd[]> {
  if (source === '-') return readCrds((await readInput?.()) ?? '', 'standard input');
  const absolute = path.resolve(cwd, source);
  const isFolder = !isAddress(source) && (await stat(absolute).catch(() => undefined))?.isDirectory() === true;
  if (!isFolder) return readCrds(await readCrdSource(source, cwd), source);
  const found: ReadCrd[] = [];
  for (const file of await yamlFiles(absolute)) {
    const shown = path.join(source, file);
    const text = await readCrdSource(path.join(absolute, file), cwd);
    // Other YAML files of the folder do not matter here, even if they cannot be read.
    if (text.includes('CustomResourceDefinition')) found.push(...readCrds(text, shown));
  }
  return found;
}

async function yamlFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  const visit = async (below: string): Promise<void> => {
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      const name = path.join(below, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) await visit(name);
      else if (entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name)) files.push(name);
      if (files.length > mostFiles)
        throw none(`${folder} has more than ${mostFiles} YAML files`, 'give the folder of the CRDs');
    }
  };
  await visit('');
  return files.sort();
}

async function readCluster(wanted: string, options: OpenClusterOptions): Promise<ReadCrd[]> {
  await using cluster = await openCluster(options);
  const items = await listCrds(cluster, options.signal);
  const found = items.filter(({ metadata, spec }) => metadata['name'] === wanted || spec['group'] === wanted);
  return found.flatMap(({ metadata, spec }) => {
    const { name, labels, annotations } = metadata;
    // Status and managed fields belong to the cluster.
    const own = { name, ...(isMap(labels) && { labels }), ...(isMap(annotations) && { annotations }) };
    const crd = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: own, spec };
    return readCrds(stringifyExact(crd), `CRD ${String(name)} of the cluster`);
  });
}

type CrdObject = Readonly<Record<'metadata' | 'spec', Readonly<Record<string, unknown>>>>;

async function listCrds({ transport }: Cluster, signal?: AbortSignal): Promise<CrdObject[]> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const answer = await callJson(transport, { method: 'GET', path, signal, timeoutMs: 30_000 });
  const items = isMap(answer) && Array.isArray(answer['items']) ? (answer['items'] as unknown[]) : [];
  return items.filter((item): item is CrdObject => isMap(item) && isMap(item['metadata']) && isMap(item['spec']));
}

function checkOnce(found: readonly ReadCrd[]): void {
  const names = found.map(({ crd }) => crd.metadata.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new UserError('crd-invalid', `the CRD ${twice} was given twice`, {
    fix: 'name one file for each CRD, or choose with --kind',
  });
}

function none(message: string, fix: string): UserError {
  return new UserError('not-found', message, { fix });
}
