// Watch events decoded, stored, indexed and handed to a listener per second, for a custom resource: kbts beside
// controller-runtime. A real API server makes some hundred events a second, so both read from the same stand-in, which
// streams the same prepared events over plain HTTP as fast as they are taken: 1,000 objects of 1.8 kB, changed in turn.
// CPU time is of the reading process alone. Rounds alternate. Exits with 1 over budget.
// Needs Go. Usage: node bench/watch.mjs [events] [rounds]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { judge, median } from './measure.mjs';
import { inTurn, programs, run, table } from './peer.mjs';

const group = 'library.example.com';
const objects = 1000;

function book(index, version) {
  const name = `book-${index}`;
  const field = (names) => Object.fromEntries(names.map((key) => [`f:${key}`, {}]));
  return {
    apiVersion: `${group}/v1`,
    kind: 'Book',
    metadata: {
      name,
      namespace: `shelf-${index % 10}`,
      uid: `7d9f7c1e-0000-4000-8000-${String(index).padStart(12, '0')}`,
      resourceVersion: String(version),
      generation: 3,
      creationTimestamp: '2026-11-16T09:00:00Z',
      labels: { 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': 'kustomize', shelf: `s${index % 10}` },
      annotations: { 'example.com/checksum': String(version * 7919), 'example.com/owner': 'team-library' },
      finalizers: [`${group}/finalizer`],
      managedFields: [
        {
          manager: 'kubectl',
          operation: 'Apply',
          apiVersion: `${group}/v1`,
          time: '2026-11-16T09:00:00Z',
          fieldsType: 'FieldsV1',
          fieldsV1: {
            'f:metadata': { 'f:labels': field(['app.kubernetes.io/name', 'shelf']) },
            'f:spec': field(['pages', 'title', 'authors', 'chapters', 'tags']),
          },
        },
        {
          manager: 'operator',
          operation: 'Update',
          subresource: 'status',
          apiVersion: `${group}/v1`,
          time: '2026-11-16T09:00:01Z',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:status': field(['read', 'conditions']) },
        },
      ],
    },
    spec: {
      pages: version % 100,
      title: `Volume ${index}`,
      authors: ['A. Writer', 'B. Writer'],
      chapters: Array.from({ length: 5 }, (_, at) => ({ title: `Chapter ${at}`, pages: at * 10 })),
      tags: { language: 'en', binding: 'cloth' },
    },
    status: {
      read: version % 50,
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Read',
          message: 'all pages have been read',
          lastTransitionTime: '2026-11-16T09:00:02Z',
          observedGeneration: 3,
        },
      ],
    },
  };
}

const line = (type, object) => `${JSON.stringify({ type, object })}\n`;

/** The state as a streaming list, then all changes, in pieces of 64 kB. */
function prepared(events) {
  const first = Array.from({ length: objects }, (_, index) => line('ADDED', book(index, index + 1)));
  const annotations = { 'k8s.io/initial-events-end': 'true' };
  const bookmark = {
    apiVersion: `${group}/v1`,
    kind: 'Book',
    metadata: { resourceVersion: String(objects), annotations },
  };
  first.push(line('BOOKMARK', bookmark));
  const changes = Array.from({ length: events }, (_, at) => line('MODIFIED', book(at % objects, objects + 1 + at)));
  const bytes = Buffer.from(changes.join(''));
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 65_536) pieces.push(bytes.subarray(at, at + 65_536));
  return { state: Buffer.from(first.join('')), pieces, bytesPerEvent: bytes.length / events };
}

const documents = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [
      {
        name: group,
        versions: [{ groupVersion: `${group}/v1`, version: 'v1' }],
        preferredVersion: { groupVersion: `${group}/v1`, version: 'v1' },
      },
    ],
  },
  [`/apis/${group}/v1`]: {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: `${group}/v1`,
    resources: [
      { name: 'books', singularName: 'book', namespaced: true, kind: 'Book', verbs: ['get', 'list', 'watch'] },
    ],
  },
};

/** The stand-in, in a process of its own. */
async function serve(events) {
  const { state, pieces, bytesPerEvent } = prepared(events);
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    response.setHeader('content-type', 'application/json');
    if (url.pathname !== `/apis/${group}/v1/books`) {
      const document = documents[url.pathname];
      response.writeHead(document ? 200 : 404);
      return response.end(
        JSON.stringify(
          document ?? { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404, reason: 'NotFound' },
        ),
      );
    }
    response.write(state);
    // The listener is in place before the changes begin.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    for (const piece of pieces) if (!response.write(piece)) await once(response, 'drain');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send({ port: server.address().port, bytesPerEvent });
}

async function compare(events, rounds) {
  const work = mkdtempSync(path.join(tmpdir(), 'kbts-watch-'));
  const server = fork(import.meta.filename, ['serve', String(events)]);
  try {
    const [{ port, bytesPerEvent }] = await once(server, 'message');
    const kubeconfig = path.join(work, 'kubeconfig');
    const entry = (kind, value) => [{ name: 'bench', [kind]: value }];
    const config = {
      clusters: entry('cluster', { server: `http://127.0.0.1:${port}` }),
      users: entry('user', {}),
      contexts: entry('context', { cluster: 'bench', user: 'bench' }),
    };
    writeFileSync(
      kubeconfig,
      JSON.stringify({ apiVersion: 'v1', kind: 'Config', 'current-context': 'bench', ...config }),
    );
    const both = await programs(work, 'bench/cache-operator.ts');
    const results = { kbts: [], 'controller-runtime': [] };
    for (let round = 0; round < rounds; round++)
      for (const name of inTurn(round, Object.keys(both)))
        results[name].push(
          await run(both[name], { KUBECONFIG: kubeconfig, BENCH_MODE: 'watch', BENCH_EVENTS: String(events) }),
        );
    const middle = (name, key) => median(results[name].map((result) => result[key]));
    const medians = Object.fromEntries(
      Object.keys(results).map((name) => [
        name,
        Object.fromEntries(['seconds', 'cpuSeconds', 'rssMb'].map((key) => [key, middle(name, key)])),
      ]),
    );
    console.log(`${events} watch events of ${bytesPerEvent.toFixed(0)} bytes, median of ${rounds} rounds`);
    table(medians, {
      'events/s': (r) => events / r.seconds,
      'CPU us/event': (r) => (r.cpuSeconds * 1e6) / events,
      'peak RSS MB': (r) => r.rssMb,
    });
    const ratio = (key) => medians['controller-runtime'][key] / medians.kbts[key];
    console.log(`${ratio('cpuSeconds').toFixed(2)}x events per CPU second`);
    judge([{ what: 'watch events/s', value: ratio('seconds'), least: 1 }]);
  } finally {
    server.kill();
    rmSync(work, { recursive: true });
  }
}

const [first, second] = process.argv.slice(2);
if (first === 'serve') await serve(Number(second));
else await compare(Number(first ?? 50_000), Number(second ?? 3));
