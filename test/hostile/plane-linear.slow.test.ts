/** What the embedded API server reads of strangers takes time in line with its length, whatever its shape. */
import { describe, expect, test, vi } from 'vitest';
import { compileCel } from '../../src/kubernetes/cel/compile.js';
import { DYN } from '../../src/kubernetes/cel/check/types.js';
import { compileRule } from '../../src/kubernetes/cel/rule.js';
import { declareType } from '../../src/kubernetes/cel/declared-type.js';
import { celValue } from '../../src/kubernetes/cel/run/from-json.js';
import { dynamicVariables, ProgramCache } from '../../src/kubernetes/cel/run/program.js';
import { compilePattern } from '../../src/kubernetes/regex/pattern.js';
import type { ApiObject } from '../../src/plane/storage/api-object.js';
import { parseJson } from '../../src/plane/decode/exact-json.js';
import { applyConfiguration, trackUpdate } from '../../src/plane/apply/apply.js';
import { celErrors } from '../../src/kubernetes/schema/cel-rules.js';
import { newDefinitionFindings } from '../../src/kubernetes/crd/new-definition.js';
import { matchesFields, parseFieldSelector } from '../../src/plane/selectors/field-selector.js';
import { jsonPatch, mergePatch, parseOperations } from '../../src/plane/patch/json-patch.js';
import { findByPath } from '../../src/kubernetes/json-path/find.js';
import type { JsonObject, JsonValue } from '../../src/kubernetes/json/json-value.js';
import { matchesLabels, parseLabelSelector } from '../../src/plane/selectors/label-selector.js';
import { applyDefaults } from '../../src/kubernetes/schema/schema-default.js';
import { duplicateErrors } from '../../src/kubernetes/schema/schema-list-types.js';
import type { SchemaNode } from '../../src/kubernetes/schema/schema-node.js';
import { pruneUnknown } from '../../src/kubernetes/schema/schema-prune.js';
import { ratchet } from '../../src/plane/schema/schema-ratchet.js';
import { validateValue } from '../../src/kubernetes/schema/schema-validate.js';
import { strategicMerge } from '../../src/plane/patch/strategic-merge.js';
import { judge, type Shape, tried } from './growth.js';
import { repeated } from './shapes.js';

vi.setConfig({ testTimeout: 120_000 });

/** Numbers of parts, not of characters. */
const counts = { from: 100, to: 400 };
const texts = { from: 1_000, to: 4_000 };
/** Objects are walked by calls, so their depth has a limit. */
const depths = { from: 20, to: 80 };

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const named = (count: number, from = 0): JsonObject[] =>
  numbers(count).map((n) => ({ name: `n${n + from}`, value: n }));
const members = (count: number, value: (n: number) => JsonValue = String): JsonObject =>
  Object.fromEntries(numbers(count).map((n) => [`k${n}`, value(n)]));
const nested = (depth: number, inner: JsonValue): JsonValue =>
  numbers(depth).reduce<JsonValue>((below) => ({ a: below }), inner);
const object = (spec: JsonValue, more: JsonObject = {}): ApiObject => ({
  apiVersion: 'a.b/v1',
  kind: 'A',
  metadata: { name: 'a', uid: '1', ...more },
  spec,
});

const listMap: SchemaNode = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
  'x-kubernetes-patch-strategy': 'merge',
  'x-kubernetes-patch-merge-key': 'name',
  items: { type: 'object', properties: { name: { type: 'string' }, value: { type: 'integer' } } },
};
const listSet: SchemaNode = {
  type: 'array',
  'x-kubernetes-list-type': 'set',
  'x-kubernetes-patch-strategy': 'merge',
  items: { type: 'string' },
};
const schema: SchemaNode = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        list: listMap,
        set: listSet,
        map: { type: 'object', additionalProperties: { type: 'string' } },
        open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
};

