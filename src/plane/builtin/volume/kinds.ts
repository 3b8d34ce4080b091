/** The checks of storage, by group and kind. */
import type { KindChecks } from '../kind-checks.js';
import { claim } from './claim.js';
import { persistentVolume } from './persistent-volume.js';

/** By `group/Kind`. */
export const kinds: Readonly<Record<string, KindChecks>> = {
  '/PersistentVolumeClaim': claim,
  '/PersistentVolume': persistentVolume,
};
