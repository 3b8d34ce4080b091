import { describe, expect, test } from 'vitest';
import { is, NoKindMatchError } from '../../../../src/runtime/client/requests/api-error.js';
import { callKind } from '../../../../src/runtime/client/requests/kind-call.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import { fakeTransport } from '../fake-api.js';

const Widget = defineKind({ group: 'e.com', version: 'v1', kind: 'Widget', plural: 'widgets', scope: 'Namespaced' });
const status = (details: object) => ({ kind: 'Status', reason: 'NotFound', code: 404, details });

describe('404', () => {
  test.each([
    ['text of the router', '404 page not found'],
    ['a Status that names nothing', status({})],
  ])('%s means that the kind is not served', async (_, body) => {
    const call = callKind(
      fakeTransport(() => ({ status: 404, body })),
      Widget,
      { method: 'GET', path: '/x' },
    );

    await expect(call).rejects.toBeInstanceOf(NoKindMatchError);
  });

  test('a Status that names an object means that it is missing', async () => {
    const body = status({ name: 'w', kind: 'widgets' });

    const call = callKind(
      fakeTransport(() => ({ status: 404, body })),
      Widget,
      { method: 'GET', path: '/x' },
    );

    await expect(call).rejects.toSatisfy(is.notFound);
  });
});
