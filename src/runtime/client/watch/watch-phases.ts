/** `client.watch`: the state, then every change, for as long as the caller listens. */
import { type Clock, systemClock } from '../../clock.js';
import { currentLogger } from '../../log/current-logger.js';
import { silentLogger } from '../../log/silent-logger.js';
import type { Kind } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import type { WatchOptions, WatchPhase } from '../client.js';
import type { Transport } from '../connection/transport.js';
import { apiListWatch } from './api-list-watch.js';
import { type WatchChange, Watcher, type WatcherEvent } from './watcher.js';

/** Whoever iterates waits for more: a pause before the next try keeps the process alive. */
const waitingClock: Clock = {
  now: () => systemClock.now(),
  after(delayMs, callback) {
    // Longer delays overflow Node's timer and would fire at once.
    const handle = setTimeout(callback, Math.min(delayMs, 2 ** 31 - 1));
    return { cancel: () => clearTimeout(handle) };
  },
};

/** Never ends by itself; ends with the signal's reason, or when the caller stops iterating. */
export async function* watchPhases<T extends KubeObject>(
  transport: Transport,
  kind: Kind<T>,
  options: WatchOptions,
): AsyncGenerator<WatchPhase<T>> {
  const { namespace, labels, fields, resourceVersion, signal = new AbortController().signal } = options;
  const watcher = new Watcher({
    source: apiListWatch(transport, kind, { namespace, labels, fields }),
    log: currentLogger(silentLogger),
    clock: waitingClock,
    since: resourceVersion,
  });
  for await (const event of watcher.events(signal)) yield* phasesOf(event);
  signal.throwIfAborted();
}

function* phasesOf<T extends KubeObject>(event: WatcherEvent<T>): Generator<WatchPhase<T>, void, void> {
  switch (event.type) {
    case 'state':
      for (const change of event.changes) yield phaseOf(change, 'initApply');
      return;
    case 'changes':
      for (const change of event.changes) yield phaseOf(change, 'apply');
      return;
    case 'failed': {
      const { error, retryInMs } = event;
      yield { type: 'error', error: error instanceof Error ? error : new Error(String(error)), retryInMs };
      return;
    }
    default:
      yield event;
  }
}

function phaseOf<T extends KubeObject>(
  { type, object }: WatchChange<T>,
  present: 'initApply' | 'apply',
): WatchPhase<T> {
  return { type: type === 'DELETED' ? 'delete' : present, object };
}