describe('strategic merge patches', () => {
  const merge = ([target, patch]: readonly [JsonObject, JsonObject]): unknown =>
    strategicMerge({ spec: target }, { spec: patch }, schema);
  const shape = (name: string, make: (size: number) => [JsonObject, JsonObject]): Shape<[JsonObject, JsonObject]> => ({
    name,
    make,
  });
  const letters = (count: number, from = 0): string[] => numbers(count).map((n) => `n${n + from}`);

  test('of lists and maps', async () => {
    const shapes = [
      shape('items that are new', (n) => [{ list: named(n) }, { list: named(n, n) }]),
      shape('items that are there', (n) => [{ list: named(n) }, { list: named(n).reverse() }]),
      shape('items that go', (n) => [
        { list: named(n) },
        { list: named(n).map((item) => ({ ...item, $patch: 'delete' })) },
      ]),
      shape('items with one key', (n) => [{ list: named(n) }, { list: numbers(n).map(() => ({ name: 'same' })) }]),
      shape('items without a key', (n) => [{ list: named(n) }, { list: numbers(n).map(() => ({ value: 1 })) }]),
      shape('items whose keys are objects', (n) => [
        { list: numbers(n).map((one) => ({ name: { a: one } })) },
        { list: numbers(n).map((one) => ({ name: { a: one + n } })) },
      ]),
      shape('an order alone', (n) => [{ list: named(n) }, { '$setElementOrder/list': named(n).reverse() }]),
      shape('an order of others', (n) => [{ list: named(n) }, { list: [], '$setElementOrder/list': named(n, n) }]),
      shape('scalars that are new', (n) => [{ set: letters(n) }, { set: letters(n, n) }]),
      shape('scalars that are there', (n) => [{ set: letters(n) }, { set: letters(n).reverse() }]),
      shape('scalars that go', (n) => [{ set: letters(n) }, { '$deleteFromPrimitiveList/set': letters(n).reverse() }]),
      shape('keys that stay', (n) => [{ map: members(n) }, { map: { $retainKeys: letters(n), a: 'b' } }]),
      shape('keys that go', (n) => [{ map: members(n) }, { map: members(n, () => null) }]),
      shape('many orders', (n) => [{}, Object.fromEntries(numbers(n).map((one) => [`$setElementOrder/${one}`, []]))]),
    ];
    expect(await judge(merge, shapes, counts)).toEqual([]);
  });

  test('that are deep', async () => {
    const deep = (depth: number): [JsonObject, JsonObject] => [
      { open: nested(depth, members(depth)) },
      {
        open: nested(
          depth,
          members(depth, () => 'other'),
        ),
      },
    ];
    expect(await judge(merge, [shape('deep', deep)], depths)).toEqual([]);
  });
});

