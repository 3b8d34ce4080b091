import { lossless } from 'kbts/runtime';
import type { Quantity } from 'kbts/runtime';
import type { Database as Hub } from '../v1/index.js';
import { Database } from './index.js';

/**
 * Converts Database between v1alpha1 and the hub, v1, in which objects are stored. Half a gibibyte can be said in v1 only:
 * `lossless` keeps it aside.
 */
export const databaseV1alpha1Converter = lossless<Hub, Database>({
  spoke: Database,
  toHub({ metadata, spec: { image, storageGi, ...rest }, status }) {
    const [engine, ...version] = image.split(':');
    const spec = {
      ...rest,
      engine: engine === 'mysql' ? ('mysql' as const) : ('postgres' as const),
      ...(version.length > 0 && { version: version.join(':') }),
      ...(storageGi !== undefined && { storage: `${storageGi}Gi` }),
    };
    return { metadata, spec, ...(status && { status }) };
  },
  fromHub({ metadata, spec: { engine, version, storage, ...rest }, status }) {
    const spec = {
      ...rest,
      image: version === undefined ? engine : `${engine}:${version}`,
      ...(storage !== undefined && { storageGi: gibibytesOf(storage) }),
    };
    return { metadata, spec, ...(status && { status }) };
  },
});

/** Whole gibibytes as they are; anything else counts as one, and is kept aside. */
function gibibytesOf(storage: Quantity): number {
  const [, whole] = /^([1-9]\d*)Gi$/.exec(String(storage)) ?? [];
  return whole === undefined ? 1 : Number(whole);
}
