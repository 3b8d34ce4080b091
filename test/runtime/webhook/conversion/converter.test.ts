import { describe, expect, test } from 'vitest';
import { hubConversion, type Converter } from '../../../../src/runtime/webhook/conversion/converter.js';
import { GuestbookV1, GuestbookV1Alpha1, GuestbookV1Beta1 } from '../guestbook.js';

const beta: Converter<GuestbookV1, GuestbookV1Beta1> = {
  spoke: GuestbookV1Beta1,
  toHub: ({ spec }) => ({
    spec: { replicas: spec.size, tier: spec.tier, ...(spec.owner !== undefined && { owner: { name: spec.owner } }) },
  }),
  fromHub: ({ spec }) => ({ spec: { size: spec.replicas, tier: spec.tier, owner: spec.owner?.name } }),
};

const alpha: Converter<GuestbookV1, GuestbookV1Alpha1> = {
  spoke: GuestbookV1Alpha1,
  toHub: ({ spec }) => ({ spec: { replicas: Number(spec.size) } }),
  fromHub: ({ spec }) => ({ spec: { size: String(spec.replicas) } }),
};

const metadata = { name: 'team', namespace: 'default', uid: '1', labels: { a: 'b' } };

describe('hubConversion', () => {
  const convert = hubConversion(GuestbookV1, [beta, alpha]);

  test('converts from the hub', () => {
    const hub = new GuestbookV1({ metadata, spec: { replicas: 3 } });

    expect(convert(hub, 'webapp.my.domain/v1beta1')).toEqual({
      apiVersion: 'webapp.my.domain/v1beta1',
      kind: 'Guestbook',
      metadata,
      spec: { size: 3 },
    });
  });

  test('§9.7.3 converts between two spokes through the hub', () => {
    const spoke = new GuestbookV1Alpha1({ metadata, spec: { size: '3' } });

    expect(convert(spoke, 'webapp.my.domain/v1beta1')).toMatchObject({ spec: { size: 3 }, metadata });
  });

  test('does not change what it was given', () => {
    const hub = new GuestbookV1({ metadata, spec: { owner: { name: 'jane' } } });
    const rude: Converter<GuestbookV1, GuestbookV1Beta1> = {
      ...beta,
      fromHub(object) {
        object.spec.owner = undefined;
        object.metadata.labels = {};
        return { spec: {}, metadata: object.metadata };
      },
    };

    const result = hubConversion(GuestbookV1, [rude])(hub, 'webapp.my.domain/v1beta1');

    expect(hub.spec.owner).toEqual({ name: 'jane' });
    expect(hub.metadata.labels).toEqual({ a: 'b' });
    expect(result.metadata.labels).toEqual({});
  });

  test.each(['name', 'namespace', 'uid'] as const)('§9.7.5 refuses a conversion that changes metadata.%s', (field) => {
    const renaming: Converter<GuestbookV1, GuestbookV1Beta1> = {
      ...beta,
      fromHub: (hub) => ({ spec: {}, metadata: { ...hub.metadata, [field]: 'other' } }),
    };
    const hub = new GuestbookV1({ metadata, spec: {} });

    expect(() => hubConversion(GuestbookV1, [renaming])(hub, 'webapp.my.domain/v1beta1')).toThrow(
      `changed metadata.${field}`,
    );
  });

  test('refuses a version that nobody converts, and says which there are', () => {
    const hub = new GuestbookV1({ metadata, spec: {} });

    expect(() => convert(hub, 'webapp.my.domain/v9')).toThrow(
      'no conversion for webapp.my.domain/v9, only for webapp.my.domain/v1, webapp.my.domain/v1beta1',
    );
  });

  test('refuses the version that the object already has', () => {
    expect(() => convert(new GuestbookV1({ metadata, spec: {} }), 'webapp.my.domain/v1')).toThrow('is already of');
  });

  test('§9.7.3 refuses two converters of one version, and the hub as a spoke', () => {
    expect(() => hubConversion(GuestbookV1, [beta, beta])).toThrow('has two converters');
    expect(() => hubConversion(GuestbookV1Beta1, [beta as never])).toThrow('is the hub');
  });

  test('refuses a converter that returns nothing', () => {
    const empty = { ...beta, fromHub: () => undefined as never };
    const hub = new GuestbookV1({ metadata, spec: {} });

    expect(() => hubConversion(GuestbookV1, [empty])(hub, 'webapp.my.domain/v1beta1')).toThrow('returned nothing');
  });
});
