import { expect, test } from 'vitest';
import { annotationsText, type BundleMetadata, dockerfileText } from '../../../src/ship/bundle/metadata.js';
import { fromYaml } from '../../../src/yaml.js';

const metadata: BundleMetadata = {
  package: 'shop',
  channels: ['stable', 'candidate'],
  defaultChannel: 'stable',
  builder: 'kbts-v1',
  layout: 'typescript.kbts.dev/v1',
  folder: 'bundle',
};

test('annotations of others stay, ours are brought up to date', () => {
  const before =
    'annotations:\n  com.redhat.openshift.versions: v4.12\n  operators.operatorframework.io.bundle.package.v1: old\n';
  const text = annotationsText(metadata, before);
  expect(fromYaml(text)).toMatchObject({
    annotations: {
      'com.redhat.openshift.versions': 'v4.12',
      'operators.operatorframework.io.bundle.package.v1': 'shop',
      'operators.operatorframework.io.bundle.channels.v1': 'stable,candidate',
    },
  });
  expect(annotationsText(metadata, text)).toBe(text);
});

test('lines that people added to the Dockerfile stay at its end, however often it is made', () => {
  const first = dockerfileText({ ...metadata, package: 'old' }, undefined);
  const changed = dockerfileText(metadata, `${first}# For the certification.\nLABEL com.acme.team=blue\n`);
  expect(changed).toContain('LABEL operators.operatorframework.io.bundle.package.v1=shop\n');
  expect(changed).not.toContain('=old');
  expect(changed).toMatch(/# Added by hand\.\n# For the certification\.\nLABEL com\.acme\.team=blue\n$/);
  expect(dockerfileText(metadata, changed)).toBe(changed);
});