describe('server-side apply', () => {
  const writer = { manager: 'me', apiVersion: 'a.b/v1', subresource: '', time: 't' };
  const owned = (fields: JsonObject, manager: string): object => ({
    manager,
    operation: 'Apply',
    apiVersion: 'a.b/v1',
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
  });
  type Call = { live: ApiObject; config: ApiObject };
  const shape = (name: string, make: (size: number) => Call): Shape<Call> => ({ name, make });
  const run = tried(({ live, config }: Call) => {
    applyConfiguration(live, config, schema, { ...writer, force: true });
    applyConfiguration(live, config, schema, { ...writer, force: false });
  });
  const update = tried(({ live, config }: Call) => trackUpdate(live, config, schema, writer));
  /** An object whose fields belong to another manager, by an apply. */
  const applied = (spec: JsonValue): ApiObject =>
    applyConfiguration(object({}), object(spec), schema, { ...writer, manager: 'other', force: true });
  const shapes = [
    shape('new items', (n) => ({ live: applied({ list: named(n) }), config: object({ list: named(n, n) }) })),
    shape('items in another order', (n) => ({
      live: applied({ list: named(n) }),
      config: object({ list: named(n).reverse() }),
    })),
    shape('conflicts', (n) => ({
      live: applied({ map: members(n) }),
      config: object({ map: members(n, () => 'mine') }),
    })),
    shape('items of a set', (n) => ({
      live: applied({ set: numbers(n).map(String) }),
      config: object({ set: numbers(n).map((one) => `x${one}`) }),
    })),
    shape('equal items', (n) => ({
      live: applied({ set: numbers(n).map(() => 'x') }),
      config: object({ list: numbers(n).map(() => ({ name: 'x' })) }),
    })),
    shape('items without keys', (n) => ({
      live: applied({ list: [] }),
      config: object({ list: numbers(n).map(() => ({})) }),
    })),
    shape('fields without a schema', (n) => ({
      live: applied({ open: members(n) }),
      config: object({ open: members(n, () => ({ a: ['b'] })) }),
    })),
    shape('fields that go', (n) => ({
      live: applyConfiguration(object({}), object({ map: members(n) }), schema, { ...writer, force: true }),
      config: object({ map: {} }),
    })),
  ];

  test('of lists, maps and conflicts', async () => {
    expect(await judge(run, shapes, counts)).toEqual([]);
  });

  test('and updates', async () => {
    expect(await judge(update, shapes, counts)).toEqual([]);
  });

  test('with many managers, or one many times', async () => {
    const managers = (count: number, name: (n: number) => string, field: (n: number) => string): Call => ({
      live: object(
        { map: members(count) },
        {
          managedFields: numbers(count).map((n) =>
            owned({ 'f:spec': { 'f:map': { [`f:${field(n)}`]: {} } } }, name(n)),
          ) as JsonValue[],
        },
      ),
      config: object({ map: { k1: 'mine' } }),
    });
    const many = [
      shape('managers', (n) =>
        managers(
          n,
          (one) => `m${one}`,
          (one) => `k${one}`,
        ),
      ),
      shape('managers of one field', (n) =>
        managers(
          n,
          (one) => `m${one}`,
          () => 'k1',
        ),
      ),
      shape('entries of one manager', (n) =>
        managers(
          n,
          () => 'm',
          (one) => `k${one}`,
        ),
      ),
    ];
    expect(await judge(run, many, counts)).toEqual([]);
    expect(await judge(update, many, counts)).toEqual([]);
  });

  test('of deep objects', async () => {
    const deep = [
      shape('deep', (n) => ({
        live: applied({ open: nested(n, 'a') }),
        config: object({ open: nested(n, 'b') }),
      })),
      shape('deep and wide', (n) => ({
        live: applied({ open: nested(n, members(n)) }),
        config: object({ open: nested(n, members(n)) }),
      })),
    ];
    expect(await judge(run, deep, depths)).toEqual([]);
    expect(await judge(update, deep, depths)).toEqual([]);
  });
});

describe('selectors and paths', () => {
  const words = [
    'a',
    ',',
    '=',
    '!=',
    '!',
    ' ',
    '(',
    ')',
    'a,',
    'a=b,',
    'a in (b),',
    ' in ',
    '/',
    '.',
    '-',
    '\\',
    '<',
    '\u00a0',
  ];
  const tails = words.map((word) => ({
    name: `labels, then ${JSON.stringify(word)}`,
    make: (size: number) => `${'a,'.repeat(size / 4)}a${word.repeat(size / 2)}`,
  }));

  test('of labels', async () => {
    const match = tried((text: string) => matchesLabels(parseLabelSelector(text), { a: 'b' }));
    const sets = {
      name: 'values',
      make: (size: number) =>
        `a in (${numbers(size / 6)
          .map((n) => `v${n}`)
          .join(',')})`,
    };
    expect(await judge(match, [...repeated(words), ...tails, sets], texts)).toEqual([]);
  });

  test('of fields', async () => {
    const match = tried((text: string) => matchesFields(parseFieldSelector(text), object({})));
    expect(await judge(match, [...repeated(words), ...tails], texts)).toEqual([]);
  });

  test('in JSON', async () => {
    const find = tried((path: string) => findByPath({ a: [{ b: 1 }, { b: 2 }] }, path));
    const parts = [
      '.',
      '[',
      ']',
      '.a',
      "['a']",
      '[*]',
      '[0]',
      '[0:1]',
      ',',
      ' ',
      "'",
      '"',
      '\\',
      '?(',
      '[?(@',
      '[?(@.a',
      '@',
      ')',
    ];
    const ways = ['[?(@', '[?(@.', '[?(@.a=', '[?(@.a=="', '[', "['", '.'].flatMap((start) =>
      [' ', 'a', '.', '=', '<', '"', "'", '\\', ',', '(', '0', ':', '-'].map((word) => ({
        name: `${start} and ${JSON.stringify(word)}`,
        make: (size: number) => `${start}${word.repeat(size)}`,
      })),
    );
    expect(await judge(find, [...repeated(parts), ...ways], texts)).toEqual([]);
  });

  test('in JSON, over large objects', async () => {
    for (const path of [
      '.spec[*]',
      '.spec..name',
      '.spec[?(@.name=="n1")].value',
      '.spec[::2]',
      '.spec[0,1,-1]',
      '..*',
    ]) {
      const shapes: Shape<JsonObject>[] = [
        { name: `${path} in a list`, make: (size) => ({ spec: named(size) }) },
        { name: `${path} in lists`, make: (size) => ({ spec: numbers(size).map(() => [{}]) }) },
      ];
      expect(await judge((value: JsonObject) => findByPath(value, path), shapes, counts)).toEqual([]);
    }
    const deep = { name: 'deep', make: (size: number) => nested(size, members(size)) };
    expect(await judge((value: JsonValue) => findByPath(value, '..k0'), [deep], depths)).toEqual([]);
  });
});

