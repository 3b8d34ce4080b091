/** Every key fails once, as after a short outage of something that all of them need. */
import { managerUser } from '../stage.js';
import { readWrites, repeated } from './audit-writes.js';
import { behaviourVariable, type KeysBehaviour } from './keys-behaviour.js';
import { atMost, createWidgets, namesOf, onlyReplica, type Scenario, until } from './scenario.js';

export const failingKeys: Scenario = {
  program: 'scenarios/keys-program',
  async run(stage, { objects }) {
    const replica = onlyReplica(stage);
    const total = objects + 1;
    await createWidgets(stage.plane.client, namesOf('w', objects), { children: 0, value: 'a' });
    const workOf = async (behaviour: KeysBehaviour): Promise<{ ms: number; failed: number }> => {
      process.env[behaviourVariable] = JSON.stringify(behaviour);
      await replica.restart();
      await until(() => replica.progress?.done === total, `all keys with ${JSON.stringify(behaviour)}`);
      const { ms = 0, failed = 0 } = replica.progress ?? {};
      return { ms, failed };
    };
    const calm = await workOf({ suffix: '-calm' });
    const failing = await workOf({ suffix: '-failing', failsOnce: true });
    const writes = await readWrites(stage.auditLog, managerUser);
    const last = writes.slice(-total);
    return {
      measures: { calmMs: calm.ms, failingMs: failing.ms, ratio: failing.ms / calm.ms, failed: failing.failed },
      problems: [
        ...replica.violations,
        ...(failing.failed === total ? [] : [`${failing.failed} of ${total} keys failed`]),
        ...(last.every(({ code }) => code === 200) ? [] : ['a write was refused']),
        ...(new Set(last.map(({ name }) => name)).size === total ? [] : ['a key was written twice, another one never']),
        // The first process writes before it is restarted; each process writes once.
        ...repeated(writes, 3),
        ...atMost('time with failures in terms of the time without', failing.ms / calm.ms, 2),
      ],
    };
  },
};
