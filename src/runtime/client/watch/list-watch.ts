/** What a watcher needs of the API server. */
import type { WatchEvent } from './watch-stream.js';
import type { KubeList, KubeObject } from '../../object/meta.js';

/** Query parameters of a list. */
export interface ListQuery {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'NotOlderThan' | 'Exact';
  readonly limit?: number;
  readonly continue?: string;
}

/** Query parameters of a watch. */
export interface WatchQuery {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'NotOlderThan';
  readonly sendInitialEvents?: true;
  readonly timeoutSeconds: number;
}

/** Lists and watches one kind in one namespace with one selector. Both reject with the cause when refused. */
export interface ListWatch<T extends KubeObject = KubeObject> {
  /** What is listed, for messages. */
  readonly description: string;
  list(query: ListQuery, signal: AbortSignal): Promise<KubeList<T>>;
  /** Events in the batches in which they arrive. Ends when the server or the connection ends it. */
  watch(query: WatchQuery, signal: AbortSignal): Promise<AsyncIterable<readonly WatchEvent<T>[]>>;
}
