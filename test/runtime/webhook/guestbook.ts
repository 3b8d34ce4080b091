/** The kind that the webhook tests use, in three versions. */
import { defineKind } from '../../../src/runtime/object/kind.js';
import type { CustomResource } from '../../../src/runtime/object/meta.js';
import type { Converter } from '../../../src/runtime/webhook/conversion/converter.js';

export type GuestbookV1 = CustomResource<{ replicas?: number; tier?: string; owner?: { name: string; team?: string } }>;
export type GuestbookV1Beta1 = CustomResource<{ size?: number; tier?: string; owner?: string }>;
export type GuestbookV1Alpha1 = CustomResource<{ size?: string; note?: string }>;

const names = { group: 'webapp.my.domain', kind: 'Guestbook', plural: 'guestbooks', scope: 'Namespaced' } as const;

export const GuestbookV1 = defineKind<GuestbookV1>({ ...names, version: 'v1' });
export const GuestbookV1Beta1 = defineKind<GuestbookV1Beta1>({ ...names, version: 'v1beta1' });
export const GuestbookV1Alpha1 = defineKind<GuestbookV1Alpha1>({ ...names, version: 'v1alpha1' });

/** `owner.team` of the hub is unknown to v1beta1. */
export const betaConverter: Converter<GuestbookV1, GuestbookV1Beta1> = {
  spoke: GuestbookV1Beta1,
  toHub: ({ spec }) => ({
    spec: { replicas: spec.size, tier: spec.tier, ...(spec.owner !== undefined && { owner: { name: spec.owner } }) },
  }),
  fromHub: ({ spec }) => ({ spec: { size: spec.replicas, tier: spec.tier, owner: spec.owner?.name } }),
};

/** v1alpha1 knows neither tier nor owner, and has a note that nobody else has. */
export const alphaConverter: Converter<GuestbookV1, GuestbookV1Alpha1> = {
  spoke: GuestbookV1Alpha1,
  toHub: ({ spec }) => ({ spec: spec.size === undefined ? {} : { replicas: Number(spec.size) } }),
  fromHub: ({ spec }) => ({ spec: spec.replicas === undefined ? {} : { size: String(spec.replicas) } }),
};

/** The body of an admission call about a guestbook. */
export function reviewOf(request: Record<string, unknown>, apiVersion = 'admission.k8s.io/v1'): object {
  return {
    apiVersion,
    kind: 'AdmissionReview',
    request: {
      uid: 'b9e8a4f0-7c7e-4a39-8a55-0d7b1c3f5e11',
      kind: { group: 'webapp.my.domain', version: 'v1', kind: 'Guestbook' },
      resource: { group: 'webapp.my.domain', version: 'v1', resource: 'guestbooks' },
      requestKind: { group: 'webapp.my.domain', version: 'v1', kind: 'Guestbook' },
      requestResource: { group: 'webapp.my.domain', version: 'v1', resource: 'guestbooks' },
      name: 'team',
      namespace: 'default',
      operation: 'CREATE',
      userInfo: { username: 'jane', groups: ['system:authenticated'] },
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
      object: null,
      oldObject: null,
      ...request,
    },
  };
}
