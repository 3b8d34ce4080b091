import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCli } from '../../cli/fakes/run-cli.js';
import { temporaryFolder } from '../../project-folder.js';

const image = 'quay.io/operator-framework/scorecard-test:v1.42.3';
const test1 = (name: string, suite: string, from = image): string =>
  `  - {image: '${from}', entrypoint: [scorecard-test, ${name}], labels: {suite: ${suite}, test: ${name}-test}}\n`;

/** A bundle that passes but for its missing examples. */
async function bundleWith(...tests: string[]): Promise<string> {
  const { root, clean } = await temporaryFolder('bundle');
  onTestFinished(clean);
  const files = {
    'manifests/csv.yaml':
      'apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: a.v1.0.0}\nspec: {}\n',
    'metadata/annotations.yaml': 'annotations: {a: b}\n',
    'tests/scorecard/config.yaml': `apiVersion: scorecard.operatorframework.io/v1alpha3\nkind: Configuration\nstages:\n- tests:\n${tests.join('')}`,
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return root;
}

test('passes, and lists what it ran', async () => {
  const root = await bundleWith(test1('basic-check-spec', 'basic'), test1('olm-crds-have-resources', 'olm'));

  const { code, stdout } = await runCli(root, ['scorecard', '.']);

  expect([code, stdout.match(/State: (\w+)/g)]).toEqual([0, ['State: pass', 'State: pass']]);
});

test('exits with 1 when a test does not pass, and the report is whole', async () => {
  const root = await bundleWith(test1('olm-bundle-validation', 'olm'));

  const { code, stdout } = await runCli(root, ['scorecard', '.', '-o', 'json']);

  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    expect.objectContaining({ items: [expect.objectContaining({ kind: 'Test' })] }),
  ]);
});

test('a selector chooses by labels, and --list runs nothing', async () => {
  const root = await bundleWith(test1('basic-check-spec', 'basic'), test1('olm-bundle-validation', 'olm'));

  const chosen = await runCli(root, ['scorecard', '.', '--selector', 'suite=basic']);
  const listed = await runCli(root, ['scorecard', '.', '-L', '-l', 'test in (olm-bundle-validation-test)']);
  const none = await runCli(root, ['scorecard', '.', '-l', 'suite=none']);
  const wrong = await runCli(root, ['scorecard', '.', '-l', 'suite==,']);

  expect([chosen.code, chosen.stdout.match(/State/g)]).toEqual([0, ['State']]);
  expect([listed.code, listed.stdout]).toEqual([0, expect.not.stringContaining('State')]);
  expect([none.code, none.stdout]).toEqual([0, '0 tests selected\n']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('label selector')]);
});

test.each([
  ['ghcr.io/acme/tests:v1', 'basic-check-spec'],
  [image, 'kuttl-test'],
  ['ghcr.io/acme/scorecard-test-kuttl@sha256:0', 'basic-check-spec'],
])('a test of the image %s, %s, is not built in', async (from, name) => {
  const root = await bundleWith(test1('basic-check-spec', 'basic'), test1(name, 'own', from));

  const { code, stdout, stderr } = await runCli(root, ['scorecard', '.']);

  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('without pods')]);
  expect((await runCli(root, ['scorecard', '.', '-l', 'suite=basic'])).code).toBe(0);
});

test('flags for pods are taken with a word', async () => {
  const root = await bundleWith(test1('basic-check-spec', 'basic'));

  const { code, stderr } = await runCli(root, ['scorecard', '.', '--wait-time', '60s', '-x', '-n', 'default']);

  expect([code, stderr.match(/note: --[\w-]+/g)]).toEqual([
    0,
    ['note: --namespace', 'note: --skip-cleanup', 'note: --wait-time'],
  ]);
});

test('without a bundle or a configuration there is an error', async () => {
  const root = await bundleWith();
  const missing = await runCli(root, ['scorecard', 'nowhere']);
  const config = await runCli(root, ['scorecard', '.', '-c', 'nowhere.yaml']);
  await writeFile(path.join(root, 'broken.yaml'), 'kind: Pod\n');
  const broken = await runCli(root, ['scorecard', '.', '-c', 'broken.yaml']);

  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('no folder nowhere')]);
  expect([config.code, config.stderr]).toEqual([1, expect.stringContaining('nowhere.yaml')]);
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('broken.yaml cannot be used')]);
});
