import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { selectFiles } from '../../scripts/flaky/select-files.mjs';
import { temporaryFolder } from '../project-folder.js';

let root = '';
const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root });

function commit(subject: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  git('add', '.');
  git('commit', '-m', subject);
}

beforeAll(async () => {
  const folder = await temporaryFolder('flaky');
  root = folder.root;
  git('init');
  const text = 'a line\n'.repeat(10);
  commit('test: begin', { 'test/old.test.ts': text, 'test/other.test.ts': '', 'test/gone.test.ts': '' });
  commit('fix(test): wait longer', {
    'test/old.test.ts': `${text}more`,
    'test/helper.ts': '',
    'test/gone.test.ts': '1',
  });
  commit('fix: something else', { 'test/other.test.ts': 'fix(test)' });
  git('mv', 'test/old.test.ts', 'test/new.test.ts');
  git('rm', 'test/gone.test.ts');
  commit('refactor: rename', { 'test/a/testdata/data.test.ts': '' });
  return () => folder.clean();
});

test('"history" selects the tests that a fix(test) commit changed and that still exist, by their present names', () => {
  expect(selectFiles(['history'], root)).toEqual(['test/new.test.ts']);
});

test.each([
  [['test/new.test.ts'], ['test/new.test.ts']],
  [['test/**/*.test.ts'], ['test/new.test.ts', 'test/other.test.ts']],
  [['test'], ['test/new.test.ts', 'test/other.test.ts']],
  [['history', 'test/new.test.ts'], ['test/new.test.ts']],
  [['no-such-file'], []],
])('%j selects %j', (words, files) => {
  expect(selectFiles(words, root)).toEqual(files);
});