describe('patches', () => {
  type Patch = { target: JsonValue; operations: JsonValue };
  const patch = tried(({ target, operations }: Patch) => jsonPatch(target, parseOperations(operations)));
  const each = (count: number, operation: (n: number) => JsonObject): JsonValue => numbers(count).map(operation);

  test('of JSON', async () => {
    const shapes: Shape<Patch>[] = [
      {
        name: 'add',
        make: (n) => ({ target: {}, operations: each(n, (one) => ({ op: 'add', path: `/a${one}`, value: 1 })) }),
      },
      {
        name: 'remove',
        make: (n) => ({ target: members(n), operations: each(n, (one) => ({ op: 'remove', path: `/k${one}` })) }),
      },
      {
        name: 'append',
        make: (n) => ({ target: { a: [] }, operations: each(n, () => ({ op: 'add', path: '/a/-', value: 1 })) }),
      },
      {
        name: 'append large integers',
        make: (n) => ({
          target: { a: [] },
          operations: parseJson(`[${numbers(n).map(() => '{"op":"add","path":"/a/-","value":9007199254740993}')}]`),
        }),
      },
      {
        name: 'move',
        make: (n) => ({
          target: { k0: 1 },
          operations: each(n, (one) => ({ op: 'move', from: `/k${one}`, path: `/k${one + 1}` })),
        }),
      },
      {
        name: 'test',
        make: (n) => ({
          target: members(n),
          operations: each(n, (one) => ({ op: 'test', path: `/k${one}`, value: String(one) })),
        }),
      },
      {
        name: 'a path of slashes',
        make: (n) => ({ target: {}, operations: [{ op: 'add', path: '/'.repeat(n * 16), value: 1 }] }),
      },
      {
        name: 'a path of tildes',
        make: (n) => ({ target: {}, operations: [{ op: 'add', path: `/${'~0~1'.repeat(n * 16)}`, value: 1 }] }),
      },
    ];
    expect(await judge(patch, shapes, counts)).toEqual([]);
  });

  test('of JSON that copy what they copied are refused', () => {
    const operations = numbers(60).map((n) => ({ op: 'copy', from: '/a', path: `/a/${n}` }));
    expect(() => jsonPatch({ a: { text: 'x'.repeat(50_000) } }, operations)).toThrow('exceeding the limit 3145728');
    const many = numbers(10_001).map(() => ({ op: 'add', path: '/a', value: 1 }));
    expect(() => parseOperations(many)).toThrow('The allowed maximum operations in a JSON patch is 10000, got 10001');
  });

  test('that merge', async () => {
    const shapes: Shape<JsonObject>[] = [
      { name: 'wide', make: (n) => members(n) },
      { name: 'nulls', make: (n) => members(n, () => null) },
    ];
    expect(await judge((value: JsonObject) => mergePatch(value, value), shapes, counts)).toEqual([]);
    const deep = { name: 'deep', make: (size: number) => nested(size, members(size)) };
    expect(await judge((value: JsonValue) => mergePatch(value, value), [deep], depths)).toEqual([]);
  });
});

