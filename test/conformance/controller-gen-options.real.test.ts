/** Options of controller-gen that change what is written, on the same types: the real program against ours. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planManifests } from '../../src/commands/manifests/manifests-plan.js';
import { fromYaml, toYaml } from '../../src/yaml.js';
import { runOk } from '../cli/fakes/run-cli.js';
import { ensureBinaries } from '../testing/real-binaries.js';
import { documents } from './compare.js';

const suite = import.meta.dirname;
const CASES = ['presence', 'defaults', 'type-lists', 'type-maps', 'subresource-status', 'printcolumns', 'nullable'];
let folder = '';

beforeAll(async () => {
  await ensureBinaries(['controller-gen']);
  folder = mkdtempSync(path.join(tmpdir(), 'kbts-options-'));
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function controllerGen(...args: string[]): string {
  const program = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'controller-gen');
  const paths = CASES.map((name) => `paths=./cases/${name}/go/...`);
  const { status, stdout, stderr } = spawnSync(program, [...args, ...paths], { cwd: suite, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** CRDs that people wrote: with labels of theirs, and schemas that are out of date. */
function writeCrds(to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of CASES)
    for (const file of readdirSync(path.join(suite, 'cases', name, 'expected'))) {
      const crd = fromYaml(readFileSync(path.join(suite, 'cases', name, 'expected', file), 'utf8')) as {
        metadata: { labels?: object };
        spec: { versions: { schema: object }[] };
      };
      crd.metadata.labels = { by: 'hand' };
      for (const version of crd.spec.versions) version.schema = { openAPIV3Schema: { type: 'object' } };
      writeFileSync(path.join(to, file), toYaml(crd));
    }
}

test('--schema-patch writes what schemapatch writes', { timeout: 120_000 }, async () => {
  const manifests = path.join(folder, 'manifests');
  const expected = path.join(folder, 'patched');
  writeCrds(manifests);
  mkdirSync(expected);
  controllerGen(`schemapatch:manifests=${manifests}`, `output:dir=${expected}`);

  const { files } = await planManifests({
    root: path.join(suite, 'cases'),
    paths: CASES.map((name) => `${name}/ts`),
    generators: ['crd'],
    schemaPatch: manifests,
  });

  const ours = new Map(files.map(({ path: file, text }) => [path.basename(file), documents(text)]));
  expect([...ours.keys()].sort()).toEqual(readdirSync(expected).sort());
  for (const [file, objects] of ours)
    expect(objects).toEqual(documents(readFileSync(path.join(expected, file), 'utf8')));
});

test('--stdout prints what output:stdout prints', { timeout: 120_000 }, async () => {
  const theirs = documents(controllerGen('crd', 'output:stdout'));
  const paths = CASES.flatMap((name) => ['--paths', `${name}/ts`]);
  const ours = documents(await runOk(path.join(suite, 'cases'), 'manifests', 'crd', '--stdout', ...paths));

  const byName = (list: unknown[]): unknown[] =>
    [...list].sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  expect(byName(ours)).toEqual(byName(theirs));
  expect(ours.length).toBe(CASES.length);
});

function nameOf(object: unknown): string {
  return (object as { metadata: { name: string } }).metadata.name;
}
