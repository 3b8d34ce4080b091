import { expect, test } from 'vitest';
import { planManifests } from '../../../src/commands/manifests/manifests-plan.js';

const kind = (name: string): string =>
  `import type { CustomResource } from 'kbts/runtime';\nexport interface ${name} extends CustomResource<{ a: string }> {}\n`;
const kinds = async (files: Record<string, string>): Promise<string[]> => {
  const plan = await planManifests({ root: '/nowhere', overlay: new Map(Object.entries(files)) });
  return plan.model.kinds.map(
    (found) =>
      `${found.kind}.${found.version}.${found.group} ${(found.schema.properties?.['spec']?.required ?? []).join()}`,
  );
};

test('group and version come from the folder, and a file header wins', async () => {
  const found = await kinds({
    'src/v1/groupversion.ts': '// +groupName=a.b\n// +versionName=v7\n\nexport {};\n',
    'src/v1/one.ts': kind('One'),
    'src/v1/two.ts': `// +groupName=c.d\n\n${kind('Two')}`,
  });

  expect(found).toEqual(['One.v7.a.b a', 'Two.v7.c.d a']);
});

test('a skipped package has no kinds', async () => {
  expect(
    await kinds({
      'src/v1/groupversion.ts': '// +groupName=a.b\n// +kubebuilder:skip\n\nexport {};\n',
      'src/v1/one.ts': kind('One'),
    }),
  ).toEqual([]);
});

test('a package-wide default counts in groupversion.ts', async () => {
  const spec =
    "import type { CustomResource } from 'kbts/runtime';\nexport interface One extends CustomResource<Spec> {}\nexport interface Spec { a: string }\n";

  expect(
    await kinds({
      'src/v1/groupversion.ts': '// +groupName=a.b\n// +kubebuilder:validation:Optional\n\nexport {};\n',
      'src/v1/one.ts': spec,
    }),
  ).toEqual(['One.v1.a.b ']);
});
