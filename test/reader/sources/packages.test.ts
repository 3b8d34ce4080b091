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

const row = (field: string, imports = ''): string =>
  `// +groupName=a.b\n\nimport type { CustomResource } from 'kbts/runtime';\n${imports}\nexport interface One extends CustomResource<Spec> {}\nexport interface Spec { ${field} }\n`;

test.each([
  ['the header of another file', '// +kubebuilder:validation:Optional\n\nexport interface Other {}\n'],
  [
    'the middle of another file',
    'export interface Other {}\n\n// +kubebuilder:validation:Optional\n\n/** Docs. */\nexport interface More {}\n',
  ],
])('a package-wide default counts in %s', async (_, text) => {
  expect(await kinds({ 'src/v1/one.ts': row('a: string'), 'src/v1/other.ts': text })).toEqual(['One.v1.a.b ']);
});

test('the folder that declares a type decides about its fields, whether a path selects it or not', async () => {
  const files = {
    'src/api/v1/one.ts': row('a: Shared', "import type { Shared } from '../../types/shared.js';"),
    'src/types/shared.ts': 'export interface Shared { b: string }\n',
    'src/types/defaults.ts': '// +kubebuilder:validation:Optional\n\nexport {};\n',
  };

  for (const paths of [['src'], ['src/api/**']]) {
    const { model } = await planManifests({ root: '/nowhere', paths, overlay: new Map(Object.entries(files)) });
    const spec = model.kinds[0]?.schema.properties?.['spec'];
    expect([spec?.required, spec?.properties?.['a']?.required]).toEqual([['a'], undefined]);
  }
});
