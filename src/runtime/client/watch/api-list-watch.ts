/** Lists and watches through a transport. */
import { is, NoKindMatchError } from '../requests/api-error.js';
import { callJson } from '../requests/json-call.js';
import { acceptHeader, stamp } from '../requests/projection.js';
import { collectionPath, selectorQuery } from '../requests/resource-path.js';
import type { Transport } from '../connection/transport.js';
import { openWatch } from './watch-stream.js';
import type { Kind } from '../../object/kind.js';
import type { LabelSelectorInput } from '../../object/label-selector.js';
import type { KubeList, KubeObject } from '../../object/meta.js';
import type { ListWatch } from './list-watch.js';

/** The API server sends a bookmark about once a minute: this much silence means that the connection is dead. */
const IDLE_MS = 75_000;

/** Which objects of a kind are listed and watched. */
export interface Selection {
  readonly namespace?: string;
  readonly labels?: LabelSelectorInput;
  readonly fields?: string | Readonly<Record<string, string>>;
}

/** How answers are read. */
export interface Reading<T extends KubeObject> {
  readonly parse?: (line: string) => unknown;
  readonly listed?: (object: T) => void;
}

/**
 * The objects of `kind` that `selection` names. Plural and scope of the kind must be known. `reading` says how lines of
 * watches are parsed, and sees every object of a list.
 */
export function apiListWatch<T extends KubeObject>(
  transport: Transport,
  kind: Kind<T>,
  selection: Selection,
  reading: Reading<T> = {},
): ListWatch<T> {
  const { labels, fields } = selection;
  // Caches use an empty namespace for all namespaces.
  const namespace = selection.namespace === '' ? undefined : selection.namespace;
  const path = collectionPath(kind, { namespace });
  // Whoever reads an object through a cache must not take "no such kind" for "no such object".
  const servedAs = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw is.notFound(error) ? new NoKindMatchError(kind.gvk, transport.server) : error;
    });
  return {
    description: `${kind.gvk.kind} at ${path}`,
    async list(query, signal) {
      const answer = await servedAs(
        callJson(transport, {
          method: 'GET',
          path,
          query: { ...query, ...selectorQuery({ labels, fields }) },
          accept: acceptHeader(kind, 'list'),
          signal,
        }),
      );
      const list = answer as KubeList<T>;
      list.items?.forEach((item) => {
        const object = stamp(kind, item) as T;
        reading.listed?.(object);
      });
      return list;
    },
    async watch(query, signal) {
      const options = { ...query, namespace, labels, fields, idleTimeoutMs: IDLE_MS, signal, parse: reading.parse };
      const stream = await servedAs(openWatch(uncompressed(transport), kind, options));
      return stream.batches;
    },
  };
}

/**
 * A compressed watch sends each event as a gzip member of its own, which then takes a trip through the
 * thread pool: it costs more time than it saves bytes.
 */
function uncompressed(transport: Transport): Transport {
  return {
    server: transport.server,
    request: (request) =>
      transport.request({ ...request, headers: { ...request.headers, 'accept-encoding': 'identity' } }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
