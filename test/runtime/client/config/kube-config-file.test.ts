import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { parseKubeConfig } from '../../../../src/runtime/client/config/kube-config-file.js';

test('keeps entries as they stand, with the file that they came from', async () => {
  const parsed = await parseKubeConfig('clusters: [{ name: c, cluster: { server: s, extra: [1] } }]\nusers:\n', '/f');

  expect(parsed).toEqual({
    files: ['/f'],
    currentContext: undefined,
    clusters: [{ name: 'c', fields: { server: 's', extra: [1] }, file: '/f' }],
    users: [],
    contexts: [],
  });
});

test('§18.1.2 aliases that multiply are refused before they fill the memory', async () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level++) {
    lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`);
  }

  await expect(parseKubeConfig(lines.join('\n'), '/bomb')).rejects.toThrow(/\/bomb: it is not valid YAML: .*alias/);
});

test.each([true, false])('reads YAML also when it is bundled (in parts: %s)', async (splitting) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-bundle-'));
  const source = fileURLToPath(new URL('../../../../src/runtime/client/config/kube-config-file.ts', import.meta.url));
  const contents = `import { parseKubeConfig } from ${JSON.stringify(source)};
    console.log((await parseKubeConfig('current-context: found', 'f')).currentContext);`;
  await build({
    stdin: { contents, resolveDir: '.', sourcefile: 'main.js' },
    bundle: true,
    splitting,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    outdir: folder,
    entryNames: 'main',
    outExtension: { '.js': '.mjs' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });

  const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, 'main.mjs')]);

  expect(stdout.trim()).toBe('found');
  await rm(folder, { recursive: true });
});
