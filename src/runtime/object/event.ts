/** What informers tell and predicates judge. */
import type { KubeObject } from './meta.js';
import type { DeepReadonly } from './readonly.js';

/** A change of an object, seen through a cache. */
export type ObjectEvent<T extends KubeObject = KubeObject> =
  | { readonly type: 'create'; readonly object: DeepReadonly<T>; readonly initial: boolean }
  | {
      readonly type: 'update';
      readonly old: DeepReadonly<T>;
      readonly object: DeepReadonly<T>;
      readonly resync: boolean;
    }
  | { readonly type: 'delete'; readonly object: DeepReadonly<T>; readonly stateUnknown: boolean }
  | { readonly type: 'generic'; readonly object: DeepReadonly<T> };
