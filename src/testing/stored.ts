/** Objects for tests of functions that take what was read. */
import type { KubeObject } from '../runtime/object/meta.js';
import type { Stored, StoredMeta } from '../runtime/object/readonly.js';

/**
 * The object as if the API server had stored it: what is missing of name, uid, version, generation and time of creation is filled in.
 * For tests of your own functions; no server knows it.
 * @example
 * ```ts
 * const book = stored(new Guestbook({ metadata: { namespace: 'default', name: 'a' }, spec: {} }));
 * console.log(book.metadata.name, book.metadata.generation); // a 1
 * ```
 */
export function stored<T extends KubeObject>(object: T): Stored<T> {
  const metadata: StoredMeta = {
    name: 'test',
    uid: '00000000-0000-4000-8000-000000000000',
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '2020-01-01T00:00:00Z',
    ...object.metadata,
  };
  return { ...object, metadata } as unknown as Stored<T>;
}
