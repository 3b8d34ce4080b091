import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readInputs } from '../../../src/commands/import/crd-inputs.js';
import { temporaryFolder } from '../../project-folder.js';
import { widgetCrd } from '../widget-crd.js';

const gadgetCrd = widgetCrd.replaceAll('widgets', 'gadgets').replaceAll('Widget', 'Gadget');
let cwd = '';
let clean: () => Promise<void>;
beforeEach(async () => {
  ({ root: cwd, clean } = await temporaryFolder());
  await mkdir(path.join(cwd, 'crds/more'), { recursive: true });
  await writeFile(path.join(cwd, 'crds/widget.yaml'), widgetCrd);
  await writeFile(path.join(cwd, 'crds/more/gadget.yml'), `kind: ConfigMap\n---${gadgetCrd}`);
  await writeFile(path.join(cwd, 'crds/values.yaml'), '{{ not: yaml\n');
});
afterEach(async () => clean());

const kindsOf = async (inputs: Partial<Parameters<typeof readInputs>[0]>): Promise<string[]> =>
  (await readInputs({ cwd, sources: [], ...inputs })).map(({ crd }) => crd.spec.names.kind);

test('a file, a folder with all that is below it, and standard input', async () => {
  await expect(kindsOf({ sources: ['crds/widget.yaml'] })).resolves.toEqual(['Widget']);
  await expect(kindsOf({ sources: ['crds'] })).resolves.toEqual(['Gadget', 'Widget']);
  await expect(kindsOf({ sources: ['-'], readInput: async () => gadgetCrd })).resolves.toEqual(['Gadget']);
});

test('several documents are several kinds, of which some can be chosen', async () => {
  const readInput = async (): Promise<string> => `${widgetCrd}---${gadgetCrd}`;

  await expect(kindsOf({ sources: ['-'], readInput })).resolves.toEqual(['Gadget', 'Widget']);
  await expect(kindsOf({ sources: ['-'], readInput, kinds: ['Widget'] })).resolves.toEqual(['Widget']);
});

test.each([
  ['no CRD at all', { sources: ['-'], readInput: async () => 'kind: Pod' }, 'not-found'],
  ['no such kind', { sources: ['crds'], kinds: ['Thing'] }, 'not-found'],
  ['no such file', { sources: ['nowhere.yaml'] }, 'cannot-read'],
  ['the same CRD twice', { sources: ['crds', 'crds/widget.yaml'] }, 'crd-invalid'],
  ['broken YAML', { sources: ['-'], readInput: async () => 'a: [' }, 'crd-invalid'],
])('%s is an error', async (_, inputs, code) => {
  await expect(kindsOf(inputs)).rejects.toMatchObject({ code });
});
