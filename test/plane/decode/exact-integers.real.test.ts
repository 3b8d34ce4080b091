/** Integers beyond 2^53 on the embedded plane and on a real kube-apiserver: the same digits, verdicts and words. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedApiServer, startEmbeddedApiServer } from '../../../src/plane/embedded-api-server.js';
import { hasRealApiServer, startRealApiServer, type Target } from '../differential/real-api-server.js';
import { untilAnswer } from '../../until-known.js';

const integer = { type: 'integer', format: 'int64' };
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'bigs.exact.example.com' },
  spec: {
    group: 'exact.example.com',
    scope: 'Namespaced',
    names: { plural: 'bigs', kind: 'Big' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: integer,
                  odd: {
                    ...integer,
                    'x-kubernetes-validations': [{ rule: 'self % 2 == 1', message: 'not odd' }],
                  },
                  capped: { ...integer, maximum: 9007199254740992 },
                  set: { type: 'array', 'x-kubernetes-list-type': 'set', items: integer, maxItems: 9 },
                  keyed: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['id'],
                    items: { type: 'object', required: ['id'], properties: { id: integer, v: integer } },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};

const BIGS = '/apis/exact.example.com/v1/namespaces/default/bigs';
const big = (name: string, spec: string): string =>
  `{"apiVersion":"exact.example.com/v1","kind":"Big","metadata":{"name":"${name}"},"spec":${spec}}`;
const yaml = (spec: string): string =>
  `apiVersion: exact.example.com/v1\nkind: Big\nmetadata:\n  name: yaml\nspec: ${spec}\n`;

const CALLS: readonly (readonly [method: string, path: string, type: string, body?: string])[] = [
  ['POST', BIGS, 'application/json', big('json', '{"size":9007199254740993}')],
  ['POST', BIGS, 'application/yaml', yaml('{size: 9007199254740993, set: [9007199254740995, -9223372036854775808]}')],
  ['GET', `${BIGS}/json?pretty=true`, ''],
  ['POST', BIGS, 'application/json', big('odd', '{"odd":9007199254740993}')],
  ['POST', BIGS, 'application/json', big('even', '{"odd":9007199254740994}')],
  ['POST', BIGS, 'application/json', big('capped', '{"capped":9007199254740993}')],
  ['POST', BIGS, 'application/json', big('twice', '{"set":[9007199254740993,9007199254740993]}')],
  ['POST', BIGS, 'application/json', big('near', '{"set":[9007199254740992,9007199254740993]}')],
  ['POST', BIGS, 'application/json', big('keys', '{"keyed":[{"id":9007199254740992},{"id":9007199254740993}]}')],
];

describe.skipIf(!hasRealApiServer)('integers beyond 2^53', () => {
  let target: Target;
  let embedded: EmbeddedApiServer;
  beforeAll(async () => {
    [target, embedded] = await Promise.all([startRealApiServer(), startEmbeddedApiServer({ tls: false })]);
  }, 120_000);
  afterAll(async () => {
    await embedded?.stop();
    await target?.stop();
  });

  it('are answered alike', { timeout: 120_000 }, async () => {
    const [real, own] = await Promise.all([
      answers(target.server, target.token),
      answers(embedded.server, embedded.adminToken),
    ]);

    expect(own).toEqual(real);
    expect(real.filter((answer) => answer.includes('900719925474099')).length).toBeGreaterThan(6);
  });
});

/** The digits of every answer: its spec, who owns what, or its message. */
async function answers(server: string, token: string): Promise<string[]> {
  const send = async (method: string, path: string, type: string, body?: string): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, ...(type !== '' && { 'content-type': type }) };
    return textOf(`${server}${path}`, { method, headers, rejectUnauthorized: false }, body);
  };
  const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  expect(await send('POST', crds, 'application/json', JSON.stringify(definition))).toMatch(/^201/);
  await untilAnswer(
    () => send('GET', BIGS, ''),
    (answer) => expect(answer).toMatch(/^200/),
  );
  const found: string[] = [];
  for (const [method, path, type, body] of CALLS) found.push(shown(await send(method, path, type, body)));
  return found;
}

/** The answer as it is: parsing would round it. */
function textOf(url: string, options: RequestOptions, body: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(`${response.statusCode} ${Buffer.concat(chunks).toString('utf8')}`));
    });
    request.on('error', reject);
    request.end(body);
  });
}

function shown(answer: string): string {
  const digits = answer.match(/(?:[vk]:[^ ]*?)?-?\d{16,}/g) ?? [];
  const message = /"message":"((?:[^"\\]|\\.)*)"/.exec(answer)?.[1] ?? '';
  return `${answer.slice(0, 3)} ${digits.sort().join(' ')} ${message}`;
}
