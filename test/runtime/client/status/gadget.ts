/** A kind with conditions that are merged, and one whose conditions are replaced as a whole. */
import { type ConditionOf, type CustomResource, defineKind } from '../../../../src/runtime/index.js';

export interface GadgetStatus {
  ready?: number;
  phase?: 'Up' | 'Down';
  conditions?: ConditionOf<'Ready' | 'Degraded' | 'Foreign', 'AllUp' | 'Waiting' | 'Seen'>[];
}
export interface Gadget extends CustomResource<{ size?: number; tags?: string[] }, GadgetStatus> {}

const group = 'test.kbts.dev';
const common = { group, version: 'v1', scope: 'Namespaced', subresources: { status: true } } as const;
export const Gadget = defineKind<Gadget>({ ...common, kind: 'Gadget', plural: 'gadgets' });
export const Atomic = defineKind<Gadget>({ ...common, kind: 'Atomic', plural: 'atomics' });

/** The CRDs of both. */
export const crds = [`${import.meta.dirname}/testdata/gadgets.yaml`, `${import.meta.dirname}/testdata/atomics.yaml`];
