/**
 * A manager with many objects that need nothing, each of which takes four milliseconds to find that out; run as a process. Half
 * of them are looked at again and again, so that it is never done.
 */
import { ConfigMap } from '../../../src/k8s/core/v1/index.js';
import { controller, createManager, signalHandler } from '../../../src/runtime/index.js';
import { silentLogger } from '../../../src/runtime/entry/observe.js';
import { compute } from '../event-loop.js';

const { KUBECONFIG = '', HEALTH = '', CONCURRENCY = '1', OBJECTS = '1' } = process.env;

const manager = await createManager({
  kubeconfig: KUBECONFIG,
  log: silentLogger,
  leaderElection: {
    id: 'settled.example.com',
    namespace: 'default',
    leaseDuration: '30s',
    renewDeadline: '20s',
    retryPeriod: '300ms',
  },
  health: { bind: HEALTH },
  cache: { default: { namespaces: ['many', 'default'] } },
});

/** The longest turn, in processor time: on a loaded machine turns take long by the clock that compute little. */
const turns = { count: 0, longestMs: 0 };
let at = { wall: performance.now(), cpu: process.cpuUsage() };
const turn = (): void => {
  const { user, system } = process.cpuUsage(at.cpu);
  turns.count++;
  turns.longestMs = Math.max(turns.longestMs, Math.min(performance.now() - at.wall, (user + system) / 1000));
  at = { wall: performance.now(), cpu: process.cpuUsage() };
  setImmediate(turn);
};

let done = 0;
manager.add(
  controller(ConfigMap)
    .options({ concurrency: Number(CONCURRENCY) })
    .reconcile(async ({ metadata }, { client }) => {
      if (done === 0) process.send?.({ type: 'first' });
      await client.find(ConfigMap, metadata);
      compute(4);
      if (++done === Number(OBJECTS) / 2) process.send?.({ type: 'half', ...turns, isLeader: manager.isLeader() });
      return done > Number(OBJECTS) / 2 ? { requeueAfter: '1ms' } : undefined;
    }),
);
setImmediate(turn);
await manager.start(signalHandler());
process.send?.({ type: 'stopped', done });
process.disconnect?.();
process.exit(0);
