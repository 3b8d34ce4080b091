import { expect, test } from 'vitest';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { auditedRequests, grantedRights, unusedRights, type Request, type Right } from './rights.js';

const right: Right = { role: 'r', group: '', resource: 'secrets', verb: 'get', names: ['mine'] };
const request: Request = { group: '', resource: 'secrets', verb: 'get', name: 'mine', code: 200, path: '/' };

test('a right is what a rule of a bound role says, one by one', () => {
  const objects = [
    {
      kind: 'Role',
      metadata: { name: 'r' },
      rules: [{ apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get', 'list'] }],
    },
    { kind: 'Role', metadata: { name: 'other' }, rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }] },
    {
      kind: 'RoleBinding',
      metadata: { name: 'b' },
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [{ kind: 'ServiceAccount', name: 'manager' }],
    },
  ] as unknown as KubeObject[];

  const rights = grantedRights(objects, 'manager').map(({ resource, verb }) => `${verb} ${resource}`);

  expect(rights).toEqual(['get pods', 'list pods', 'get pods/log', 'list pods/log']);
  expect(grantedRights(objects, 'nobody')).toEqual([]);
});

test.each([
  ['the same', request, true],
  ['one that found nothing', { ...request, code: 404 }, true],
  ['one of another name', { ...request, name: 'other' }, false],
  ['one of another verb', { ...request, verb: 'list' }, false],
  ['one of a subresource', { ...request, resource: 'secrets/status' }, false],
  ['one that was refused', { ...request, code: 403 }, false],
])('a right is used by a request: %s', (_, given, isUsed) => {
  expect(unusedRights([right], [given])).toEqual(isUsed ? [] : [right]);
});

test('requests of one user are read from the log, when they were answered', () => {
  const event = {
    stage: 'ResponseComplete',
    verb: 'patch',
    requestURI: '/apis/g/v1/things/a/status',
    user: { username: 'me' },
    objectRef: { apiGroup: 'g', resource: 'things', subresource: 'status', name: 'a' },
    responseStatus: { code: 200 },
  };
  const log = [event, { ...event, stage: 'RequestReceived' }, { ...event, user: { username: 'you' } }];

  expect(auditedRequests(log.map((line) => `${JSON.stringify(line)}\n`).join(''), 'me')).toEqual([
    { group: 'g', resource: 'things/status', verb: 'patch', name: 'a', code: 200, path: event.requestURI },
  ]);
});
