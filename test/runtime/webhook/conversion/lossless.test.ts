import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { int64 } from '../../../../src/kubernetes/json/exact-integers.js';
import { parseExact } from '../../../../src/kubernetes/json/parse-exact.js';
import { stringifyExact } from '../../../../src/kubernetes/json/stringify-exact.js';
import { hubConversion, type Converter } from '../../../../src/runtime/webhook/conversion/converter.js';
import { lossless } from '../../../../src/runtime/webhook/conversion/lossless.js';
import { alphaConverter, betaConverter, GuestbookV1, GuestbookV1Alpha1, GuestbookV1Beta1 } from '../guestbook.js';

const v1 = 'webapp.my.domain/v1';
const v1beta1 = 'webapp.my.domain/v1beta1';
const v1alpha1 = 'webapp.my.domain/v1alpha1';
const convert = hubConversion(GuestbookV1, [lossless(betaConverter), lossless(alphaConverter)]);
const metadata = { name: 'team', namespace: 'default', uid: '1' };

describe('lossless', () => {
  test('what a version cannot express comes back', () => {
    const hub = new GuestbookV1({ metadata, spec: { replicas: 2, owner: { name: 'jane', team: 'red' } } });

    expect(convert(convert(hub, v1beta1), v1)).toEqual(hub);
    expect(convert(convert(hub, v1alpha1), v1)).toEqual(hub);
  });

  test('a change made in the other version is kept, and so is what that version cannot express', () => {
    const hub = new GuestbookV1({ metadata, spec: { replicas: 2, owner: { name: 'jane', team: 'red' } } });
    const spoke = convert(hub, v1beta1) as GuestbookV1Beta1;

    const back = convert({ ...spoke, spec: { ...spoke.spec, size: 5, owner: 'bob' } } as GuestbookV1Beta1, v1);

    expect(back).toEqual({ ...hub, spec: { replicas: 5, owner: { name: 'bob', team: 'red' } } });
  });

  test('a field removed in the other version takes along what only the hub knew about it', () => {
    const hub = new GuestbookV1({ metadata, spec: { replicas: 2, owner: { name: 'jane', team: 'red' } } });
    const spoke = convert(hub, v1beta1) as GuestbookV1Beta1;

    const back = convert({ ...spoke, spec: { size: 2 } } as GuestbookV1Beta1, v1);

    expect(back).toEqual({ ...hub, spec: { replicas: 2 } });
  });

  test('§18.3.2 whole numbers beyond 2^53 ride along digit by digit', () => {
    const hub = new GuestbookV1({ metadata, spec: { replicas: 2, owner: { name: 'jane', team: 'red' } } });
    int64.set(hub.spec, 'replicas', 9_007_199_254_740_993n);

    const there = convert(parseExact(stringifyExact(hub)) as GuestbookV1, v1beta1);
    const back = convert(parseExact(stringifyExact(there)) as GuestbookV1Beta1, v1) as GuestbookV1;

    expect(int64.get(back.spec, 'replicas')).toBe(9_007_199_254_740_993n);
  });

  test('nothing is added to an object that loses nothing', () => {
    const hub = new GuestbookV1({ metadata, spec: { replicas: 2 } });

    expect(convert(hub, v1beta1).metadata).toEqual(metadata);
  });

  test('labels and annotations of the user stay', () => {
    const labelled = { ...metadata, labels: { a: 'b' }, annotations: { c: 'd' } };
    const hub = new GuestbookV1({ metadata: labelled, spec: { owner: { name: 'jane', team: 'red' } } });

    const spoke = convert(hub, v1beta1);

    expect(spoke.metadata).toMatchObject({ labels: { a: 'b' }, annotations: { c: 'd' } });
    expect(convert(spoke, v1)).toEqual(hub);
  });

  test.each(['{', '[]', 'null', '"x"'])('an annotation that a user broke (%s) is as good as none', (text) => {
    const annotations = { 'kbts.dev/conversion-hub': text };
    const spoke = new GuestbookV1Beta1({ metadata: { ...metadata, annotations }, spec: { size: 2 } });

    expect(convert(spoke, v1)).toEqual(new GuestbookV1({ metadata, spec: { replicas: 2 } }));
  });

  test('a converter may change labels', () => {
    const labelling: Converter<GuestbookV1, GuestbookV1Beta1> = {
      ...betaConverter,
      fromHub: (hub) => ({ ...betaConverter.fromHub(hub), metadata: { ...hub.metadata, labels: { tier: 'free' } } }),
    };
    const hub = new GuestbookV1({ metadata, spec: { tier: 'free' } });

    expect(hubConversion(GuestbookV1, [lossless(labelling)])(hub, v1beta1).metadata.labels).toEqual({ tier: 'free' });
  });

  test('§9.7.6 any object of any version survives any way through the others', () => {
    const text = fc.string({ maxLength: 8 });
    const hub = fc
      .record(
        { replicas: fc.nat(), tier: text, owner: fc.record({ name: text, team: text }, { requiredKeys: ['name'] }) },
        { requiredKeys: [] },
      )
      .map((spec) => new GuestbookV1({ metadata, spec }));
    const beta = fc
      .record({ size: fc.nat(), tier: text, owner: text }, { requiredKeys: [] })
      .map((spec) => new GuestbookV1Beta1({ metadata, spec }));
    const alpha = fc
      .record({ size: fc.nat().map(String), note: text }, { requiredKeys: [] })
      .map((spec) => new GuestbookV1Alpha1({ metadata, spec }));
    const object = fc.oneof<fc.Arbitrary<GuestbookV1 | GuestbookV1Beta1 | GuestbookV1Alpha1>[]>(hub, beta, alpha);
    const way = fc.array(fc.constantFrom(v1, v1beta1, v1alpha1), { maxLength: 6 });

    fc.assert(
      fc.property(object, way, (start, versions) => {
        let current = start as { apiVersion: string } as GuestbookV1;
        for (const version of [...versions, start.apiVersion])
          if (current.apiVersion !== version) current = convert(current, version) as GuestbookV1;

        expect(withoutMemory(current)).toEqual(JSON.parse(JSON.stringify(start)));
      }),
      { numRuns: 2_000 },
    );
  });
});

/** What other versions remembered may stay; everything else must be as it was. */
function withoutMemory({ metadata: { annotations = {}, ...rest }, ...object }: GuestbookV1): unknown {
  const own = Object.entries(annotations).filter(([name]) => !name.startsWith('kbts.dev/conversion-'));
  const kept = own.length > 0 ? { annotations: Object.fromEntries(own) } : {};
  return JSON.parse(JSON.stringify({ ...object, metadata: { ...rest, ...kept } }));
}
