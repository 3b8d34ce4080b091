import { createHash } from 'node:crypto';
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { envtestPath, type EnvtestOptions, listEnvtest, useEnvtest } from '../../src/commands/envtest.js';
import { UserError } from '../../src/errors.js';
import { currentPlatform } from '../../src/testing/envtest/installed-binaries.js';
import { tarArchive } from '../testing/envtest/tar-archive.js';

const { os, arch } = currentPlatform();
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kbts-envtest-command-'));
});
afterEach(() => rm(folder, { recursive: true }));

const archive = gzipSync(
  tarArchive([
    { name: 'controller-tools/envtest/etcd', text: 'etcd', mode: 0o755 },
    { name: 'controller-tools/envtest/kube-apiserver', text: 'api', mode: 0o755 },
    { name: '../../evil', text: 'x', mode: 0o644 },
  ]),
);

/** A release index with these versions; the archive of each is the same. */
function online(versions: readonly string[], hash = createHash('sha512').update(archive).digest('hex')) {
  const fetched: string[] = [];
  const releases = versions.map(
    (version) =>
      `  v${version}:\n    envtest-v${version}-${os}-${arch}.tar.gz: { hash: ${hash}, selfLink: 'https://releases.test/${version}' }`,
  );
  const fetch = async (url: string): Promise<Response> => {
    fetched.push(url);
    return new Response(url.endsWith('.yaml') ? `releases:\n${releases.join('\n')}\n` : archive);
  };
  return { fetch, fetched };
}

const offline = async (): Promise<Response> => {
  throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND') });
};

function options(more: Partial<EnvtestOptions>): EnvtestOptions {
  return {
    env: { XDG_CACHE_HOME: path.join(folder, 'cache'), XDG_DATA_HOME: path.join(folder, 'data') },
    cwd: folder,
    store: path.join(folder, 'bin/k8s'),
    index: 'https://index.test/i.yaml',
    ...more,
  };
}

async function install(version: string): Promise<string> {
  const target = path.join(folder, 'bin/k8s', `${version}-${os}-${arch}`);
  await mkdir(target, { recursive: true });
  for (const name of ['etcd', 'kube-apiserver']) {
    await writeFile(path.join(target, name), '');
    await chmod(path.join(target, name), 0o755);
  }
  return target;
}

test('programs and their checksums are not fetched over plain http', async () => {
  const index = 'http://index.test/i.yaml';
  await expect(useEnvtest(options({ index, version: 'latest' }))).rejects.toThrow('is not https');
  expect((await listEnvtest(options({ index }))).warning).toContain('is not https');
});

describe('kbts envtest use', () => {
  test('fetches the newest stable release when nothing is installed', async () => {
    const { fetch } = online(['1.36.0', '1.38.0-rc.1', '1.37.1']);

    const found = await useEnvtest(options({ fetch }));

    expect(found).toMatchObject({
      version: '1.37.1',
      isDownloaded: true,
      environment: { KUBEBUILDER_ASSETS: found.path },
    });
    expect(await readFile(path.join(found.path, 'etcd'), 'utf8')).toBe('etcd');
    await access(path.join(found.path, 'kube-apiserver'), 1);
  });

  test('an archive cannot write outside of its folder', async () => {
    const { fetch } = online(['1.37.1']);

    const { path: installed } = await useEnvtest(options({ fetch }));

    expect((await readdir(installed)).sort()).toEqual(['etcd', 'evil', 'kube-apiserver']);
    expect(await readdir(path.join(folder, 'bin/k8s'))).toEqual([`1.37.1-${os}-${arch}`]);
  });

  test('takes what is installed and fits, without asking anybody', async () => {
    const installed = await install('1.36.2');
    await install('1.35.0');

    expect(await useEnvtest(options({ fetch: offline }))).toMatchObject({ path: installed, isDownloaded: false });
    expect(await useEnvtest(options({ fetch: offline, version: '1.35' }))).toMatchObject({ version: '1.35.0' });
  });

  test('"!" and latest ask whether there is something newer, and do with what there is when offline', async () => {
    await install('1.37.0');
    const { fetch } = online(['1.37.1', '1.38.0']);

    expect(await useEnvtest(options({ fetch: offline, version: 'latest' }))).toMatchObject({ version: '1.37.0' });
    expect(await useEnvtest(options({ fetch, version: '1.37!' }))).toMatchObject({
      version: '1.37.1',
      isDownloaded: true,
    });
    expect(await useEnvtest(options({ fetch, version: 'latest' }))).toMatchObject({
      version: '1.38.0',
      isDownloaded: true,
    });
  });

  test('offline with nothing installed: an error that says what to do', async () => {
    const call = useEnvtest(options({ fetch: offline }));

    await expect(call).rejects.toMatchObject({
      name: 'UserError',
      code: 'tool-missing',
      fix: expect.stringContaining('KUBEBUILDER_ASSETS'),
    });
    await expect(call).rejects.toThrow('index.test cannot be reached (getaddrinfo ENOTFOUND)');
  });

  test('a wrong checksum installs nothing', async () => {
    const { fetch } = online(['1.37.1'], 'a'.repeat(128));

    await expect(useEnvtest(options({ fetch }))).rejects.toThrow('checksum');
    expect(await readdir(path.join(folder, 'bin')).catch(() => [])).toEqual([]);
  });

  test('a damaged archive installs nothing', async () => {
    const damaged = gzipSync(Buffer.alloc(2048, 'x'));
    const hash = createHash('sha512').update(damaged).digest('hex');
    const { fetch } = online(['1.37.1'], hash);

    const call = useEnvtest(
      options({ fetch: async (url) => (url.endsWith('.yaml') ? fetch(url) : new Response(damaged)) }),
    );

    await expect(call).rejects.toThrow('the archive is damaged');
    expect(await readdir(path.join(folder, 'bin/k8s'))).toEqual([]);
  });

  test.each(['nonsense', '1', 'v1.x'])('"%s" is refused as a version', async (version) => {
    await expect(useEnvtest(options({ version }))).rejects.toMatchObject({ code: 'flag-invalid' });
  });

  test('a version that nobody offers', async () => {
    const { fetch } = online(['1.37.1']);

    await expect(useEnvtest(options({ fetch, version: '1.20' }))).rejects.toMatchObject({ code: 'not-found' });
  });

  test('KUBEBUILDER_ASSETS is honoured', async () => {
    expect(await useEnvtest(options({ env: { KUBEBUILDER_ASSETS: '/my/assets' } }))).toMatchObject({
      path: '/my/assets',
    });
  });
});

describe('kbts envtest path and list', () => {
  test('path never asks the network', async () => {
    await expect(envtestPath(options({ fetch: offline }))).rejects.toBeInstanceOf(UserError);
    const installed = await install('1.37.1');

    expect((await envtestPath(options({ fetch: offline }))).path).toBe(installed);
  });

  test('list shows what is installed and what is offered', async () => {
    const installed = await install('1.37.1');
    const { fetch } = online(['1.37.1', '1.36.0']);

    expect(await listEnvtest(options({ fetch }))).toEqual({
      binaries: [
        { version: '1.37.1', platform: `${os}/${arch}`, isInstalled: true, path: installed },
        { version: '1.36.0', platform: `${os}/${arch}`, isInstalled: false },
      ],
    });
  });

  test('list works offline, with a warning', async () => {
    await install('1.37.1');

    const { binaries, warning } = await listEnvtest(options({ fetch: offline }));

    expect(binaries).toHaveLength(1);
    expect(warning).toContain('only what is installed is listed');
  });
});
