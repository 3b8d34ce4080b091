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
      "conditional-1": "created",
      "conditional-2": "422 Invalid configmaps "conditional-2" is forbidden: ValidatingAdmissionPolicy 'conditional' with binding 'conditional-binding' denied request: failed expression: request.operation != 'CREATE'",
      "failing-1": "422 Invalid configmaps "failing-1" is forbidden: ValidatingAdmissionPolicy 'failing' with binding 'failing-binding' denied request: expression 'object.data.missing == 'x'' resulted in error: no such key: missing",
      "ignoring-1": "created",
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
