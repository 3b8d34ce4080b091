import { expect, test } from 'vitest';
import { crdFileName, emitCrd, groupKinds } from '../../src/emitter/crd.js';
import { fromYaml } from '../../src/yaml.js';
import { read } from '../reader/read-source.js';

test('the conversion stanza comes from its marker', async () => {
  const plan = await read(
    '// +kubebuilder:conversion:path=/c,servicePort=9443\nexport interface Row extends CustomResource<{ a: string }> {}',
  );

  expect(fromYaml(plan.files[0]?.text ?? '')).toMatchObject({
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/c', port: 9443 } },
          conversionReviewVersions: ['v1'],
        },
      },
    },
  });
});

test('versions are sorted by name, and skipped ones left out', async () => {
  const plan = await read(
    '// +kubebuilder:skipversion\nexport interface Row extends CustomResource<{ a: string }> {}\nexport interface Other extends CustomResource<{ a: string }> {}',
  );

  expect(groupKinds(plan.model.kinds).map(({ kind }) => kind)).toEqual(['Other']);
  expect(plan.files.map(({ path }) => path)).toEqual(['config/crd/bases/test.kbts.dev_others.yaml']);
});

test('an empty path of a conversion webhook is left out', async () => {
  const plan = await read(
    '// +kubebuilder:conversion:path=""\nexport interface Row extends CustomResource<{ a: string }> {}',
  );

  expect(fromYaml(plan.files[0]?.text ?? '')).toMatchObject({
    spec: { conversion: { webhook: { clientConfig: { service: { name: 'webhook-service', namespace: 'system' } } } } },
  });
  expect(plan.files[0]?.text).not.toContain('path: ');
});

test('names and scope are those of the storage version, wherever it stands', async () => {
  const { model } = await read(
    '// +kubebuilder:resource:path=rows,scope=Cluster\nexport interface Row extends CustomResource<{ a: string }> {}',
  );
  const [first] = model.kinds;
  if (first === undefined) throw new Error('no kind was read');
  const older = { ...first, version: 'v1', isStorage: false };
  const newer = { ...first, version: 'v2', isStorage: true, names: { ...first.names, plural: 'lines' } };
  const [group] = groupKinds([newer, older]);
  if (group === undefined) throw new Error('no group was made');

  expect(emitCrd(group)).toMatchObject({ spec: { names: { plural: 'lines' } } });
  expect(crdFileName(group)).toBe(`${first.group}_lines.yaml`);
});
