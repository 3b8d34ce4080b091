/** The same operator as `peers/controller-runtime`, on kbts: it ends when all Books are done and prints what it measured. */
import {
  controller,
  createManager,
  defineKind,
  is,
  loadClusterConfig,
  type KubeObject,
  predicates,
  type ReconcileContext,
  type Stored,
} from '../src/runtime/index.js';
import { createTransport } from '../src/runtime/entry/client.js';
import { createLogger } from '../src/runtime/entry/observe.js';

interface Book extends KubeObject {
  spec?: { pages?: number };
  status?: { read?: number };
}
const Book = defineKind<Book>({
  group: 'library.example.com',
  version: 'v1',
  kind: 'Book',
  plural: 'books',
  scope: 'Namespaced',
  subresources: { status: true },
});
interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
}
const ConfigMap = defineKind<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});

const objects = Number(process.env['BENCH_OBJECTS']);
const concurrency = Number(process.env['BENCH_CONCURRENCY']);
const namespace = process.env['BENCH_NAMESPACE'] ?? '';
const stop = new AbortController();
const took: number[] = [];
let startedAt = 0;
let warm = { at: 0, cpuSeconds: 0 };
let writes = 0;

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The read of the Book, which the Go program does itself, has happened before; it comes from the cache. */
async function reconcile(book: Stored<Book>, { client }: ReconcileContext): Promise<void> {
  const beganAt = performance.now();
  if (book.status?.read === book.spec?.pages) return;
  const { name, namespace: place, uid } = book.metadata;
  const key = { name, namespace: place };
  startedAt ||= beganAt;
  const pages = book.spec?.pages ?? 0;
  const child = await client.find(ConfigMap, key);
  if (!child) {
    const owner = { apiVersion: Book.apiVersion, kind: 'Book', name, uid, controller: true, blockOwnerDeletion: true };
    await client.create(
      new ConfigMap({ metadata: { ...key, ownerReferences: [owner] }, data: { pages: String(pages) } }),
    );
  }
  await client.status.update(book, { ...book, status: { read: pages } });
  took.push(performance.now() - beganAt);
  if (took.length === objects / 2) warm = { at: performance.now(), cpuSeconds: cpuSeconds() };
  if (took.length === objects) finish();
}

function finish(): void {
  const seconds = (performance.now() - startedAt) / 1000;
  took.sort((left, right) => left - right);
  const { maxRSS } = process.resourceUsage();
  console.log(
    JSON.stringify({
      seconds,
      p50Ms: took[Math.floor(took.length / 2)],
      p99Ms: took[Math.floor(took.length * 0.99)],
      writes,
      rssMb: maxRSS / 1024,
      cpuSeconds: cpuSeconds(),
      warmSeconds: (performance.now() - warm.at) / 1000,
      warmCpuSeconds: cpuSeconds() - warm.cpuSeconds,
    }),
  );
  stop.abort();
}

const config = await loadClusterConfig();
const transport = createTransport(config, {
  observer: { exchange: ({ method }) => (writes += method === 'GET' ? 0 : 1) },
});
const manager = await createManager({
  transport,
  log: createLogger({ level: 'info' }),
  cache: { default: { namespaces: [namespace] } },
});
manager.add(
  controller(Book, { predicates: [predicates.generationChanged()] })
    .owns(ConfigMap)
    .options({ concurrency })
    .reconcile(async (book, context) => {
      await reconcile(book, context).catch((error: unknown) => {
        if (!is.conflict(error)) throw error;
      });
    }),
);
await manager.start(stop.signal);
await transport[Symbol.asyncDispose]();
