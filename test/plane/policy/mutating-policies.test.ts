import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../../src/testing/index.js';

let plane: ControlPlane;
beforeAll(async () => {
  plane = await startControlPlane({ kind: 'embedded' });
});
afterAll(() => plane.stop());

test.each(['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'])(
  '%s is refused, with what to do',
  async (kind) => {
    const object = { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name: 'a' }, spec: {} };

    await expect(plane.client.create(object)).rejects.toThrow(/does not run mutating policies.*envtest/);
  },
);
