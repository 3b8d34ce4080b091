/** The real API server gives the verdict on each rule that the reader gives. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTransport } from '../../../src/runtime/client/connection/http-transport.js';
import type { Transport } from '../../../src/runtime/client/connection/transport.js';
import { type ControlPlane, startControlPlane } from '../../../src/testing/index.js';
import { fieldSchema } from '../../reader/read-source.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { RULES } from './rules.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
let plane: ControlPlane;
let transport: Transport;

beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({ kind: 'envtest' });
  transport = createTransport(plane.config);
}, 180_000);

afterAll(async () => {
  await transport[Symbol.asyncDispose]();
  await plane.stop();
});

test.each(RULES)('$rule of $type', async ({ type, rule, code }) => {
  const types = "import type { Quantity as Q, Time, Duration, IntOrString, Double } from 'kbts/runtime';";
  const field = { ...(await fieldSchema(type, types)), 'x-kubernetes-validations': [{ rule }] };
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object', required: ['a'], properties: { a: field } } },
  };
  const body = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'rows.rules.kbts.dev' },
    spec: {
      group: 'rules.kbts.dev',
      names: { kind: 'Row', listKind: 'RowList', plural: 'rows', singular: 'row' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  const response = await transport.request({
    method: 'POST',
    path: `${CRDS}?dryRun=All`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  expect(response.status, await response.text()).toBe(code === undefined ? 201 : 422);
});