describe('schemas', () => {
  const full: SchemaNode = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          list: {
            ...listMap,
            maxItems: 10_000_000,
            items: {
              ...listMap.items,
              'x-kubernetes-validations': [{ rule: 'self.value >= 0 || self.value == oldSelf.value' }],
            },
          },
          set: { ...listSet, items: { type: 'string', pattern: '^(a+)+$', maxLength: 5, enum: ['a', 'b'] } },
          map: {
            type: 'object',
            maxProperties: 5,
            additionalProperties: { anyOf: [{ minLength: 3 }, { maxLength: 1 }], type: 'string', default: 'x' },
          },
          text: { type: 'string', pattern: '^(a|aa|a*b?)*$', minLength: 1 },
          some: {
            type: 'array',
            items: { type: 'object', allOf: [{ required: ['b'] }], properties: { b: { type: 'integer', default: 1 } } },
          },
        },
      },
    },
  };
  const shapes: Shape<ApiObject>[] = [
    { name: 'items', make: (n) => object({ list: named(n) }) },
    { name: 'equal items', make: (n) => object({ list: numbers(n).map(() => ({ name: 'a', value: -1 })) }) },
    { name: 'strings', make: (n) => object({ set: numbers(n).map(String) }) },
    { name: 'members', make: (n) => object({ map: members(n) }) },
    { name: 'numbers for strings', make: (n) => object({ map: members(n, (one) => one) }) },
    { name: 'unknown fields', make: (n) => object(members(n)) },
    { name: 'wrong objects', make: (n) => object({ some: numbers(n).map(() => ({})) }) },
    { name: 'a long text', make: (n) => object({ text: `${'a'.repeat(n * 4)}!` }) },
    ...['[', ']', '.', 'a.', '[0]'].map((word) => ({
      name: `a key of ${word}`,
      make: (n: number) => object({ map: { [word.repeat(n * 8)]: 1 } }),
    })),
  ];

  test('judge objects', async () => {
    expect(await judge((value: ApiObject) => validateValue(value, full), shapes, counts)).toEqual([]);
    expect(await judge((value: ApiObject) => duplicateErrors(value, full), shapes, counts)).toEqual([]);
    expect(
      await judge((value: ApiObject) => ratchet(validateValue(value, full), value, value), shapes, counts),
    ).toEqual([]);
  });

  test('fill and prune objects', async () => {
    expect(await judge((value: ApiObject) => applyDefaults(value, full), shapes, counts)).toEqual([]);
    expect(await judge((value: ApiObject) => pruneUnknown(value, full), shapes, counts)).toEqual([]);
  });

  test('run their rules, also on what was there before', async () => {
    expect(
      await judge((value: ApiObject) => celErrors(value, structuredClone(value), full), shapes.slice(0, 2), counts),
    ).toEqual([]);
    const changed: Shape<[ApiObject, ApiObject]> = {
      name: 'items in another order',
      make: (n) => [
        object({ list: named(n).map((item) => ({ ...item, value: -1 })) }),
        object({ list: named(n).reverse() }),
      ],
    };
    expect(
      await judge(([after, before]: [ApiObject, ApiObject]) => celErrors(after, before, full), [changed], counts),
    ).toEqual([]);
  });

  test('are judged themselves', async () => {
    const root = (properties: Readonly<Record<string, SchemaNode>>): SchemaNode => ({ type: 'object', properties });
    const deep = (depth: number, leaf: SchemaNode): SchemaNode =>
      numbers(depth).reduce<SchemaNode>((below) => root({ a: below }), leaf);
    const wide: Shape<SchemaNode>[] = [
      {
        name: 'fields',
        make: (n) => root(Object.fromEntries(numbers(n).map((one) => [`k${one}`, { type: 'string' }]))),
      },
      { name: 'wrong fields', make: (n) => root(Object.fromEntries(numbers(n).map((one) => [`k${one}`, {}]))) },
      {
        name: 'patterns',
        make: (n) => root(Object.fromEntries(numbers(n).map((one) => [`k${one}`, { type: 'string', pattern: '(a' }]))),
      },
      {
        name: 'rules',
        make: (n) => ({
          ...root({ a: { type: 'integer' } }),
          'x-kubernetes-validations': numbers(n).map((one) => ({ rule: `self.a > ${one}` })),
        }),
      },
      {
        name: 'wrong rules',
        make: (n) => ({
          ...root({ a: { type: 'integer' } }),
          'x-kubernetes-validations': numbers(n).map((one) => ({ rule: `self.b > ${one}` })),
        }),
      },
      {
        name: 'branches',
        make: (n) => ({
          ...root({ a: { type: 'integer' } }),
          anyOf: numbers(n).map(() => ({ required: ['a'], properties: { b: {} } })),
        }),
      },
      {
        name: 'list keys',
        make: (n) => root({ a: { ...listMap, 'x-kubernetes-list-map-keys': numbers(n).map(() => 'name') } }),
      },
      { name: 'a large default', make: (n) => root({ a: { ...listSet, default: numbers(n).map(String) } }) },
      { name: 'an enum', make: (n) => root({ a: { type: 'string', enum: numbers(n).map(() => 'x') } }) },
    ];
    expect(await judge((node: SchemaNode) => newDefinitionFindings(definitionOf(node)), wide, counts)).toEqual([]);
    const depth: Shape<SchemaNode>[] = [
      { name: 'deep', make: (n) => deep(n, { type: 'string' }) },
      {
        name: 'deep with a rule',
        make: (n) => deep(n, { type: 'string', 'x-kubernetes-validations': [{ rule: 'self != ""' }] }),
      },
      {
        name: 'deep branches',
        make: (n) => ({
          ...root({ a: { type: 'string' } }),
          not: numbers(n).reduce<SchemaNode>((below) => ({ not: below }), { required: ['a'] }),
        }),
      },
    ];
    expect(
      await judge((node: SchemaNode) => newDefinitionFindings(definitionOf(node)), depth, { from: 10, to: 40 }),
    ).toEqual([]);
  });
});

