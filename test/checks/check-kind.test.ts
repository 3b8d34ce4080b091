import { expect, test } from 'vitest';
import { read } from '../reader/read-source.js';

const codes = async (markers: string): Promise<string[]> =>
  (
    await read(
      `${markers}\nexport interface Row extends CustomResource<{ a: string; n?: Int32; o?: { x?: string } }, { n?: Int32 }> {}`,
    )
  ).diagnostics.map(({ code }) => code);

test.each([
  ['// +kubebuilder:subresource:scale:specpath=.spec.n,statuspath=.status.n', []],
  ['// +kubebuilder:subresource:scale:specpath=.status.n,statuspath=.status.n', ['path-unknown']],
  ['// +kubebuilder:selectablefield:JSONPath=.spec.a', []],
  ['// +kubebuilder:selectablefield:JSONPath=.spec.o', ['selectable-invalid']],
  ['// +kubebuilder:selectablefield:JSONPath=.metadata.name', ['selectable-invalid']],
  ['// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp', []],
  ['// +kubebuilder:printcolumn:name=N,type=integer,JSONPath=spec.n', ['path-unknown']],
  ['// +kubebuilder:resource:path=Rows', ['name-invalid']],
])('%s', async (markers, expected) => {
  expect(await codes(markers)).toEqual(expected);
});

test('--storage-version decides where no marker does', async () => {
  const other =
    "// +groupName=test.kbts.dev\n\nimport type { CustomResource } from 'kbts/runtime';\nexport interface Row extends CustomResource<{ a: string }> {}\n";

  const plan = await read(
    'export interface Row extends CustomResource<{ a: string }> {}',
    { 'src/v2/types.ts': other },
    { storageVersion: 'v2' },
  );

  expect(plan.diagnostics).toEqual([]);
  expect(plan.files[0]?.text.match(/storage: \w+/g)).toEqual(['storage: false', 'storage: true']);
});

test.each([
  ['row', 'warning'],
  ['my_row', 'error'],
])('a kind named %s is a %s', async (name, severity) => {
  const { diagnostics } = await read(
    `// +kubebuilder:resource:path=rows,singular=row\nexport interface ${name} extends CustomResource<{ a: string }> {}`,
  );

  expect(diagnostics).toMatchObject([{ code: 'kind-invalid', severity }]);
});

test('the approval of a protected group may stand on one of several versions', async () => {
  const kind = (markers: string): string =>
    `// +groupName=apps.k8s.io\n\nimport type { CustomResource } from 'kbts/runtime';\n${markers}\nexport interface Thing extends CustomResource<{ a: string }> {}\n`;
  const approval = '// +kubebuilder:metadata:annotations="api-approved.kubernetes.io=https://example.com/1"';
  const codesOf = async (first: string): Promise<string[]> =>
    (
      await read('', { 'src/a/v1/a.ts': kind(first), 'src/a/v2/a.ts': kind('// +kubebuilder:storageversion') })
    ).diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code);

  expect(await codesOf(approval)).toEqual([]);
  expect(await codesOf('')).toEqual(['group-protected']);
});

test.each([
  ['// +kubebuilder:printcolumn:name=N,type=string,JSONPath=.status.node', 'warning'],
  ['// +kubebuilder:subresource:scale:specpath=.spec.x,statuspath=.status.n', 'error'],
])('a field that does not exist: %s is a %s', async (marker, severity) => {
  const { diagnostics } = await read(
    `${marker}\nexport interface Row extends CustomResource<{ n?: Int32 }, { n?: Int32 }> {}`,
  );

  expect(diagnostics).toMatchObject([{ code: 'path-unknown', severity }]);
});

test('a field has its own description, and no type where it has no schema', async () => {
  const { files } = await read(
    [
      '/** The words of the type. */\ninterface Base { /** Inherited. */ a?: string }\ninterface Inner extends Base { /** Own. */ a?: string }',
      'export interface Row extends CustomResource<{\n/** The words of the field. */ one?: Inner;',
      '// +kubebuilder:validation:Schemaless\n// +kubebuilder:pruning:PreserveUnknownFields\nfree?: Inner;\n}> {}',
    ].join('\n'),
  );

  expect(files[0]?.text).toContain('one:\n                description: The words of the field.');
  expect(files[0]?.text).toContain('description: Own.');
  expect(files[0]?.text).toContain('free:\n                x-kubernetes-preserve-unknown-fields: true\n');
});
