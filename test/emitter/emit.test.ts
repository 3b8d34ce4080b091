import { expect, test } from 'vitest';
import { emit, GENERATED_LINE } from '../../src/emitter/emit.js';

const origin = { position: { file: 'a', line: 1, column: 1 }, excerpt: '' };
const rbac = [
  { groups: [''], resources: ['pods'], resourceNames: [], urls: [], verbs: ['get'], namespace: '', origin },
];
const options = {
  generators: ['crd', 'rbac', 'webhook'] as const,
  crdFolder: 'c',
  rbacFolder: 'r/',
  webhookFolder: '.',
  roleName: 'me',
  header: '',
};

test('a header stands between our line and the first document', () => {
  const [file] = emit(
    { kinds: [], rbac, webhooks: [], webhookConfigurations: [] },
    { ...options, header: '# Copyright' },
  );

  expect(file?.path).toBe('r/role.yaml');
  expect(file?.text.split('\n').slice(0, 3)).toEqual([GENERATED_LINE, '# Copyright', '---']);
});

test('nothing is emitted from nothing', () => {
  expect(emit({ kinds: [], rbac: [], webhooks: [], webhookConfigurations: [] }, options)).toEqual([]);
});
