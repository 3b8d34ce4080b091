import { describe, expect, test } from 'vitest';
import {
  convertWithMemory,
  hasMemory,
  hubAnnotation,
  spokeAnnotation,
  type Refusal,
} from '../../../../src/runtime/webhook/recall/remembered.js';
import type { Schema } from '../../../../src/runtime/webhook/recall/schema-violations.js';
import { hubConversion } from '../../../../src/runtime/webhook/conversion/converter.js';
import { lossless } from '../../../../src/runtime/webhook/conversion/lossless.js';
import { betaConverter, GuestbookV1, GuestbookV1Beta1 } from '../guestbook.js';

const schema: Schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer', maximum: 5 },
        owner: { type: 'object', properties: { team: { type: 'string', enum: ['red', 'blue'] } } },
      },
    },
  },
};
const remembering = (memory: unknown, spec: GuestbookV1Beta1['spec'] = { size: 2, owner: 'jane' }): GuestbookV1Beta1 =>
  new GuestbookV1Beta1({
    metadata: { name: 'team', annotations: { [hubAnnotation]: JSON.stringify(memory), mine: 'kept' } },
    spec,
  });

async function restore(object: GuestbookV1Beta1, published: Schema | null = schema) {
  const refusals: Refusal[] = [];
  const restored = await convertWithMemory(object, {
    convert: hubConversion(GuestbookV1, [lossless(betaConverter)]),
    to: GuestbookV1.gvk,
    apiVersion: GuestbookV1.apiVersion,
    schemas: () => Promise.resolve(published ?? undefined),
    signal: new AbortController().signal,
    refused: (refusal) => refusals.push(refusal),
  });
  return { restored: restored as GuestbookV1, refusals };
}

describe('what annotations remember', () => {
  test('is restored when the schema allows it', async () => {
    const memory = { spec: { replicas: 2, owner: { name: 'jane', team: 'red' } } };
    const { restored, refusals } = await restore(remembering(memory));

    expect(restored.spec).toEqual({ replicas: 2, owner: { name: 'jane', team: 'red' } });
    expect(restored.metadata.annotations).toEqual({ mine: 'kept' });
    expect(refusals).toEqual([]);
  });

  test('is not restored when the schema does not allow it, and the rest stays', async () => {
    const memory = { spec: { replicas: 2, owner: { name: 'jane', team: 'green' } } };
    const { restored, refusals } = await restore(remembering(memory));

    expect(restored.spec).toEqual({ replicas: 2, owner: { name: 'jane' } });
    expect(restored.metadata.annotations).toEqual({ mine: 'kept' });
    expect(refusals).toEqual([
      { name: 'team', namespace: undefined, problem: 'it breaks the schema: spec.owner.team: enum' },
    ]);
  });

  test('is restored beside a violation that the object has without it', async () => {
    const memory = { spec: { replicas: 50, owner: { name: 'jane', team: 'red' } } };
    const { restored } = await restore(remembering(memory, { size: 50, owner: 'jane' }));

    expect(restored.spec).toEqual({ replicas: 50, owner: { name: 'jane', team: 'red' } });
  });

  test('is not restored when there is no schema, or the conversion fails with it', async () => {
    const memory = { spec: { replicas: 2, owner: { name: 'jane', team: 'red' } } };
    const { restored, refusals } = await restore(remembering(memory), null);
    expect(restored.spec.owner).toEqual({ name: 'jane' });
    expect(refusals).toHaveLength(1);

    const broken = await restore(remembering({ spec: null }));
    expect(broken.restored.spec).toEqual({ replicas: 2, owner: { name: 'jane' } });
  });

  test('never has a status, whatever it says', async () => {
    const { restored } = await restore(remembering({ spec: { replicas: 2 }, status: { approved: true } }));

    expect(restored).not.toHaveProperty('status');
  });

  test('is asked about by the version that the object becomes', () => {
    const object = (name: string) => new GuestbookV1({ metadata: { annotations: { [name]: '{}' } }, spec: {} });

    expect(hasMemory(object(spokeAnnotation('v1beta1')), 'v1beta1')).toBe(true);
    expect(hasMemory(object(spokeAnnotation('v1beta1')), 'v1alpha1')).toBe(false);
    expect(hasMemory(object(hubAnnotation), 'v1')).toBe(true);
    expect(hasMemory(new GuestbookV1({ metadata: {}, spec: {} }), 'v1')).toBe(false);
  });
});
