/** The built program is two scripts: one for the commands that make manifests, and one with everything. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../project-folder.js';

const bin = path.resolve('bin/kbts.js');
let cwd = '';
beforeAll(async () => {
  const folder = await temporaryFolder('scripts');
  cwd = folder.root;
  return () => folder.clean();
});

const kbts = (line: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...line.split(' ')], { cwd, encoding: 'utf8' });
  return { status, text: stdout + stderr };
};

test('the script for manifests leaves out what other commands do', () => {
  expect(statSync('dist/cli/manifests.cjs').size).toBeLessThan(statSync('dist/cli/run.cjs').size / 2);
});

test.each([
  ['manifests --explain validation:Minimum', 'The smallest number allowed.'],
  ['manifests --markers', '+kubebuilder:validation:Minimum'],
  ['manifests --help', 'Usage: kbts manifests'],
  ['generate --help', 'Usage: kbts generate'],
  ['help generate', 'Usage: kbts generate'],
  // The same first word, and another command.
  ['generate bundle --help', 'Usage: kbts bundle generate'],
  ['bundle generate --help', 'Usage: kbts bundle generate'],
])('kbts %s finds its code', (line, words) => {
  const { status, text } = kbts(line);

  expect(text).toContain(words);
  expect(status).toBe(0);
});

test.each(['manifests --nonsense', 'manifests nothing', 'generate nothing', 'generate --watch'])(
  'kbts %s is a wrong usage',
  (line) => {
    expect(kbts(line)).toMatchObject({ status: 2 });
  },
);

test('all output arrives, also when it is long and the process ends at once', () => {
  const { text } = kbts('manifests --markers');

  expect(text.endsWith('\n')).toBe(true);
  expect(text.length).toBeGreaterThan(5000);
});
