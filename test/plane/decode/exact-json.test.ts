import { expect, test } from 'vitest';
import { stringifyExact } from '../../../src/kubernetes/json/stringify-exact.js';
import { parseJson, spliceExact } from '../../../src/plane/decode/exact-json.js';
import type { JsonValue } from '../../../src/kubernetes/json/json-value.js';
import { withServer } from '../plugins/embedded-client.js';

const BIG = '9007199254740993';
const text = (value: JsonValue): string => stringifyExact(value as object);

test('64-bit integers keep their digits, larger numbers are floating-point as in Go', () => {
  expect(text(parseJson(`{"a":${BIG},"b":[-9223372036854775808]}`))).toBe(`{"a":${BIG},"b":[-9223372036854775808]}`);
  expect(text(parseJson('{"a":9223372036854775808}'))).toBe('{"a":9223372036854776000}');
});

test('digits move with the items of a list', () => {
  const list = parseJson(`[1,${BIG},3]`) as JsonValue[];
  spliceExact(list, [0, 1]);
  spliceExact(list, [0, 0], { value: Number('9007199254740995'), digits: '9007199254740995' });

  expect(text(list)).toBe(`[9007199254740995,${BIG},3]`);
});

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { size: { type: 'integer', format: 'int64' } },
    },
    status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};

test('custom resources come back digit by digit, whatever wrote them', () =>
  withServer(async (client) => {
    const definition = {
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            subresources: { status: {} },
            schema: { openAPIV3Schema: schema },
          },
        ],
      },
    };
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    await client.call({ method: 'POST', path: definitions, body: definition });
    const widgets = '/apis/example.com/v1/namespaces/default/widgets';
    await expect.poll(async () => (await client.call({ method: 'GET', path: widgets })).code).toBe(200);
    const send = async (method: string, path: string, body: string, type = 'application/json'): Promise<string> => {
      const response = await fetch(`${client.server}${path}`, {
        method,
        headers: { authorization: `Bearer ${client.token}`, 'content-type': type },
        ...(body === '' ? {} : { body }),
      });
      return response.text();
    };
    const head = '"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w"}';
    const path = `${widgets}/w`;

    expect(await send('POST', widgets, `{${head},"spec":{"size":${BIG},"list":[${BIG},2]}}`)).toContain(
      `"spec":{"size":${BIG},"list":[${BIG},2]}`,
    );
    const merged = await send('PATCH', path, `{"spec":{"more":9007199254740995}}`, 'application/merge-patch+json');
    expect(merged).toContain('"more":9007199254740995');
    const patch = `[{"op":"replace","path":"/spec/size","value":9007199254740997},{"op":"remove","path":"/spec/list/1"}]`;
    const patched = await send('PATCH', path, patch, 'application/json-patch+json');
    expect(patched).toContain(`"size":9007199254740997,"list":[${BIG}],"more":9007199254740995`);
    const applied = await send(
      'PATCH',
      `${path}?fieldManager=m&force=true`,
      `{${head},"spec":{"size":9007199254740999}}`,
      'application/apply-patch+yaml',
    );
    expect(applied).toContain('"size":9007199254740999');
    const status = `{${head},"status":{"seen":${BIG}}}`;
    expect(await send('PATCH', `${path}/status?fieldManager=m`, status, 'application/apply-patch+yaml')).toContain(
      `"seen":${BIG}`,
    );
    // A difference below what a number can tell is a change.
    const rounded = await send('PATCH', path, `{"spec":{"size":9007199254740998}}`, 'application/merge-patch+json');
    expect(rounded).toContain('"size":9007199254740998');
    expect(await send('GET', widgets, '')).toContain(`"list":[${BIG}],"more":9007199254740995`);
  }));
