import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { AlreadyOwnedError, owners } from '../../../src/runtime/object/owners.js';

function object(kind: string, metadata: KubeObject['metadata'], apiVersion = 'v1'): KubeObject {
  return { apiVersion, kind, metadata };
}

const web = () => object('Deployment', { name: 'web', namespace: 'a', uid: '1' }, 'apps/v1');

describe('8.1 owner references', () => {
  test('§8.1.1 setController writes a complete controller reference', () => {
    const pod = object('Pod', { name: 'p', namespace: 'a' });

    owners.setController(web(), pod);

    expect(pod.metadata.ownerReferences).toEqual([
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: '1', controller: true, blockOwnerDeletion: true },
    ]);
    expect(owners.controllerOf(pod)?.name).toBe('web');
  });

  test('§8.1.1 setController can leave the deletion of the owner unblocked', () => {
    const pod = object('Pod', { name: 'p', namespace: 'a' });

    owners.setController(web(), pod, { blockOwnerDeletion: false });

    expect(owners.controllerOf(pod)?.blockOwnerDeletion).toBe(false);
  });

  test('§8.1.2 a second controller is refused, and the error names the first', () => {
    const pod = object('Pod', { name: 'p', namespace: 'a' });
    owners.setController(web(), pod);

    const other = object('Deployment', { name: 'other', namespace: 'a', uid: '2' }, 'apps/v1');

    expect(() => owners.setController(other, pod)).toThrow(AlreadyOwnedError);
    expect(() => owners.setController(other, pod)).toThrow('Pod a/p is already controlled by Deployment web');
  });

  test('§8.1.3 the same owner in another version and with another uid replaces its reference', () => {
    const pod = object('Pod', { name: 'p', namespace: 'a' });
    owners.setController(web(), pod);

    owners.setController({ ...web(), apiVersion: 'apps/v2', metadata: { ...web().metadata, uid: '9' } }, pod);

    expect(pod.metadata.ownerReferences).toMatchObject([{ apiVersion: 'apps/v2', uid: '9' }]);
  });

  test('§8.1.3 set over a controller reference drops the controller flag', () => {
    const pod = object('Pod', { name: 'p', namespace: 'a' });
    owners.setController(web(), pod);

    owners.set(web(), pod);

    expect(owners.controllerOf(pod)).toBeUndefined();
    expect(owners.has(web(), pod)).toBe(true);
  });

  test.each([
    ['in another namespace', { name: 'p', namespace: 'b' }, 'another namespace'],
    ['without a namespace', { name: 'p' }, 'no namespace'],
  ])('§8.1.4 a namespaced owner cannot own an object %s', (_, metadata, message) => {
    expect(() => owners.set(web(), object('Pod', metadata))).toThrow(message);
  });

  test('§8.1.4 a cluster-scoped owner may own anything', () => {
    const pod = object('Pod', { name: 'p', namespace: 'b' });

    owners.set(object('Node', { name: 'n', uid: '5' }), pod);

    expect(pod.metadata.ownerReferences).toHaveLength(1);
  });

  test('an owner that does not exist yet is refused', () => {
    expect(() => owners.set(object('Node', { name: 'n' }), object('Pod', { name: 'p' }))).toThrow('no uid yet');
  });

  test('§8.1.5 remove deletes the reference and says whether there was one', () => {
    const pod = object('Pod', { name: 'p', namespace: 'a' });
    owners.set(web(), pod);

    expect(owners.remove(web(), pod)).toBe(true);
    expect(owners.remove(web(), pod)).toBe(false);
    expect(pod.metadata).not.toHaveProperty('ownerReferences');
  });
});
