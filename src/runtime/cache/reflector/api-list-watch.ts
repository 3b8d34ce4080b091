/** Lists and watches through a transport. */
import { is, NoKindMatchError } from '../../client/requests/api-error.js';
import { callJson } from '../../client/requests/json-call.js';
import { acceptHeader, stamp } from '../../client/requests/projection.js';
import { resourcePath, selectorQuery } from '../../client/requests/resource-path.js';
import type { Transport } from '../../client/connection/transport.js';
import { openWatch, type WatchEvent } from '../../client/watch/watch-stream.js';
import type { Kind } from '../../object/kind.js';
import type { KubeList, KubeObject } from '../../object/meta.js';
import type { PartitionSpec } from '../informers/informer-spec.js';
import type { ListWatch } from './list-watch.js';
import { SharedFields } from '../store/shared-fields.js';

/** Bookmarks come about once a minute: this much silence means that the connection is dead. */
const IDLE_MS = 150_000;

/** The objects of `kind` that `spec` selects. Plural and scope of the kind must be known. */
export function apiListWatch(transport: Transport, kind: Kind, spec: PartitionSpec): ListWatch {
  const { namespace, labels, fields } = spec;
  const path = resourcePath(kind, { namespace });
  // Here and not where objects are stored, as all of the initial state is held in memory before that.
  const managed = new SharedFields();
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
      const list = answer as KubeList<KubeObject>;
      list.items?.forEach((item) => managed.share(stamp(kind, item) as KubeObject));
      return list;
    },
    async watch(query, signal) {
      const options = { ...query, namespace, labels, fields, idleTimeoutMs: IDLE_MS, signal };
      const stream = await servedAs(openWatch(uncompressed(transport), kind, options));
      return sharing(stream.batches, managed);
    },
  };
}

async function* sharing(
  batches: AsyncIterable<readonly WatchEvent[]>,
  managed: SharedFields,
): AsyncGenerator<readonly WatchEvent[]> {
  for await (const batch of batches) {
    for (const event of batch) if (event.type !== 'ERROR') managed.share(event.object);
    yield batch;
  }
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
