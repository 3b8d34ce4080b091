/** The checks of Pods, by group and kind. */
import type { KindChecks } from '../kind-checks.js';
import { checks } from './pod.js';

/** By `group/Kind`. */
export const kinds: Readonly<Record<string, KindChecks>> = {
  '/Pod': checks,
};
