/** A valid object of every kind that operators create or own. */
import { accessSamples } from './samples-access.js';
import { coreSamples } from './samples-core.js';
import { moreSamples } from './samples-more.js';
import { podSamples } from './samples-pods.js';

/** An object as it is sent. */
export type Sample = { readonly apiVersion: string; readonly kind: string; readonly metadata: object } & {
  readonly [field: string]: unknown;
};

/** All of them. */
export const samples = (): readonly Sample[] => [...podSamples, ...coreSamples, ...accessSamples, ...moreSamples];
