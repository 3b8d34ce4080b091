/** What an operator that `kbts run` has started does, for people. */
import type { Project } from '../../../project/project.js';
import { qualifiedGroup } from '../../../project/resource.js';
import type { Cluster } from '../cluster.js';
import type { CommandSurroundings } from '../command-progress.js';
import { type DevEvent, DevLog } from '../dev/dev-event.js';
import { WatchedWrites } from '../view/watched-writes.js';
import { kindsOf } from '../view/writable-kinds.js';

/** Lets the log be read by us. Writes are shown for the kinds of this project alone: others may be many in a real cluster. */
export async function openRunView(
  { client }: Pick<Cluster, 'client'>,
  project: Pick<Project, 'resources'>,
  { signal }: Pick<CommandSurroundings, 'signal'>,
  options: { readonly onEvent: (event: DevEvent) => void; readonly verbose?: boolean },
): Promise<Disposable & { readonly args: readonly string[]; readonly onLine: (line: string) => void }> {
  const { onEvent, verbose } = options;
  // A manager may end by itself: watches that go on would keep the command from ending.
  const ended = new AbortController();
  const own = project.resources.flatMap((one) => (one.api ? [{ group: qualifiedGroup(one), plural: one.plural }] : []));
  const kinds = await kindsOf(client, own, signal);
  const until = AbortSignal.any([signal, ended.signal]);
  const writes = new WatchedWrites(client, { kinds, events: false, signal: until, onEvent });
  const log = new DevLog({ verbose, isDeleting: (object) => writes.isDeleting(object) });
  return {
    args: ['--zap-encoder=json', '--zap-log-level=debug'],
    onLine: (line) => {
      const event = log.read(line);
      if (event) onEvent(event);
    },
    [Symbol.dispose]: () => ended.abort(),
  };
}
