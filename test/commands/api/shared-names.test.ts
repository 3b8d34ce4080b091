import { expect, test } from 'vitest';
import { planGenerate } from '../../../src/commands/manifests/generate-plan.js';
import { planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { withSharedNames } from '../../../src/commands/api/shared-names.js';

const group = '// +groupName=a.io\nexport {};\n';
const kind = (marker: string): string =>
  `import type { CustomResource } from 'kbts/runtime';\n${marker}\nexport interface A extends CustomResource<{ a: string }> {}\n`;
const overlay = (v1: string, v2: string): Map<string, string> =>
  new Map([
    ['src/v1/groupversion.ts', group],
    ['src/v2/groupversion.ts', group],
    ['src/v1/a.ts', kind(`// +kubebuilder:storageversion\n${v1}`)],
    ['src/v2/a.ts', kind(v2)],
  ]);

test.each([
  ['the stored version', '// +kubebuilder:resource:path=apple', ''],
  ['another version', '', '// +kubebuilder:resource:path=apple'],
])('the path of %s is that of the kind, its file and its descriptors', async (_, v1, v2) => {
  const { files, diagnostics } = await planManifests({ root: '/names', overlay: overlay(v1, v2) });
  const code = await planGenerate({ root: '/names', overlay: overlay(v1, v2) });

  expect(diagnostics).toEqual([]);
  expect(files.map(({ path }) => path)).toEqual(['config/crd/bases/a.io_apple.yaml']);
  const indexes = code.files.filter(({ path }) => path.endsWith('index.ts'));
  expect(indexes.map(({ text }) => /plural: '(\w+)'/.exec(text)?.[1])).toEqual(['apple', 'apple']);
});

test('versions that contradict each other are reported, and the stored one counts', async () => {
  const both = overlay('// +kubebuilder:resource:path=apple', '// +kubebuilder:resource:path=pear');
  const { files, diagnostics } = await planManifests({ root: '/names', overlay: both });

  expect(diagnostics.map(({ code }) => code)).toEqual(['names-disagree']);
  expect(files.map(({ path }) => path)).toEqual(['config/crd/bases/a.io_apple.yaml']);
});

test('a model without markers stays as it is', () => {
  const model = { kinds: [], rbac: [], webhooks: [], webhookConfigurations: [] };

  expect(withSharedNames(model)).toBe(model);
});
