import { expect, test } from 'vitest';
import { checkRbac, checkWebhooks } from '../../src/checks/check-access.js';
import type { RbacRule } from '../../src/model/rbac.js';

const origin = { position: { file: 'a', line: 1, column: 1 }, excerpt: '' };
const rule = (part: Partial<RbacRule>): RbacRule => ({
  groups: [],
  resources: [],
  resourceNames: [],
  urls: [],
  verbs: [],
  namespace: '',
  origin,
  ...part,
});

test.each<[Partial<RbacRule>, string[]]>([
  [{ groups: [''], resources: ['pods'], verbs: ['get'] }, []],
  [{ groups: [''], resources: ['pod'], verbs: ['get'] }, ['rbac-resource-unknown']],
  [{ groups: [''], resources: ['pods'], verbs: ['read', 'ghet'] }, ['rbac-verb-unknown', 'rbac-verb-unknown']],
  [{ groups: [''], resources: ['users'], verbs: ['impersonate:user-info'] }, []],
  [{ urls: ['/x'], verbs: ['get'] }, []],
  [{ urls: ['/x'], verbs: ['get'], namespace: 'a' }, ['rbac-invalid']],
  [{ resources: ['pods'], verbs: ['get'] }, ['rbac-invalid']],
  [{ groups: [''], resources: ['pods'], verbs: [] }, ['rbac-invalid']],
  [{ groups: [''], resources: ['pods'], resourceNames: ['a'], verbs: ['deletecollection'] }, ['rbac-names-useless']],
])('%j', (part, codes) => {
  expect(checkRbac({ rbac: [rule(part)], kinds: [] }).map(({ code }) => code)).toEqual(codes);
});

test('a wrong verb comes with the right ones', () => {
  const found = checkRbac({ rbac: [rule({ groups: [''], resources: ['pods'], verbs: ['Read', 'upate'] })], kinds: [] });

  expect(found.map(({ fix }) => fix)).toEqual(['did you mean get;list;watch?', 'did you mean update?']);
});

test('two webhooks of one name may be of different kinds', () => {
  const webhook = {
    name: 'a.b.c',
    failurePolicy: 'Fail',
    groups: [],
    resources: [],
    verbs: [],
    versions: [],
    client: { url: 'https://a' },
    admissionReviewVersions: [],
    origin,
  };

  expect(
    checkWebhooks({
      webhooks: [
        { ...webhook, isMutating: true },
        { ...webhook, isMutating: false },
      ],
      webhookConfigurations: [],
    }),
  ).toEqual([]);
});
