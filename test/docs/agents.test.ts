/** AGENTS.md of new projects is true: names exist, commands run, paths are there. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as runtime from '../../src/runtime/index.js';
import * as testing from '../../src/testing/index.js';
import { runCli, runOk } from '../cli/fakes/run-cli.js';
import { temporaryFolder } from '../project-folder.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let text: string;

beforeAll(async () => {
  folder = await temporaryFolder('guide');
  await runOk(folder.root, 'init', '--domain', 'my.domain', '--skip-install', '--kbts', '*');
  text = await readFile(path.join(folder.root, 'AGENTS.md'), 'utf8');
});
afterAll(async () => folder?.clean());

test('the commands run in the order in which the guide shows them', async () => {
  const block = /```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const lines = block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
    .map((line) => line.replace('<group>', 'webapp').replace('<Kind>', 'Guestbook'));
  const crd = path.resolve('examples/app/config/crd/bases/ingress.my.domain_apps.yaml');
  await runOk(folder.root, 'edit', '--multigroup');

  for (const line of lines) {
    const words = line.replace('<file or URL>', crd).split(' ').slice(2);
    if (words[0] === 'delete') {
      expect(missingPaths()).toEqual([]);
      // The guide shows it after webhooks have come, which go first.
      await runOk(folder.root, ...'delete webhook --group webapp --version v1 --kind Guestbook'.split(' '));
    }
    if (words.includes('--conversion'))
      await runOk(
        folder.root,
        ...'create api --group webapp --version v2 --kind Guestbook --controller=false'.split(' '),
      );
    const { code, stderr } = await runCli(folder.root, [...words, ...(words[0] === 'delete' ? ['--force'] : [])]);
    expect(code, `${line}\n${stderr}`).toBe(0);
  }
  expect(lines.length).toBeGreaterThan(5);
}, 120_000);

/** What the layout of the guide names, and is not there. */
function missingPaths(): string[] {
  const layout = /## Layout\n\n```\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const paths = layout.split('\n').flatMap((line) => /^[\w./]+/.exec(line)?.[0] ?? []);
  expect(paths.length).toBeGreaterThan(5);
  return paths.filter((one) => !existsSync(path.join(folder.root, one)));
}

test('every name of the library exists', () => {
  const parts = text.split('\n## ').filter((part) => /^(?:API types|Controllers|Webhooks|Tests)/.test(part));
  const names = parts
    .flatMap((part) => [...part.matchAll(/`([A-Z][A-Za-z]\w+|[a-z][A-Za-z]+\(\))`/g)].map(([, name = '']) => name))
    .map((name) => name.replace('()', ''))
    // Markers have a test of their own.
    .filter((name) => !/^(?:MaxLength|Pattern|XValidation|Kind)$/.test(name));

  const missing = [...new Set(names)].filter((name) => !(name in runtime) && !(name in testing) && !isDeclared(name));

  expect(names.length).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

/** Whether the library declares a type of this name. */
function isDeclared(name: string): boolean {
  const declaration = `export (type|interface|class) ${name}\\b`;
  return spawnSync('grep', ['-rqE', declaration, 'src/runtime', 'src/k8s']).status === 0;
}

test('every script that it names exists', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(folder.root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...text.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);

  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
