// The embedded API server against real etcd and kube-apiserver, in one run: time until ready, 1,000 creates of custom
// resources with 10 at once, as many patches, a watch that replays them, and a list.
// Needs the real binaries (test/control-plane/build.mjs). Usage: node bench/embedded.mjs [objects]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const objects = Number(process.argv[2] ?? 1000);
const concurrency = 10;
const group = 'bench.kbts.dev';
const collection = `/apis/${group}/v1/namespaces/default/widgets`;

const work = await mkdtemp(path.join(tmpdir(), 'kbts-bench-'));
try {
  const { startEmbeddedApiServer, startRealApiServer, ApiClient, widgetDefinition } = await load();
  const embedded = await measure('embedded', async () => {
    const server = await startEmbeddedApiServer();
    return { server: server.server, token: server.adminToken, stop: server.stop };
  });
  const real = await measure('real', startRealApiServer);
  report(embedded, real);

  async function measure(name, start) {
    const began = performance.now();
    const target = await start();
    const client = new ApiClient(target.server, target.token);
    await client.call({ method: 'GET', path: '/readyz' });
    const result = { name, 'ready (ms)': performance.now() - began };
    await install(client);
    const times = await load1000(client);
    client.close();
    await target.stop();
    return { ...result, ...times };
  }

  async function install(client) {
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    await client.call({ method: 'POST', path, body: widgetDefinition(group) });
    for (;;) {
      const { code } = await client.call({ method: 'GET', path: collection });
      if (code === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function load1000(client) {
    const times = {};
    const timed = async (label, act) => {
      const began = performance.now();
      const cpu = process.cpuUsage();
      await act();
      const { user, system } = process.cpuUsage(cpu);
      times[`${label} (ms)`] = performance.now() - began;
      // Real servers are other processes: theirs is the client's share alone.
      times['  of that CPU of this process'.concat(' '.repeat(Object.keys(times).length))] = (user + system) / 1000;
    };
    await timed(`${objects} creates`, () => each(client, createCall, 201));
    const { body } = await client.call({ method: 'GET', path: `${collection}?limit=1` });
    await timed(`${objects} merge patches`, () => each(client, patchCall, 200));
    const from = `${collection}?watch=1&resourceVersion=${body.metadata.resourceVersion}`;
    await timed(`replay of ${objects} events`, () => client.watch({ method: 'GET', path: from }, objects, 600_000));
    await timed(`list of ${objects}`, () => client.call({ method: 'GET', path: collection }));
    return times;
  }
} finally {
  await rm(work, { recursive: true, force: true });
}

async function load() {
  const outfile = path.join(work, 'bench.mjs');
  const at = (file) => JSON.stringify(path.join(root, file));
  await build({
    stdin: {
      contents: `
        export * from ${at('src/testing/embedded/embedded-api-server.ts')};
        export * from ${at('test/testing/embedded/differential/real-api-server.ts')};
        export * from ${at('test/testing/embedded/differential/api-client.ts')};
        export * from ${at('test/testing/embedded/differential/widget-definition.ts')};`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: { js: `import { createRequire as __r } from 'node:module'; const require = __r(import.meta.url);` },
  });
  return import(pathToFileURL(outfile).href);
}

function createCall(index) {
  const spec = { tier: 'paid', replicas: 3, map: [{ name: 'a' }], list: ['x'], min: 1, max: index };
  const body = {
    apiVersion: `${group}/v1`,
    kind: 'Widget',
    metadata: { name: `w${index}` },
    spec: { ...spec, max: index + 1 },
  };
  return { method: 'POST', path: collection, body };
}

function patchCall(index) {
  const type = 'application/merge-patch+json';
  return { method: 'PATCH', path: `${collection}/w${index}`, type, body: { spec: { replicas: 4 } } };
}

async function each(client, callFor, expected) {
  let next = 0;
  const worker = async () => {
    while (next < objects) {
      const { code, body } = await client.call(callFor(next++));
      if (code !== expected) throw new Error(`${code}: ${JSON.stringify(body)}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

function report(embedded, real) {
  const rows = Object.keys(embedded).filter((key) => key !== 'name');
  console.log(`${'what'.padEnd(32)}${'embedded'.padStart(10)}${'real'.padStart(10)}${'ratio'.padStart(8)}`);
  for (const key of rows) {
    const ratio = embedded[key] / real[key];
    console.log(
      `${key.trimEnd().padEnd(32)}${embedded[key].toFixed(0).padStart(10)}${real[key].toFixed(0).padStart(10)}${ratio.toFixed(2).padStart(8)}`,
    );
  }
}