describe('patterns', () => {
  const hostile = [
    '^(a+)+$',
    '^(a|a)*$',
    '(a*)*b',
    '(.*)(.*)(.*)x',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(?:a?){30}a{30}',
    'a*a*a*a*b',
  ];

  test('are run', async () => {
    for (const pattern of hostile) {
      const compiled = compilePattern(pattern);
      const run = (text: string): unknown => (compiled.kind === 'pattern' ? compiled.pattern.test(text) : undefined);
      expect(await judge(run, repeated(['a', 'ab', 'aA', ' ']), { from: 100, to: 200 }), pattern).toEqual([]);
    }
  });

  test('are compiled', async () => {
    let made = 0;
    // A pattern that has been compiled before is not compiled again. `[[:` again and again is left out: the library, as Go
    // does, looks for its end each time.
    const compile = (text: string): unknown => compilePattern(`${text}|${made++}`);
    const words = [
      'a',
      '(',
      ')',
      '[',
      ']',
      '\\',
      '|',
      '(a)',
      'a*',
      'a|',
      '[a-z]',
      '\\p{Greek}',
      '\\p{',
      '(?P<n>a)',
      'a{2}',
      '\\Q',
      '(?',
      '^',
      '.',
    ];
    expect(await judge(compile, repeated(words), { from: 100, to: 200 })).toEqual([]);
  });
});

