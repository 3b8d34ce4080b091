import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonPatch } from '../../../src/runtime/object/json-patch.js';

describe('jsonPatch', () => {
  test('§9.4.4 escapes slashes and tildes in names', () => {
    expect(jsonPatch({}, { 'a/b~c': 1 })).toEqual([{ op: 'add', path: '/a~1b~0c', value: 1 }]);
  });

  test('sees a key named __proto__ as any other key', () => {
    const after = JSON.parse('{"labels":{"__proto__":"x"}}') as object;

    expect(jsonPatch({ labels: {} }, after)).toEqual([{ op: 'add', path: '/labels/__proto__', value: 'x' }]);
  });

  test('§9.4.4 §20.1.3 turns any object into any other, judged by an independent reading of RFC 6902', () => {
    const value = fc.object({ maxDepth: 3, values: [fc.integer(), fc.string(), fc.boolean(), fc.constant(null)] });
    fc.assert(
      fc.property(value, value, (before, after) => {
        const result = applyOperations(before, jsonPatch(before, after));

        expect(JSON.parse(JSON.stringify(result))).toEqual(JSON.parse(JSON.stringify(after)));
      }),
      { numRuns: 500 },
    );
  });
});

/** A straightforward RFC 6902 interpreter for add, replace and remove. */
function applyOperations(document: object, operations: ReturnType<typeof jsonPatch>): unknown {
  const root: { '': unknown } = { '': JSON.parse(JSON.stringify(document)) };
  for (const operation of operations) {
    const tokens = operation.path.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = tokens.pop() ?? '';
    let parent: unknown = root;
    for (const token of tokens) parent = Reflect.get(parent as object, token);
    if (tokens.length === 0) parent = root;
    const value = 'value' in operation ? operation.value : undefined;
    if (Array.isArray(parent)) {
      const index = last === '-' ? parent.length : Number(last);
      if (operation.op === 'add') parent.splice(index, 0, value);
      else if (operation.op === 'remove') parent.splice(index, 1);
      else parent[index] = value;
      continue;
    }
    if (operation.op === 'remove') Reflect.deleteProperty(parent as object, last);
    else Object.defineProperty(parent, last, { value, enumerable: true, writable: true, configurable: true });
  }
  return root[''];
}
