/** Leader election as a manager uses it. */
import type { ClusterConfig } from '../client/config/cluster-config.js';
import { createTransport } from '../client/connection/http-transport.js';
import { createClient } from '../client/kube-client.js';
import { checkElectorOptions, type ElectorOptions } from '../leader/elector-options.js';
import { Elector } from '../leader/elector.js';
import { LeaseKeeper } from '../leader/lease-keeper.js';
import { leaderMetrics } from '../leader/leader-metrics.js';
import type { Logger } from '../log/logger.js';
import type { MetricsRegistry } from '../metrics/registry.js';
import { optionMs } from '../object/wait-time.js';
import type { ManagerOptions } from './manager-options.js';
import { restClientMetrics } from './metrics/rest-client-metrics.js';

/** An elector and the connections that are its own. */
export interface ManagedElector {
  readonly elector: Elector;
  close(): Promise<void>;
}

/** The elector of a manager; undefined when it has none. Throws when its options cannot work. */
export function createElector(
  options: Pick<ManagerOptions, 'leaderElection' | 'transport' | 'userAgent' | 'clock'>,
  parts: {
    config: ClusterConfig | undefined;
    log: Logger;
    metrics: MetricsRegistry;
    event: NonNullable<ElectorOptions['event']>;
  },
): ManagedElector | undefined {
  const { leaderElection, userAgent = `kbts (${process.platform}/${process.arch})`, clock } = options;
  if (!leaderElection) return undefined;
  const { log, metrics, event } = parts;
  const config = leaderElection.config ?? parts.config;
  const namespace = leaderElection.namespace ?? config?.namespace;
  if (namespace === undefined)
    throw new Error(
      'leader election needs a namespace for its Lease: set leaderElection.namespace, as this is not a pod',
    );
  // Connections of its own, so that renewals do not wait behind other calls.
  const transport = config
    ? createTransport(config, {
        userAgent: `${userAgent}/leader-election`,
        maxRetries: 0,
        observer: restClientMetrics(metrics),
      })
    : options.transport;
  if (!transport) throw new Error('leader election needs a config or a transport');
  const client = createClient({ transport });
  const settings: ElectorOptions = {
    ...leaderElection,
    namespace,
    client,
    log: log.named('leaderelection'),
    metrics: leaderMetrics(metrics),
    clock,
    event,
  };
  const elector = new Elector({ ...settings, ...spareRenewals(settings, { config, userAgent }) });
  return {
    elector,
    async close() {
      if (transport !== options.transport) await transport[Symbol.asyncDispose]();
    },
  };
}

/** What renews while the main thread hangs, and the identity that it shares with the elector. */
function spareRenewals(
  settings: ElectorOptions,
  { config, userAgent }: { config: ClusterConfig | undefined; userAgent: string },
): Pick<ElectorOptions, 'spare' | 'identity'> {
  const { thread = false, lock } = settings;
  if (thread === false) return {};
  if (lock || !config)
    throw new Error('leaderElection.thread renews a Lease of a cluster: it needs a config, and cannot renew a lock');
  const { hangLimit = '30s' } = thread === true ? {} : thread;
  const hangLimitMs = optionMs('leaderElection.thread.hangLimit', hangLimit) ?? 0;
  const checked = checkElectorOptions(settings);
  const { id, namespace, identity, retryMs, renewDeadlineMs, validMs, log } = checked;
  if (!(hangLimitMs > retryMs))
    throw new Error(
      `leaderElection.thread.hangLimit is ${hangLimitMs} ms: it must be more than retryPeriod (${retryMs} ms)`,
    );
  const requestTimeoutMs = Math.max(1000, renewDeadlineMs / 2);
  const times = { retryMs, validMs, hangLimitMs, requestTimeoutMs };
  return { identity, spare: new LeaseKeeper({ config, userAgent, id, namespace, identity, log, ...times }) };
}
