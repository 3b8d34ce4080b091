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

test('comments and other fields of the file stay as well', () => {
  const before = '# ours\nannotations:\n  # why\n  a: "1.10" # quoted\nmore: 010\n';
  const text = annotationsText(metadata, before);
  expect(text).toMatch(/^# ours\nannotations:\n {2}# why\n {2}a: "1\.10" # quoted\n {2}operators[\s\S]*\nmore: 010\n$/);
  expect(annotationsText(metadata, text)).toBe(text);
});

test.each(['', '# nothing yet\n', 'annotations:\n', 'annotations: {}\n'])(
  'a file without annotations gets ours: %j',
  (text) => {
    expect(fromYaml(annotationsText(metadata, text))).toEqual(fromYaml(annotationsText(metadata, undefined)));
  },
);

test.each([
  ['annotations: [', 'it is not YAML'],
  ['- a\n', 'it has no map of annotations'],
  ['annotations: 1\n', 'it has no map of annotations'],
  ['annotations:\n  a: 1.10\n', 'its annotation a is not a string: write it in quotes'],
])('a file that cannot be merged is an error, not a loss: %j', (text, problem) => {
  expect(() => annotationsText(metadata, text)).toThrow(problem);
});

test('lines that people added to the Dockerfile stay at its end, however often it is made', () => {
  const first = dockerfileText({ ...metadata, package: 'old' }, undefined);
  const changed = dockerfileText(metadata, `${first}# For the certification.\nLABEL com.acme.team=blue\n`);
  expect(changed).toContain('LABEL operators.operatorframework.io.bundle.package.v1=shop\n');
  expect(changed).not.toContain('=old');
  expect(changed).toMatch(/# Added by hand\.\n# For the certification\.\nLABEL com\.acme\.team=blue\n$/);
  expect(dockerfileText(metadata, changed)).toBe(changed);
});
