/** What informers tell and predicates judge. */
import type { KubeObject } from './meta.js';
import type { DeepReadonly, Stored } from './readonly.js';

/** A change of an object, seen through a cache. */
export type ObjectEvent<T extends KubeObject = KubeObject> = EventAbout<DeepReadonly<T>>;

/** A change of an object that was read from the API server, and so has its name, uid and version. */
export type StoredEvent<T extends KubeObject = KubeObject> = EventAbout<Stored<T>>;

/** The forms of an event. */
export type EventAbout<Read> =
  | { readonly type: 'create'; readonly object: Read; readonly initial: boolean }
  | { readonly type: 'update'; readonly old: Read; readonly object: Read; readonly resync: boolean }
  | { readonly type: 'delete'; readonly object: Read; readonly stateUnknown: boolean }
  | { readonly type: 'generic'; readonly object: Read };
