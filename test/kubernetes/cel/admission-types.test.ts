import { expect, test } from 'vitest';
import { admissionVariables, isResult } from '../../../src/kubernetes/cel/admission-types.js';
import { INT } from '../../../src/kubernetes/cel/check/types.js';
import { compileCel } from '../../../src/kubernetes/cel/compile.js';

const variables = admissionVariables({ hasParams: true, variables: new Map([['n', INT]]) });

test.each([
  "request.operation == 'CREATE' && request.userInfo.groups.exists(g, g == 'x')",
  'object.spec.replicas <= params.max && variables.n > 1',
  "authorizer.group('apps').resource('deployments').check('get').allowed()",
  "authorizer.requestResource.check('custom').allowed()",
  "namespaceObject.metadata.labels['a'] == 'b'",
])('%s', (text) => {
  const compiled = compileCel(text, variables);

  expect(compiled.kind === 'expression' && isResult(compiled.checked.type, ['bool'])).toBe(true);
});

test.each(['request.oper == 1', 'variables.m == 1', "request.dryRun == 'a'", 'self == 1'])('%s is refused', (text) => {
  expect(compileCel(text, variables).kind).toBe('wrong');
});

test('a result that is only known at run time is of no sort', () => {
  const compiled = compileCel('object.spec.on', variables);

  expect(compiled.kind === 'expression' && isResult(compiled.checked.type, ['bool'])).toBe(false);
});
