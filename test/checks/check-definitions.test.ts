import { expect, test } from 'vitest';
import { planManifests } from '../../src/commands/manifests/manifests-plan.js';

const plan = (text: string) =>
  planManifests({
    root: '/project',
    overlay: new Map([
      ['src/api/v1/groupversion.ts', '// +groupName=a.b\n'],
      ['src/api/v1/row.types.ts', `import type { CustomResource } from 'kbts/runtime';\n${text}`],
    ]),
    generators: ['crd'],
  });

const kind = 'export interface Row extends CustomResource<{ a: string }> {}\n';

test('what the API server alone would reject is an error at its source, and nothing is written', async () => {
  const { diagnostics, files } = await plan(
    `// +kubebuilder:selectablefield:JSONPath=.spec.a\n// +kubebuilder:selectablefield:JSONPath=.spec.a\n${kind}`,
  );

  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([
    expect.objectContaining({
      code: 'crd-rejected',
      message: expect.stringContaining('spec.selectableFields[1].jsonPath: Duplicate value: ".spec.a"'),
      position: expect.objectContaining({ file: 'src/api/v1/row.types.ts' }),
    }),
  ]);
  expect(files).toEqual([]);
});

test('a long message keeps its start and its reason', async () => {
  const { diagnostics } = await plan(`// +kubebuilder:deprecatedversion:warning="begin${'x'.repeat(400)}end"\n${kind}`);
  const [message = ''] = diagnostics.filter(({ code }) => code === 'crd-rejected').map((one) => one.message);

  expect(message).toMatch(/deprecationWarning: Invalid value: "beginx+…x+end": must be [^…]+$/);
  expect(message.length).toBeLessThan(450);
});

test('a CRD that the API server accepts is written', async () => {
  const { diagnostics, files } = await plan(kind);

  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(files).toHaveLength(1);
});
