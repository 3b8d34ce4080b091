/** A catalog that a pod in the cluster serves to OLM, without any registry: its files are in ConfigMaps. */
import { createHash } from 'node:crypto';
import { toYaml } from '../../yaml.js';
import type { Json, JsonMap, Manifest } from '../json.js';

/** A bundle of the catalog: the name of its CSV and its blob as YAML. */
export interface ServedBundle {
  readonly name: string;
  readonly text: string;
}

/** What is served, and where. */
export interface ServedCatalog {
  readonly package: string;
  readonly namespace: string;
  /** From old to new; each replaces the one before it. */
  readonly bundles: readonly ServedBundle[];
  /** An image with opm. */
  readonly image: string;
}

/** The only channel of such a catalog. */
export const servedChannel = 'kbts';
/** Says on every object of ours to which package it belongs. */
export const catalogLabel = 'kbts.dev/catalog';
/** Says which bundle a ConfigMap contains, and its place in the order. */
export const bundleAnnotation = 'kbts.dev/bundle';
export const orderAnnotation = 'kbts.dev/order';
/** The port of opm. */
export const catalogPort = 50_051;
/** The cache is made at the start, not brought along; nobody looks at profiles. */
const serveFlags = ['--cache-dir', '/tmp/cache', '--cache-enforce-integrity=false', '--pprof-addr='];
/** What a ConfigMap can contain, with room for its other fields. */
const largest = 1_000_000;

/** The name of ConfigMaps, pods and CatalogSource. */
export function catalogName(pack: string): string {
  return `${pack}-catalog`;
}

/** ConfigMaps with the files, and the pod that serves them. Throws a `RangeError` when a bundle is too large. */
export function catalogObjects(catalog: ServedCatalog): {
  readonly configMaps: readonly Manifest[];
  readonly pod: Manifest;
} {
  const files = [indexText(catalog), ...catalog.bundles.map(({ text }) => text)];
  const configMaps = files.map((text, index) => configMap(catalog, text, index));
  const hash = createHash('sha256')
    .update(JSON.stringify([files, catalog.image]))
    .digest('hex')
    .slice(0, 10);
  return { configMaps, pod: pod(catalog, configMaps, hash) };
}

function indexText({ package: name, bundles }: ServedCatalog): string {
  const entries = bundles.map((bundle, index) => {
    const before = bundles[index - 1];
    return { name: bundle.name, ...(before !== undefined && { replaces: before.name }) };
  });
  const blobs = [
    { schema: 'olm.package', name, defaultChannel: servedChannel },
    { schema: 'olm.channel', package: name, name: servedChannel, entries },
  ];
  return blobs.map((blob) => `---\n${toYaml(blob)}`).join('');
}

function configMap(catalog: ServedCatalog, text: string, index: number): Manifest {
  const bundle = catalog.bundles[index - 1];
  if (Buffer.byteLength(text) > largest)
    throw new RangeError(
      `${bundle?.name ?? 'the catalog'} has ${Buffer.byteLength(text)} bytes, and a ConfigMap takes ${largest}`,
    );
  const annotations: JsonMap =
    bundle === undefined ? {} : { [bundleAnnotation]: bundle.name, [orderAnnotation]: String(index) };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      ...metadata(catalog, index === 0 ? catalogName(catalog.package) : `${catalogName(catalog.package)}-${index}`),
      annotations,
    },
    data: { 'catalog.yaml': text },
  };
}

/** Files are mounted one by one: opm would read a mounted folder of a ConfigMap twice. */
function pod(catalog: ServedCatalog, configMaps: readonly Manifest[], hash: string): Manifest {
  const mounts = configMaps.map((_, index) => ({
    name: `files-${index}`,
    mountPath: `/configs/${index}.yaml`,
    subPath: 'catalog.yaml',
  }));
  const container: Json = {
    name: 'catalog',
    image: catalog.image,
    command: ['opm'],
    args: ['serve', '/configs', '--port', String(catalogPort), ...serveFlags],
    ports: [{ name: 'grpc', containerPort: catalogPort }],
    readinessProbe: { grpc: { port: catalogPort }, periodSeconds: 2 },
    resources: { requests: { cpu: '10m', memory: '50Mi' } },
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    volumeMounts: [...mounts, { name: 'tmp', mountPath: '/tmp' }],
  };
  const volumes: Json = configMaps.map(({ metadata: { name } }, index) => ({
    name: `files-${index}`,
    configMap: { name },
  }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata(catalog, `${catalogName(catalog.package)}-${hash}`),
    spec: {
      automountServiceAccountToken: false,
      containers: [container],
      securityContext: { runAsNonRoot: true, runAsUser: 1001, seccompProfile: { type: 'RuntimeDefault' } },
      volumes: [...volumes, { name: 'tmp', emptyDir: {} }],
    },
  };
}

function metadata(
  { package: pack, namespace }: ServedCatalog,
  name: string,
): { name: string; namespace: string; labels: Record<string, string> } {
  return { name, namespace, labels: { [catalogLabel]: pack } };
}
