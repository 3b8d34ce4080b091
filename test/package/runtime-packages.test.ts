import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from 'esbuild';
import { temporaryFolder } from '../project-folder.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder('bundle');
});
afterAll(async () => folder.clean());

const source = `
  import { jsonPatch } from 'kbts/runtime/client';
  import { createLogger } from 'kbts/runtime/observe';
  import { createMetricsRegistry } from 'kbts/runtime/internals';
  const lines = [];
  createLogger({ format: 'json', write: (line) => lines.push(line) }).with({ shelf: 'a' }).info('found', { pages: 7 });
  const registry = createMetricsRegistry();
  registry.counter({ name: 'books_total', help: 'Books' }).increment();
  registry.text().then((text) => {
    const metric = text.split('\\n').find((line) => line.startsWith('books_total'));
    console.log(JSON.stringify({ log: JSON.parse(lines[0]), metric, patch: jsonPatch({ a: 1 }, { a: 2 }) }));
  });`;

test.each(['esm', 'cjs'] as const)('logs, metrics and patches work in a bundle of format %s', async (format) => {
  const outfile = path.join(folder.root, format === 'esm' ? 'main.mjs' : 'main.cjs');
  const bundled = await build({
    stdin: { contents: source, resolveDir: process.cwd() },
    outfile,
    format,
    bundle: true,
    platform: 'node',
    metafile: true,
    external: ['@kubernetes/client-node'],
  });

  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { cwd: folder.root, encoding: 'utf8' });

  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    log: { level: 'info', msg: 'found', shelf: 'a', pages: 7 },
    metric: 'books_total 1',
    patch: [{ op: 'replace', path: '/a', value: 2 }],
  });
  const packages = Object.keys(bundled.metafile.inputs).filter((file) => file.includes('node_modules'));
  expect(packages.filter((file) => /[/\\](?:pino|prom-client|fast-json-patch)[/\\]/.test(file))).toEqual([]);
});

test('kubeconfigs need no tags of YAML 1.1: what has one is text or an error with its place', async () => {
  const outfile = path.join(folder.root, 'parse.mjs');
  const program = `
    import { parseClusterConfig } from 'kbts/runtime/client';
    const withToken = (token) => \`
clusters: [{ name: a, cluster: { server: 'https://127.0.0.1' } }]
contexts: [{ name: a, context: { cluster: a, user: a } }]
current-context: a
users: [{ name: a, user: { token: \${token} } }]\`;
    for (const token of ['2001-12-14', '!!timestamp 2001-12-14', '!!set { a }', '!!omap [a: 1]', '!!pairs [a: 1]'])
      console.log(await parseClusterConfig(withToken(token)).then((config) => config.token, (error) => error.message));`;
  const stdin = { contents: program, resolveDir: process.cwd() };
  await build({ stdin, outfile, format: 'esm', bundle: true, platform: 'node', external: ['@kubernetes/client-node'] });

  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { encoding: 'utf8' });

  expect(stderr).toBe('');
  const refused = 'kubeconfig: user "a": token: must be a string';
  expect(stdout.trim().split('\n')).toEqual(['2001-12-14', '2001-12-14', refused, refused, refused]);
});
