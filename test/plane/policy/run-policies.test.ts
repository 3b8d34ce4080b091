import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../../src/testing/index.js';
import { answers, prepare } from './policy-cases.js';

let plane: ControlPlane;
beforeAll(async () => {
  plane = await startControlPlane({ kind: 'embedded' });
});
afterAll(() => plane.stop());

test('policies deny, ignore, take parameters and leave alone what they do not match', async () => {
  await prepare(plane);
  const found = await answers(plane);

  expect(found).toMatchInlineSnapshot(`
    {
      "asking-1": "422 Invalid configmaps "asking-1" is forbidden: ValidatingAdmissionPolicy 'asking' with binding 'asking-binding' denied request: failed expression: variables.secrets.name('one').subresource('status').check('get').allowed()",
      "audited-1": "created",
      "audited-2": "422 Invalid configmaps "audited-2" is forbidden: ValidatingAdmissionPolicy 'audited' with binding 'audited-binding' denied request: expression 'object.data.a + '!'' resulted in error: no such key: a",
      "bound-1": "created",
      "broken-condition-1": "422 Invalid configmaps "broken-condition-1" is forbidden: ValidatingAdmissionPolicy 'broken-condition' with binding 'broken-condition-binding' denied request: [expression 'object.data.missing == 'x'' resulted in error: no such key: missing, expression 'object.data.gone == 'x'' resulted in error: no such key: gone]",
      "conditional-1": "created",
      "conditional-2": "422 Invalid configmaps "conditional-2" is forbidden: ValidatingAdmissionPolicy 'conditional' with binding 'conditional-binding' denied request: failed expression: request.operation != 'CREATE'",
      "dear-1": "422 Invalid configmaps "dear-1" is forbidden: ValidatingAdmissionPolicy 'dear' with binding 'dear-binding' denied request: expression '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59].all(v3, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59].all(v2, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59].all(v1, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59].all(v0, true))))' resulted in error: operation cancelled: actual cost limit exceeded",
      "dear-condition-1": "422 Invalid configmaps "dear-condition-1" is forbidden: ValidatingAdmissionPolicy 'dear-condition' with binding 'dear-condition-binding' denied request: validation failed due to running out of cost budget, no further validation rules will be run",
      "dear-together-1": "422 Invalid configmaps "dear-together-1" is forbidden: ValidatingAdmissionPolicy 'dear-together' with binding 'dear-together-binding' denied request: validation failed due to running out of cost budget, no further validation rules will be run",
      "dear-variable-1": "422 Invalid configmaps "dear-variable-1" is forbidden: ValidatingAdmissionPolicy 'dear-variable' with binding 'dear-variable-binding' denied request: expression 'object.data.a == 'x' || variables.dear' resulted in error: composited variable "dear" fails to evaluate: operation cancelled: actual cost limit exceeded",
      "dear-variable-2": "created",
      "failing-1": "422 Invalid configmaps "failing-1" is forbidden: ValidatingAdmissionPolicy 'failing' with binding 'failing-binding' denied request: expression 'object.data.missing == 'x'' resulted in error: no such key: missing",
      "hooks-1": "422 Invalid validatingwebhookconfigurations.admissionregistration.k8s.io "hooks-1" is forbidden: ValidatingAdmissionPolicy 'hooks' with binding 'hooks-binding' denied request: failed expression: !object.metadata.name.startsWith('hooks-')",
      "hooks-2": "created",
      "ignoring-1": "created",
      "kindless-1": "422 Invalid configmaps "kindless-1" is forbidden: ValidatingAdmissionPolicy 'kindless' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'nope.io/v1, Kind=Nope'",
      "lost-1": "422 Invalid configmaps "lost-1" is forbidden: ValidatingAdmissionPolicy 'lost' with binding 'lost-binding' denied request: failed to configure binding: no params found for policy binding with \`Deny\` parameterNotFoundAction",
      "param-1": "created",
      "param-2": "422 Invalid configmaps "param-2" is forbidden: ValidatingAdmissionPolicy 'param' with binding 'param-binding' denied request: failed expression: object.data.size() <= int(params.data.max)",
      "plain-1": "created",
      "plain-2": "422 Invalid configmaps "plain-2" is forbidden: ValidatingAdmissionPolicy 'plain' with binding 'plain-binding' denied request: failed expression: object.data.a == 'x'",
      "unbound-1": "created",
      "warned-1": "created",
      "warned-2": "422 Invalid configmaps "warned-2" is forbidden: ValidatingAdmissionPolicy 'warned' with binding 'warned-binding' denied request: expression 'string(object.data.b)' resulted in error: no such key: b",
      "worded-1": "created",
      "worded-2": "403 Forbidden configmaps "worded-2" is forbidden: ValidatingAdmissionPolicy 'worded' with binding 'worded-binding' denied request: too many: 2",
      "worded-3": "422 Invalid configmaps "worded-3" is forbidden: ValidatingAdmissionPolicy 'worded' with binding 'worded-binding' denied request: a is missing",
    }
  `);
});
