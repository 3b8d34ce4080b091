/** The same programs as `peers/controller-runtime/cache.go`, on kbts: watched events per second, memory of cached pods. */
import { readFileSync } from 'node:fs';
import { defineKind, type KubeObject, loadClusterConfig } from '../src/runtime/index.js';
import { createCache } from '../src/runtime/entry/cache.js';
import { createTransport } from '../src/runtime/entry/client.js';

interface Book extends KubeObject {
  spec?: { pages?: number };
}
const Book = defineKind<Book>({
  group: 'library.example.com',
  version: 'v1',
  kind: 'Book',
  plural: 'books',
  scope: 'Namespaced',
});
const Pod = defineKind({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });

const transport = createTransport(await loadClusterConfig());
const cache = createCache({ transport });

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A line such as `VmRSS` of /proc/self/status. */
function statusMb(name: string): number {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(found?.[1]) / 1024;
}

/** Indexes Books and measures how fast the changes come in. */
async function watchEvents(expected: number): Promise<object> {
  cache.index(Book, 'spec.pages', ({ spec }) => [String(spec?.pages)]);
  const informer = await cache.informer(Book);
  let seen = 0;
  let beganAt = 0;
  let cpu = 0;
  const done = new Promise<void>((resolve) => {
    informer.on((event) => {
      if (event.type !== 'update') return;
      seen++;
      if (seen === 1) [beganAt, cpu] = [performance.now(), cpuSeconds()];
      else if (seen === expected) resolve();
    });
  });
  cache.start();
  await done;
  const seconds = (performance.now() - beganAt) / 1000;
  return { seconds, cpuSeconds: cpuSeconds() - cpu, rssMb: statusMb('VmHWM') };
}

/** Fills a cache with all Pods and reports what it takes. */
async function cachePods(expected: number, settleMs: number): Promise<object> {
  const beganAt = performance.now();
  const informer = await cache.informer(Pod);
  cache.start();
  await informer.synced({ timeout: '10m' });
  const { size } = informer.store;
  if (size !== expected) throw new Error(`${size} pods in place of ${expected}`);
  const taken = { seconds: (performance.now() - beganAt) / 1000, cpuSeconds: cpuSeconds() };
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const settledMb = statusMb('VmRSS');
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { ...taken, peakMb: statusMb('VmHWM'), settledMb, collectedMb: statusMb('VmRSS') };
}

/** Receives what a cache of all Pods would read, and reads none of it: what server and network take. */
async function receivePods(): Promise<object> {
  const beganAt = performance.now();
  const query = 'watch=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';
  const response = await transport.request({
    method: 'GET',
    path: `/api/v1/pods?${query}`,
    headers: { 'accept-encoding': 'identity' },
  });
  let end = '';
  for await (const chunk of response.body) {
    end = (end + Buffer.from(chunk).subarray(-500).toString('latin1')).slice(-600);
    if (end.includes('k8s.io/initial-events-end')) break;
  }
  const taken = { seconds: (performance.now() - beganAt) / 1000, cpuSeconds: cpuSeconds() };
  return { ...taken, peakMb: statusMb('VmHWM'), settledMb: statusMb('VmRSS'), collectedMb: statusMb('VmRSS') };
}

const mode = process.env['BENCH_MODE'];
const result =
  mode === 'watch'
    ? await watchEvents(Number(process.env['BENCH_EVENTS']))
    : mode === 'receive'
      ? await receivePods()
      : await cachePods(
          Number(process.env['BENCH_OBJECTS']),
          Number.parseInt(process.env['BENCH_SETTLE'] ?? '0', 10) * 1000,
        );
console.log(JSON.stringify(result));
process.exit(0);
