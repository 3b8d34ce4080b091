// Filling a cache with 20,000 and 50,000 Pods: kbts beside controller-runtime, on one real kube-apiserver. Time until it is
// in sync (and until the same bytes have merely arrived), the peak of memory, what is resident after settling, and what is left after a full collection that gives
// memory back. kbts reads JSON, controller-runtime protobuf; both keep everything the server sends. kbts has the
// scaffolded image's limit of the young generation, and more memory than the scaffold gives. The Pods have about
// 7 kB as JSON, half of it managedFields. With few Pods Node's own 50 MB decide; the goals are about the defaults.
// Exits with 1 when a goal is missed. Needs Go and the real binaries. Usage: node bench/memory.mjs [pods] [rounds]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildControlPlane } from '../test/control-plane/build.mjs';
import { judge, median } from './measure.mjs';
import { bundle, inTurn, programs, run, scaffoldedFlags, table } from './peer.mjs';

const sizes = process.argv[2] ? [Number(process.argv[2])] : [20_000, 50_000];
const rounds = Number(process.argv[3] ?? 3);
/** The same bytes, received and not read: how much of the time is the server's. */
const FLOOR = 'bytes alone';
const work = mkdtempSync(path.join(tmpdir(), 'kbts-memory-'));

function pod(index) {
  const app = `service-${index % 200}`;
  const hash = (index * 2_654_435_761).toString(16).slice(-10);
  const probe = (route) => ({ httpGet: { path: route, port: 8080 }, periodSeconds: 10, timeoutSeconds: 1 });
  const container = (name) => ({
    name,
    image: `images.example.com/${app}/${name}:v1.${index % 50}.0`,
    args: ['--config=/etc/config/settings.yaml', `--shard=${index % 16}`, '--log-level=info'],
    ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
      { name: 'REGION', value: `region-${index % 8}` },
      { name: 'DATABASE_URL', value: `postgres://db-${index % 40}.data.svc:5432/${app}` },
    ],
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '1', memory: '512Mi' } },
    livenessProbe: probe('/healthz'),
    readinessProbe: probe('/readyz'),
    volumeMounts: [
      { name: 'config', mountPath: '/etc/config', readOnly: true },
      { name: 'cache', mountPath: '/var/cache' },
    ],
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${app}-${hash}-${index}`,
      namespace: `team-${index % 20}`,
      labels: {
        'app.kubernetes.io/name': app,
        'app.kubernetes.io/instance': `${app}-prod`,
        'app.kubernetes.io/managed-by': 'kbts',
        'pod-template-hash': hash,
      },
      annotations: { 'example.com/config-checksum': hash.repeat(4), 'example.com/scrape': 'true' },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: `${app}-${hash}`,
          uid: `7d9f7c1e-0000-4000-8000-${String(index % 200).padStart(12, '0')}`,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      nodeName: `node-${index % 500}`,
      serviceAccountName: app,
      containers: [container('server'), container('proxy')],
      volumes: [
        { name: 'config', configMap: { name: `${app}-config` } },
        { name: 'cache', emptyDir: {} },
      ],
    },
  };
}

let seeded = 0;

/** Creates Pods until there are as many; the size of one as JSON. */
async function seed({ client }, pods) {
  const namespaces = seeded > 0 ? [] : Array.from({ length: 20 }, (_, index) => `team-${index}`);
  for (const name of namespaces) await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const worker = async () => {
    while (seeded < pods) await client.create(pod(seeded++));
  };
  await Promise.all(Array.from({ length: 30 }, worker));
  const [first] = (await client.live.list(podKind, { limit: 1, namespace: 'team-0' })).items;
  return JSON.stringify(first).length;
}

/** Medians of all rounds with as many Pods. */
async function measure(both, kubeconfig, pods) {
  const results = Object.fromEntries(Object.keys(both).map((name) => [name, []]));
  const variables = { KUBECONFIG: kubeconfig, BENCH_MODE: 'memory', BENCH_OBJECTS: String(pods), BENCH_SETTLE: '10s' };
  for (let round = 0; round < rounds; round++)
    for (const name of inTurn(round, Object.keys(both)))
      results[name].push(await run(both[name], name === FLOOR ? { ...variables, BENCH_MODE: 'receive' } : variables));
  const keys = ['seconds', 'cpuSeconds', 'peakMb', 'settledMb', 'collectedMb'];
  const middle = (name, key) => median(results[name].map((result) => result[key]));
  return Object.fromEntries(
    Object.keys(results).map((name) => [name, Object.fromEntries(keys.map((key) => [key, middle(name, key)]))]),
  );
}

function goalsOf(pods, { kbts, 'controller-runtime': peer }) {
  const ratio = (key) => kbts[key] / peer[key];
  return [
    { what: `cache of ${pods} pods: time until in sync`, value: ratio('seconds'), most: 1.3 },
    { what: `cache of ${pods} pods: peak memory`, value: ratio('peakMb'), most: 0.7 },
    { what: `cache of ${pods} pods: memory when settled`, value: ratio('settledMb'), most: 0.7 },
    { what: `cache of ${pods} pods: memory after a collection`, value: ratio('collectedMb'), most: 0.7 },
  ];
}

process.env.KUBEBUILDER_ASSETS = await buildControlPlane(['etcd', 'kube-apiserver']);
const both = await programs(work, 'bench/cache-operator.ts', ['--expose-gc', scaffoldedFlags().young]);
both[FLOOR] = both.kbts;
const { startControlPlane } = await import(
  pathToFileURL(await bundle('src/testing/index.ts', path.join(work, 'testing.mjs'))).href
);
const runtime = await import(pathToFileURL(await bundle('src/runtime/index.ts', path.join(work, 'runtime.mjs'))).href);
const podKind = runtime.defineKind({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
const plane = await startControlPlane({ kind: 'envtest' });
try {
  const kubeconfig = path.join(work, 'kubeconfig');
  writeFileSync(kubeconfig, plane.kubeconfig(), { mode: 0o600 });
  const goals = [];
  for (const pods of sizes) {
    const bytes = await seed(plane, pods);
    const medians = await measure(both, kubeconfig, pods);
    console.log(`\n${pods} cached Pods of ${bytes} bytes as JSON, median of ${rounds} rounds`);
    table(medians, {
      'seconds to sync': (r) => r.seconds,
      'CPU s': (r) => r.cpuSeconds,
      'peak MB': (r) => r.peakMb,
      'settled MB': (r) => r.settledMb,
      'after GC MB': (r) => r.collectedMb,
    });
    goals.push(...goalsOf(pods, medians));
  }
  judge(goals);
} finally {
  await plane.stop();
  rmSync(work, { recursive: true });
}
