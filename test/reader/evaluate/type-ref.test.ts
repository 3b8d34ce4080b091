import { expect, test } from 'vitest';
import { computed, literalUnion, placeOf, textOf } from '../../../src/reader/evaluate/type-ref.js';
import { makeUnit } from '../../../src/reader/sources/unit.js';
import { loadTypeScript } from '../../../src/typescript/load.js';

const unit = makeUnit(loadTypeScript(), '/', '/a.ts', `type A = { ${'member: string; '.repeat(9)} };`);
const [node] = unit.ast.statements;

test('long types are shortened in messages', () => {
  if (node === undefined) throw new Error('no statement');
  const place = { unit, node };

  expect(textOf(computed({ kind: 'function' }, place))).toHaveLength(58);
  expect(placeOf(computed(literalUnion(['a'], place), place))).toBe(place);
});
