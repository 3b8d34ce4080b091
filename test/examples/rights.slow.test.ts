/**
 * The generated role decides: without any one of its rules, the tests of an example fail and name the marker. Each rule costs
 * a run of the example's tests that waits until they give up, so only the thorough lane tries all of them.
 */
import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { partOf } from '../lanes/thorough.js';
import { linkPackages, localProgram, temporaryFolder } from '../project-folder.js';
import { exampleNames } from './example-names.js';

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
}

describe.each(exampleNames())('the example %s', (name) => {
  let root: string;
  let clean: () => Promise<void>;

  beforeAll(async () => {
    ({ root, clean } = await temporaryFolder(name));
    await copyTo(root);
  });
  afterAll(async () => clean());

  async function copyTo(folder: string): Promise<void> {
    const isSource = (file: string): boolean => !/\/(node_modules|dist)$/.test(file);
    await cp(path.resolve('examples', name), folder, { recursive: true, filter: isSource });
    await linkPackages(folder);
  }

  test('fails without any one of its rules, and names the marker', { timeout: 900_000 }, async () => {
    const file = path.join(root, 'config/rbac/role.yaml');
    const rules = (parseDocument(await readFile(file, 'utf8')).toJS() as { rules: Rule[] }).rules;

    const silent = await Promise.all(
      partOf([...rules.entries()], 12).map(async ([index, rule]) => {
        const own = path.join(root, '..', `without-${index}`);
        await copyTo(own);
        const { code, output } = await testWithout(own, index);
        const isNamed = rule.resources.some((resource) => output.includes(`resources=${resource},verbs=`));
        return code !== 0 && isNamed ? [] : [`${rule.resources.join()}: exit code ${code}\n${output.slice(-3000)}`];
      }),
    );

    expect(rules.length).toBeGreaterThan(2);
    expect(silent.flat()).toEqual([]);
  });
});

async function testWithout(root: string, index: number): Promise<{ code: number; output: string }> {
  const file = path.join(root, 'config/rbac/role.yaml');
  const role = parseDocument(await readFile(file, 'utf8'));
  role.deleteIn(['rules', index]);
  await writeFile(file, role.toString());
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, CI: 'true' }, maxBuffer: 1 << 26 };
    execFile(localProgram('vitest'), ['run', 'src/controller', '--bail=1'], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: `${stdout}${stderr}` }),
    );
  });
}
