/** Watches: the events of a collection from a version on, filtered for one client. */
import type { ApiObject } from '../storage/api-object.js';
import { expired, StatusError } from '../api-status.js';
import type { Backend } from '../backend.js';
import type { JsonValue } from '../../kubernetes/json/json-value.js';
import { checkListOptions } from './list-options.js';
import { isSelected, selectionOf, type Selection } from './list-selection.js';
import type { StoreEvent } from '../storage/object-store.js';
import type { ResourceRequest } from './resource-request.js';
import { apiVersionOf, type ResourceType } from './resource-type.js';

/** Where a watch writes to. */
export interface WatchSink {
  /** One event. */
  send(type: string, object: ApiObject): void;
  /** An event that is not about an object of the resource. */
  sendRaw(type: string, object: JsonValue): void;
  /** Ends the stream. */
  end(): void;
  /** Calls back when the client went away or the server stops. */
  onClose(listener: () => void): void;
}

const BOOKMARK_MS = 60_000;
const DEFAULT_TIMEOUT_SECONDS = 1800;

/** Handles a watch until it ends; option errors are thrown before anything is sent. */
export function watchResource(backend: Backend, request: ResourceRequest, open: () => WatchSink | undefined): void {
  const { query } = request.info;
  const options = checkListOptions(query, true);
  const version = query.get('resourceVersion') ?? '';
  checkVersion(version);
  const selection = selectionOf(request);
  const sink = open();
  if (sink === undefined) return;
  const watch = new Watch(backend, request, selection, sink);
  watch.start({ version, ...options });
}

function checkVersion(version: string): void {
  if (version === '' || /^\d+$/.test(version)) return;
  const shown = JSON.stringify(version);
  throw new StatusError(
    500,
    '',
    `resourceVersion: Invalid value: ${shown}: strconv.ParseUint: parsing ${shown}: invalid syntax`,
  );
}

interface StartOptions {
  readonly version: string;
  readonly timeoutSeconds: number | undefined;
  readonly sendsInitialEvents: boolean | undefined;
  readonly allowsBookmarks: boolean;
}

class Watch {
  private readonly backend: Backend;
  private readonly request: ResourceRequest;
  private readonly selection: Selection;
  private readonly sink: WatchSink;
  private readonly cleanups: (() => void)[] = [];
  private isClosed = false;
  /** Conversion may take time; events wait here in order. */
  private queue: Promise<void> | undefined;

  constructor(backend: Backend, request: ResourceRequest, selection: Selection, sink: WatchSink) {
    this.backend = backend;
    this.request = request;
    this.selection = selection;
    this.sink = sink;
  }

  start({ version, timeoutSeconds, sendsInitialEvents, allowsBookmarks }: StartOptions): void {
    const { store } = this.backend;
    const collection = store.collection(this.request.type.collection);
    const from = Number(version);
    const isFromNow = version === '' || version === '0';
    const replay = isFromNow ? [] : collection.eventsSince(from);
    if (replay === undefined && sendsInitialEvents !== true) {
      const error = expired(`too old resource version: ${from} (${store.currentVersion})`);
      this.sink.sendRaw('ERROR', error.status);
      this.sink.end();
      return;
    }
    this.sink.onClose(() => this.close());
    this.cleanups.push(collection.listen((event) => this.deliver(event)));
    // A definition that goes takes the watches of its objects with it.
    this.cleanups.push(this.backend.registry.onRemove((type) => this.endIfServed(type)));
    if (sendsInitialEvents ?? isFromNow) {
      for (const object of collection.snapshot().objects) this.initial(object);
      if (sendsInitialEvents === true && allowsBookmarks) this.bookmark(store.currentVersion, true);
    } else for (const event of replay ?? []) this.deliver(event);
    if (allowsBookmarks) this.every(BOOKMARK_MS, () => this.bookmark(store.currentVersion, false));
    this.after((timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000, () => this.finish());
  }

  private endIfServed({ collection, version }: ResourceType): void {
    const { type } = this.request;
    if (type.collection === collection && type.version === version) this.finish();
  }

  private initial(object: ApiObject): void {
    if (isSelected(object, this.selection)) this.emit('ADDED', object);
  }

  /** Runs inside the request that made the change: whatever fails here must end this watch, not that request. */
  private deliver(event: StoreEvent): void {
    try {
      this.show(event);
    } catch (error) {
      this.fail(error);
    }
  }

  private show(event: StoreEvent): void {
    const { selection } = this;
    const isIn = event.type !== 'DELETED' && isSelected(event.object, selection);
    const wasIn = event.previous !== undefined && isSelected(event.previous, selection);
    if (isIn) this.emit(wasIn ? 'MODIFIED' : 'ADDED', event.object);
    else if (wasIn) this.emit('DELETED', event.type === 'DELETED' ? event.object : lastSeen(event));
  }

  private emit(type: string, object: ApiObject): void {
    const { conversion } = this.backend;
    const target = this.request.type;
    const now = this.queue === undefined ? conversion.fromStorageNow(object, target) : undefined;
    if (now !== undefined) {
      this.sink.send(type, now);
      return;
    }
    this.enqueue(async () => {
      const [shown = object] = await conversion.fromStorage([object], target);
      if (!this.isClosed) this.sink.send(type, shown);
    });
  }

  private bookmark(version: number, isInitialEnd: boolean): void {
    const { type } = this.request;
    const annotations = isInitialEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {};
    const metadata = { resourceVersion: String(version), ...annotations };
    const send = (): void => this.sink.send('BOOKMARK', { kind: type.kind, apiVersion: apiVersionOf(type), metadata });
    if (this.queue === undefined) send();
    else this.enqueue(async () => send());
  }

  private enqueue(task: () => Promise<void>): void {
    const next = (this.queue ?? Promise.resolve())
      .then(() => (this.isClosed ? undefined : task()))
      .catch((error: unknown) => this.fail(error));
    this.queue = next;
    void next.then(() => {
      if (this.queue === next) this.queue = undefined;
    });
  }

  private fail(error: unknown): void {
    this.backend.log(`watch of ${this.request.type.plural} failed: ${String(error)}`);
    this.finish();
  }

  private every(milliseconds: number, act: () => void): void {
    const timer = setInterval(act, milliseconds);
    timer.unref();
    this.cleanups.push(() => clearInterval(timer));
  }

  private after(milliseconds: number, act: () => void): void {
    const timer = setTimeout(act, Math.min(milliseconds, 2_147_483_647));
    timer.unref();
    this.cleanups.push(() => clearTimeout(timer));
  }

  private finish(): void {
    this.close();
    this.sink.end();
  }

  private close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const cleanup of this.cleanups) cleanup();
  }
}

/** An object that left the selection is shown as it was, with the version of the change. */
function lastSeen({ previous, object, version }: StoreEvent): ApiObject {
  const base = previous ?? object;
  return { ...base, metadata: { ...base.metadata, resourceVersion: String(version) } };
}
