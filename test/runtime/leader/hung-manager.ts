/** A manager whose reconcile computes until a file is there; `main.ts` of a bundle, run as a process. */
import { existsSync, writeSync } from 'node:fs';
import { ConfigMap } from '../../../src/k8s/core/v1/index.js';
import { controller, createManager, predicates, signalHandler } from '../../../src/runtime/index.js';
import { LeadershipLostError } from '../../../src/runtime/entry/errors.js';

const { IDENTITY = '', KUBECONFIG = '', RELEASE_FILE = '', THREAD = 'false', LEASE = '' } = process.env;

/** At once, also while the event loop is held. */
const say = (text: string): void => void writeSync(1, `${text}\n`);

const { leaderElection, id } = { leaderElection: JSON.parse(LEASE), id: 'hung.example.com' };
const manager = await createManager({
  kubeconfig: KUBECONFIG,
  logging: { level: 'error' },
  leaderElection: { id, namespace: 'default', identity: IDENTITY, thread: JSON.parse(THREAD), ...leaderElection },
});

manager.add(
  controller(ConfigMap)
    .filter(predicates.object(({ metadata }) => metadata.name === 'work'))
    .reconcile(async (map, { client }) => {
      if (RELEASE_FILE !== '') {
        say('computing');
        while (!existsSync(RELEASE_FILE)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
      try {
        const body = { metadata: { annotations: { [`by-${IDENTITY}`]: 'yes' } } };
        await client.patch(map, { type: 'merge', body });
        say('written');
      } catch (error) {
        say(error instanceof LeadershipLostError ? 'refused' : `failed: ${String(error)}`);
        throw error;
      }
    }),
);
void manager.elected.then(() => say('leads'));
await manager.start(signalHandler());
