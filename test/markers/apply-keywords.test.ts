import { describe, expect, test } from 'vitest';
import { addKeywords } from '../../src/markers/apply-keywords.js';
import { resolveMarker } from '../../src/markers/resolve.js';
import type { JsonSchema, MutableSchema } from '../../src/model/schema.js';

const TEXT: JsonSchema = { type: 'string' };
const PAIR: JsonSchema = {
  type: 'object',
  properties: { a: TEXT, b: TEXT, list: { type: 'array', items: { type: 'object', properties: { c: TEXT } } } },
};

function apply(value: string, base: JsonSchema = PAIR): { problem: string | undefined; added: MutableSchema } {
  const resolution = resolveMarker(`+kbts:schema=${value}`, 'type');
  if (resolution.kind !== 'marker') throw new Error(`no marker: ${resolution.kind}`);
  const added: MutableSchema = {};
  return { problem: addKeywords({ added, base }, resolution.marker), added };
}

describe('+kbts:schema', () => {
  test.each([
    '{"oneOf":[{"required":["a"]},{"required":["b"]}]}',
    '{"not":{"required":["a","b"]},"anyOf":[{"required":["a"]},{"properties":{"b":{"enum":["x"]}}}]}',
    '{"allOf":[{"oneOf":[{"not":{"anyOf":[{"required":["a"]}]}},{"required":["a"]}]}]}',
    '{"anyOf":[{"properties":{"list":{"items":{"required":["c"]},"minItems":1}}}]}',
  ])('adds %s as it is', (text) => {
    expect(apply(text)).toEqual({ problem: undefined, added: JSON.parse(text) as unknown });
  });

  test('adds a bound that other markers refuse', () => {
    expect(apply('{"maxLength":63}', { type: 'array', items: TEXT }).added).toEqual({ maxLength: 63 });
  });

  test('knows nothing of the fields of an open object', () => {
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

    expect(apply('{"oneOf":[{"required":["x"]}]}', open).problem).toBeUndefined();
  });

  test.each([
    ['[]', 'no JSON object'],
    ['{"oneOf":', 'no JSON object'],
    ['{"type":"string"}', '"type" is said by the type'],
    ['{"onOf":[]}', '"onOf" is said by the type'],
    ['{"oneOf":[1]}', 'contain schemas'],
    ['{"oneOf":[{"type":"string"}]}', '"type" cannot be in a branch'],
    ['{"not":{"default":1}}', '"default" cannot be in a branch'],
    ['{"anyOf":[{"required":["z"]}]}', 'no field "z"'],
    ['{"anyOf":[{"properties":{"z":{}}}]}', 'no field "z"'],
    ['{"anyOf":[{"properties":{"list":{"items":{"required":["z"]}}}}]}', 'no field "z"'],
    ['{"anyOf":[{"required":"a"}]}', '"required" is a list'],
    ['{"anyOf":[{"not":{"anyOf":[{"required":["z"]}]}}]}', 'no field "z"'],
    ['{"anyOf":[{"properties":{"a":1}}]}', 'a field needs a schema'],
    ['{"anyOf":[{"properties":{"list":{"items":1}}}]}', '"items" needs a schema'],
  ])('refuses %s', (text, message) => {
    const { problem, added } = apply(text);

    expect(problem).toContain(message);
    expect(added).toEqual({});
  });
});
