import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { planManifests } from '../../src/commands/manifests/manifests-plan.js';
import { parseDocument } from '../../src/yaml.js';
import { blocksOf, type Block } from './markdown.js';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'kbts-readme-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return root;
}

/** The spec of the schema that the types of a page become. */
async function specSchema(types: Block | undefined): Promise<unknown> {
  const root = await folderWith({
    'src/api/v1/groupversion.ts': '// +groupName=webapp.my.domain\nexport {};\n',
    'src/api/v1/guestbook.types.ts': types?.text ?? '',
  });
  const plan = await planManifests({ root, generators: ['crd'] });
  expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const crd = parseDocument(plan.files[0]?.text ?? '').toJS() as Crd;
  return crd.spec.versions[0]?.schema.openAPIV3Schema.properties.spec;
}

interface Crd {
  readonly spec: {
    readonly versions: readonly {
      readonly schema: { readonly openAPIV3Schema: { readonly properties: { readonly spec: unknown } } };
    }[];
  };
}

test('the YAML in the README is what its types become', async () => {
  const blocks = await blocksOf('README.md');
  const types = blocks.find(({ text }) => text.includes('extends CustomResource'));
  const yaml = blocks.find(({ language, file }) => language === 'yaml' && file === undefined);

  const spec = await specSchema(types);

  expect({ spec }).toEqual(parseDocument(yaml?.text ?? '').toJS());
});

test.each(['docs/book/api-types.md', 'docs/book/quick-start.md'])('the types of %s become a CRD', async (page) => {
  const types = (await blocksOf(page)).find(({ text }) => text.includes('extends CustomResource'));

  const spec = await specSchema(types);

  expect(spec).toMatchObject({ type: 'object' });
});

test('the figures of the README are those of the repository', async () => {
  const readme = await readFile('README.md', 'utf8');
  const cases = readdirSync('test/conformance/cases').filter((name) =>
    existsSync(`test/conformance/cases/${name}/expected`),
  );
  const different = cases.filter((name) => existsSync(`test/conformance/cases/${name}/differences.json`));
  const suites = await readFile('test/testing/controller-runtime/controller-runtime.thorough.test.ts', 'utf8');
  const specs = [...(/SPECS[^{]*\{([^}]*)\}/.exec(suites)?.[1] ?? '').matchAll(/: (\d+),/g)].map(([, count]) =>
    Number(count),
  );
  const faults = (await readFile('docs/decisions/0019-fault-suite.md', 'utf8'))
    .split('## Overlapping faults')[1]
    ?.matchAll(/^\| `--seed[^|]*\| ([\d,]+) \|/gm);
  const sum = (numbers: readonly number[]): string => numbers.reduce((a, b) => a + b, 0).toLocaleString('en');

  expect(readme).toContain(`${cases.length - different.length} of ${cases.length} cases`);
  expect(readme).toContain(`${sum(specs)} specs`);
  expect(readme).toContain(
    `${sum([...(faults ?? [])].map(([, count = '']) => Number(count.replace(',', ''))))} faults`,
  );
});
