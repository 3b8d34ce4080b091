// The embedded control plane against real etcd and kube-apiserver, in one run, as tests use them: startControlPlane and its
// client, over TLS. Time until ready, 1,000 creates of custom resources with 10 at once, as many merge patches, a watch that
// replays them, and a list. All of the embedded plane's CPU is this process's, client included; of the real one only the
// client's is. Budgets are absolute in the design, granted where `node -e 0` took 80 ms: on a machine that is busy now they
// are stretched by as much as bare Node takes longer than that, and never shortened. Exits with 1 over budget.
// Needs the real binaries (test/control-plane/build.mjs). Usage: node bench/embedded.mjs [objects]
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildControlPlane } from '../test/control-plane/build.mjs';
import { median, verdict } from './measure.mjs';

const root = path.dirname(import.meta.dirname);
const objects = Number(process.argv[2] ?? 1000);
const concurrency = 10;
const group = 'bench.kbts.dev';
const grantedBareMs = 80;

async function load(work) {
  const outfile = path.join(work, 'bench.mjs');
  const at = (file) => JSON.stringify(path.join(root, file));
  await build({
    stdin: {
      contents: `
        export * from ${at('src/testing/index.ts')};
        export { defineKind } from ${at('src/runtime/index.ts')};
        export * from ${at('test/plane/differential/widget-definition.ts')};`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@kubernetes/client-node'],
    logLevel: 'error',
    banner: { js: `import { createRequire as __r } from 'node:module'; const require = __r(import.meta.url);` },
  });
  return import(pathToFileURL(outfile).href);
}

/** What `node -e 0` takes now. */
function bareMs() {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const times = Array.from({ length: 7 }, () => {
    const began = performance.now();
    spawnSync(process.execPath, ['-e', '0'], { env });
    return performance.now() - began;
  });
  return median(times);
}

const widget = (index) => ({
  apiVersion: `${group}/v1`,
  kind: 'Widget',
  metadata: { name: `w${index}`, namespace: 'default' },
  spec: { tier: 'paid', replicas: 3, map: [{ name: 'a' }], list: ['x'], min: 1, max: index + 1 },
});

async function each(act) {
  let next = 0;
  const worker = async () => {
    while (next < objects) await act(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function replay(client, kind, resourceVersion) {
  let seen = 0;
  for await (const phase of client.watch(kind, { namespace: 'default', resourceVersion })) {
    if ('object' in phase) seen++;
    if (seen === objects) return;
  }
}

async function measure(name, { startControlPlane, widgetDefinition, defineKind }, kind) {
  const times = { name };
  const timed = async (label, act) => {
    const began = performance.now();
    const cpu = process.cpuUsage();
    const result = await act();
    const { user, system } = process.cpuUsage(cpu);
    times[label] = { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
    return result;
  };
  const plane = await timed('ready', () => startControlPlane({ kind }));
  try {
    const { client } = plane;
    await client.create(widgetDefinition(group));
    const Widget = defineKind({ group, version: 'v1', kind: 'Widget', plural: 'widgets', scope: 'Namespaced' });
    for (;;) {
      if (
        await client.find(Widget, { namespace: 'default', name: 'none' }).then(
          () => true,
          () => false,
        )
      )
        break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await timed(`${objects} creates`, () => each((index) => client.create(new Widget(widget(index)))));
    const { metadata } = await client.list(Widget, { namespace: 'default', limit: 1 });
    const ref = (index) => ({ kind: Widget, namespace: 'default', name: `w${index}` });
    const patch = { type: 'merge', body: { spec: { replicas: 4 } } };
    await timed(`${objects} merge patches`, () => each((index) => client.patch(ref(index), patch)));
    await timed(`replay of ${objects} events`, () => replay(client, Widget, metadata.resourceVersion));
    await timed(`list of ${objects}`, () => client.list(Widget, { namespace: 'default' }));
    return times;
  } finally {
    await plane.stop();
  }
}

function report(embedded, real, factor) {
  const row = (cells) =>
    console.log(cells.map((text, at) => (at === 0 ? text.padEnd(26) : text.padStart(14))).join(''));
  row(['what', 'embedded ms', 'its CPU ms', 'real ms', 'ratio']);
  for (const key of Object.keys(embedded).filter((name) => name !== 'name')) {
    const [left, right] = [embedded[key], real[key]];
    const figures = [left.ms, left.cpuMs, right.ms].map((value) => value.toFixed(0));
    row([key, ...figures, (left.ms / right.ms).toFixed(2)]);
  }
  const budgets = { ready: 300, [`${objects} creates`]: objects };
  for (const [key, granted] of Object.entries(budgets)) {
    verdict({ what: `embedded: ${key}`, value: embedded[key].ms, most: Math.round(granted * factor), unit: ' ms' });
  }
}

// Below the packages: what the bundle loads late is found from there.
const work = await mkdtemp(path.join(root, 'node_modules', '.kbts-bench-'));
try {
  process.env.KUBEBUILDER_ASSETS = await buildControlPlane(['etcd', 'kube-apiserver']);
  const modules = await load(work);
  const bare = bareMs();
  const embedded = await measure('embedded', modules, 'embedded');
  const real = await measure('real', modules, 'envtest');
  console.log(`bare Node: ${bare.toFixed(0)} ms`);
  report(embedded, real, Math.max(1, bare / grantedBareMs));
} finally {
  await rm(work, { recursive: true, force: true });
}
