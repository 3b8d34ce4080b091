#!/usr/bin/env node
// Regenerates the expectations of test/conformance: runs the real controller-gen over the Go twin of every case.
// Also over the Go twins of the examples' types. Usage: node scripts/conformance.mjs [case or example…]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const suite = path.join(root, 'test', 'conformance');
const cases = path.join(suite, 'cases');

const build = spawnSync(process.execPath, [path.join(root, 'test/control-plane/build.mjs')], { encoding: 'utf8' });
const folder = process.env.KUBEBUILDER_ASSETS ?? build.stdout.trim().split('\n').at(-1);
const controllerGen = path.join(folder, 'controller-gen');

const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
const names = readdirSync(cases).filter(isWanted);
const examples = readdirSync(path.join(suite, 'examples')).filter(isWanted);
const temporary = mkdtempSync(path.join(tmpdir(), 'kbts-conformance-'));

try {
  const crdCases = new Map();
  for (const name of names) {
    const options = readOptions(name);
    if (!existsSync(path.join(cases, name, 'go'))) continue;
    if (options.generators === undefined) {
      const key = options.controllerGen ?? '';
      crdCases.set(key, [...(crdCases.get(key) ?? []), name]);
    } else {
      generate(
        options.generators.map((generator) => (generator === 'rbac' ? 'rbac:roleName=manager-role' : generator)),
        [name],
        name,
      );
      collect(name, path.join(temporary, name), () => true);
    }
  }
  for (const name of examples) {
    const output = `example-${name}`;
    generate(['crd:generateEmbeddedObjectMeta=true,maxDescLen=0'], [name], output, 'examples');
    collect(name, path.join(temporary, output), () => true, 'examples');
  }
  for (const [options, members] of crdCases) {
    const output = `crd-${options.replaceAll(/\W/g, '_')}`;
    generate([options === '' ? 'crd' : `crd:${options}`], members, output);
    for (const name of members)
      collect(name, path.join(temporary, output), (file) => file.startsWith(`${name}.kbts.dev_`));
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

function readOptions(name) {
  const file = path.join(cases, name, 'options.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function generate(generators, members, output, parent = 'cases') {
  const paths = members.map((name) => `paths=./${parent}/${name}/go/...`);
  const args = [...generators, ...paths, `output:dir=${path.join(temporary, output)}`];
  const { status, stderr } = spawnSync(controllerGen, args, { cwd: suite, encoding: 'utf8' });
  if (status !== 0) throw new Error(`controller-gen ${generators.join(' ')} failed:\n${stderr.slice(0, 2000)}`);
}

function collect(name, from, isOurs, parent = 'cases') {
  const expected = path.join(suite, parent, name, 'expected');
  rmSync(expected, { recursive: true, force: true });
  mkdirSync(expected, { recursive: true });
  const files = readdirSync(from).filter(isOurs);
  if (files.length === 0) throw new Error(`controller-gen wrote nothing for ${name}`);
  for (const file of files) renameSync(path.join(from, file), path.join(expected, file));
  console.log(`${name}: ${files.join(', ')}`);
}