describe('CEL', () => {
  const words = [
    '(',
    ')',
    '[',
    '{',
    '!',
    '-',
    '.',
    'a',
    '1',
    '0x',
    '1.',
    'e',
    '"',
    "'",
    '"""',
    "'''",
    '\\',
    'r"',
    '//',
    ' ',
    '\n',
    'a.',
    'a+',
    '1+',
    '"a"+',
    '[1]+',
    'a==1&&',
    'true||',
    'a?b:',
    'has(a.b)&&',
    'a[0].',
    '[a,',
    '{"a":',
    'self.',
    'self.a.',
    'self==1||',
    'size(self)+',
    'self.all(x,',
    '`',
  ];
  const joined = (part: string, end: string): Shape<string> => ({
    name: `${JSON.stringify(part)} and ${JSON.stringify(end)}`,
    make: (size) => `${part.repeat(size / part.length)}${end}`,
  });
  const good = [
    joined('1+', '1'),
    joined('self.a == 1 && ', 'true'),
    joined('self.a in [1, 2] || ', 'true'),
    joined('self.b.all(x, x > 1) && ', 'true'),
    joined('unknown && ', 'true'),
    joined('self.a == "x" && ', 'true'),
    joined('"a"+', '"b" == "c"'),
    { name: 'a list', make: (size: number) => `self.a in [${numbers(size / 6).join(', ')}]` },
    {
      name: 'a map',
      make: (size: number) =>
        `self.a in {${numbers(size / 10)
          .map((n) => `${n}: [1]`)
          .join(', ')}}`,
    },
    { name: 'a string', make: (size: number) => `self.c == "${'\\u0041\\n'.repeat(size / 8)}"` },
    { name: 'triple quotes', make: (size: number) => `self.c == """${'""a'.repeat(size / 3)}"""` },
    { name: 'digits', make: (size: number) => `self.a == ${'9'.repeat(size)}` },
    { name: 'comments', make: (size: number) => `${'// a\n'.repeat(size / 5)}true` },
  ];
  const declared = declareType(
    {
      type: 'object',
      properties: {
        a: { type: 'integer' },
        b: { type: 'array', items: { type: 'integer' }, maxItems: 5 },
        c: { type: 'string' },
      },
    },
    true,
  );

  test('is parsed and checked', async () => {
    const compile = tried((text: string) => compileCel(text, { self: DYN, a: DYN }));
    expect(await judge(compile, [...repeated(words), ...good], { from: 250, to: 500 })).toEqual([]);
  });

  test('is weighed, and its mistakes are shown', async () => {
    const compile = tried((rule: string) => declared && compileRule({ rule }, declared));
    expect(await judge(compile, good, { from: 250, to: 500 })).toEqual([]);
  });

  test('is run', async () => {
    const programs = new ProgramCache(dynamicVariables(['self']));
    const lists = [
      'self.map(x, x)',
      'self.filter(x, x != 1)',
      'self.all(x, x >= 0)',
      'self.exists_one(x, x == 1)',
      'self.transformList(i, x, i + x)',
      'self.transformMap(i, x, x)',
      'self.distinct()',
      'self.sort()',
      'sets.contains(self, self)',
      'sets.equivalent(self, self.reverse())',
      'self.map(x, string(x)).join(",")',
      'self == self.reverse()',
      'self.sum()',
      'self.sortBy(x, -x)',
    ];
    for (const rule of lists) {
      const program = programs.compile(rule);
      const shape = { name: rule, make: (size: number) => celValue(numbers(size)) };
      const run = tried((self: unknown) => program.run({ self }));
      expect(await judge(run, [shape], counts), rule).toEqual([]);
    }
    const strings = [
      'self.matches("^(a+)+$")',
      'self.indexOf("aab")',
      'self.lastIndexOf("ba")',
      'self.replace("a", "bb")',
      'self.replace("a", "b", 1000000)',
      'self.split("a")',
      'self.split("", 1000)',
      'self.trim()',
      'self.lowerAscii()',
      'self.substring(1)',
      'self.find("a+")',
      'self.findAll("a*b?")',
      'size(self)',
      'self.contains("ab")',
      'isQuantity(self)',
      'isURL(self)',
      'isIP(self)',
      'isCIDR(self)',
      'isSemver(self)',
      'format.dns1123Subdomain().validate(self).hasValue()',
    ];
    for (const rule of strings) {
      const program = programs.compile(rule);
      const run = tried((self: string) => program.run({ self }));
      const shapes = repeated(['a', ' ', '1', 'a.', '-', ':', '\u{1f600}']);
      expect(await judge(run, shapes, texts), rule).toEqual([]);
    }
  });
});

/** A CRD with the schema. */
function definitionOf(openAPIV3Schema: SchemaNode): JsonObject {
  const versions = [
    { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: openAPIV3Schema as JsonObject } },
  ];
  const names = { kind: 'Row', plural: 'rows' };
  return { metadata: { name: 'rows.a.b' }, spec: { group: 'a.b', scope: 'Namespaced', names, versions } };
}
