/** Digests from a real registry, beside operator-sdk, which asks with crane. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fromYaml } from '../../../src/yaml.js';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { binaryFolder } from '../../control-plane/build.mjs';
import { temporaryFolder } from '../../project-folder.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { makeProject, program } from './operator-sdk.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

const run = promisify(execFile);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
let registry: ReturnType<typeof spawn>;
let origin: string;
let guarded: Server;
let guardedHost: string;

beforeAll(async () => {
  await ensureBinaries(['kubectl', 'operator-sdk', 'image-registry']);
  process.env['PATH'] = `${binaryFolder()}:${process.env['PATH'] ?? ''}`;
  folder = await temporaryFolder('digests');
  root = await makeProject(folder.root, 'database');
  registry = spawn(program('image-registry'), ['-port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  if (registry.stderr === null) throw new Error('the registry has no output');
  for await (const line of createInterface({ input: registry.stderr })) {
    const [, port] = /serving on port (\d+)/.exec(line) ?? [];
    if (port === undefined) continue;
    origin = `localhost:${port}`;
    break;
  }
  registry.stderr.resume();
  [guarded, guardedHost] = await startGuard();
});
afterAll(async () => {
  guarded?.close();
  registry?.kill();
  await folder?.clean();
});

/** The same registry behind a door that asks for a token, as public ones do. */
async function startGuard(): Promise<[Server, string]> {
  const server = createServer((incoming, response) => {
    const { url = '', method, headers } = incoming;
    if (url.startsWith('/token')) return void response.end(JSON.stringify({ token: 'anybody' }));
    if (headers.authorization !== 'Bearer anybody') {
      const challenge = `Bearer realm="http://${headers.host}/token",service="registry"`;
      return void response.writeHead(401, { 'www-authenticate': challenge }).end();
    }
    const through = request(`http://${origin}${url}`, { method, headers: { ...headers, host: origin } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(through);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return [server, `localhost:${(server.address() as AddressInfo).port}`];
}

async function put(url: string, body: string, type: string): Promise<Response> {
  const response = await fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** Pushes an image of nothing, and a list with it; the digest that the registry gave. */
async function push(repository: string, tag: string): Promise<string> {
  const config = JSON.stringify({ architecture: 'amd64', os: 'linux', tag });
  const digest = `sha256:${createHash('sha256').update(config).digest('hex')}`;
  const upload = `http://${origin}/v2/${repository}/blobs/uploads/?digest=${digest}`;
  const stored = await fetch(upload, { method: 'POST', body: config });
  if (!stored.ok) throw new Error(`${upload}: ${stored.status}`);
  const types = 'application/vnd.oci.image';
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: `${types}.manifest.v1+json`,
    config: { mediaType: `${types}.config.v1+json`, digest, size: config.length },
    layers: [],
  });
  const hash = `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
  await put(`http://${origin}/v2/${repository}/manifests/${hash}`, manifest, `${types}.manifest.v1+json`);
  const index = JSON.stringify({
    schemaVersion: 2,
    mediaType: `${types}.index.v1+json`,
    manifests: [{ mediaType: `${types}.manifest.v1+json`, digest: hash, size: manifest.length }],
  });
  const made = await put(`http://${origin}/v2/${repository}/manifests/${tag}`, index, `${types}.index.v1+json`);
  return made.headers.get('docker-content-digest') ?? '';
}

interface Csv {
  readonly spec: {
    readonly relatedImages: readonly { readonly image: string }[];
    readonly install: {
      readonly spec: {
        readonly deployments: readonly {
          readonly spec: {
            readonly template: { readonly spec: { readonly containers: readonly { readonly image: string }[] } };
          };
        }[];
      };
    };
  };
}

async function imagesIn(bundle: string): Promise<string[]> {
  const file = path.join(bundle, 'manifests/database.clusterserviceversion.yaml');
  const { spec } = fromYaml(await readFile(file, 'utf8')) as Csv;
  const containers = spec.install.spec.deployments.flatMap((one) => one.spec.template.spec.containers);
  return [...containers.map(({ image }) => image), ...spec.relatedImages.map(({ image }) => image)];
}

test.each(['open', 'guarded by tokens'])('a registry that is %s: the names that operator-sdk writes', async (kind) => {
  const host = kind === 'open' ? origin : guardedHost;
  const name = `${host}/acme/${kind.split(' ')[0]}`;
  const digest = await push(name.slice(host.length + 1), 'v1.2.3');
  const image = `${name}:v1.2.3`;

  await runOk(root, 'bundle', 'generate', '--version', '1.2.3', '--image', image, '--use-image-digests', '--force');
  const theirs = path.join(folder.root, `sdk-${kind.length}`);
  await sdkBundle(image, theirs);

  const ours = await imagesIn(path.join(root, 'bundle'));
  expect(new Set(ours)).toEqual(new Set([`${name}@${digest}`]));
  expect(new Set(await imagesIn(theirs))).toEqual(new Set(ours));
  const again = ['bundle', 'generate', '--version', '1.2.3', '--image', `${name}@${digest}`, '--check'];
  expect((await runCli(root, again)).code).toBe(0);
});

async function sdkBundle(image: string, output: string): Promise<void> {
  const input = `${output}-input`;
  await mkdir(input);
  const { stdout } = await run(program('kubectl'), ['kustomize', path.join(root, 'config/default')], {
    maxBuffer: 64_000_000,
  });
  await writeFile(path.join(input, 'all.yaml'), stdout.replaceAll('controller:latest', image));
  const args = ['generate', 'bundle', '-q', '--version', '1.2.3', '--package', 'database', '--use-image-digests'];
  const where = ['--input-dir', input, '--output-dir', output, '--kustomize-dir', path.join(folder.root, 'none')];
  await run(program('operator-sdk'), [...args, ...where], { cwd: folder.root });
}

test.each([
  ['a tag that the registry lacks', () => `${origin}/acme/none:v1`, 'image-unresolved', 'no such image'],
  ['a registry that is not there', () => 'localhost:1/acme/none:v1', 'image-unresolved', 'does not answer'],
  ['the placeholder', () => 'controller:latest', 'flag-missing', 'placeholder'],
])('%s is an error, and nothing is written', async (_, image, code, word) => {
  const fresh = await makeProject(path.join(folder.root), 'database');
  const args = ['bundle', 'generate', '--version', '1.2.3', '--image', image(), '--use-image-digests'];

  const { stderr, stdout } = await runCli(fresh, args);

  expect([stdout, stderr]).toEqual(['', expect.stringContaining(`error ${code}`)]);
  expect(stderr).toContain(word);
  await expect(readFile(path.join(fresh, 'bundle/metadata/annotations.yaml'))).rejects.toThrow('ENOENT');
});
