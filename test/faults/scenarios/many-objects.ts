/** History is gone when a manager with many objects comes back: all of them are listed again. */
import type { Client } from '../../../src/runtime/client/client.js';
import { checkFencing } from '../audit.js';
import { namespace, pause, setSpec } from '../load.js';
import { managerUser } from '../stage.js';
import { Widget } from '../widget.js';
import { readWrites, repeated } from './audit-writes.js';
import { quietValue } from './keys-behaviour.js';
import { atMost, createWidgets, namesOf, onlyReplica, type Scenario, until } from './scenario.js';

const awayMs = 2_500;
const rounds = 3;
const changesOfRound = 100;

export const manyObjects: Scenario = {
  program: 'scenarios/keys-program',
  leaseMs: 15_000,
  async run(stage, { objects }) {
    const { client } = stage.plane;
    const replica = onlyReplica(stage);
    const { proxy } = replica;
    const names = namesOf('w', objects);
    await createWidgets(client, names, { children: 0, value: quietValue });
    const start = performance.now();
    await replica.restart();
    await until(() => replica.progress?.done === objects + 1, 'all keys');
    const coldMs = performance.now() - start;
    const [before, leaders] = [await replica.measure(), (await checkFencing(stage.auditLog, managerUser)).leaders];
    const { lists } = proxy.asked;
    let recoveryMs = 0;
    const problems: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const restore = proxy.layers.add({ isRefusing: true });
      proxy.cut();
      const changed = names.slice(round * changesOfRound, (round + 1) * changesOfRound);
      for (const name of changed) await setSpec(client, name, { children: 0, value: `round${round}` });
      await pause(awayMs);
      const [{ watches }, remember] = [{ ...proxy.asked }, proxy.layers.add({ isGone: true })];
      restore();
      await until(() => proxy.asked.watches > watches, 'a watch that is refused');
      remember();
      const healed = performance.now();
      problems.push(...(await untilWritten(client, changed, coldMs * 3 + 60_000)));
      recoveryMs = Math.max(recoveryMs, performance.now() - healed);
    }
    const after = await replica.measure();
    const fencing = await checkFencing(stage.auditLog, managerUser);
    const listed = proxy.asked.lists - lists;
    return {
      measures: {
        coldMs,
        recoveryMs,
        ratio: recoveryMs / coldMs,
        listed,
        mbBefore: before.memoryMb,
        mb: after.memoryMb,
      },
      problems: [
        ...problems,
        ...replica.violations,
        ...fencing.violations,
        ...repeated(await readWrites(stage.auditLog, managerUser), 1),
        ...atMost('leaders since the start', fencing.leaders - leaders, 0),
        ...(listed < rounds ? [`${listed} lists in ${rounds} rounds`] : []),
        ...atMost('lists', listed, 3 * rounds),
        ...atMost('recovery in terms of a cold start', recoveryMs / (coldMs + 10_000), 1),
        ...atMost('memory in terms of before', after.memoryMb / (before.memoryMb + 5), 1.3),
      ],
    };
  },
};

/** Waits until the status of each Widget shows its value; returns what does not after `limitMs`. */
async function untilWritten(client: Client, names: readonly string[], limitMs: number): Promise<string[]> {
  const giveUpAt = performance.now() + limitMs;
  for (const name of names) {
    for (;;) {
      const { spec, status } = await client.live.get(Widget, { name, namespace });
      if (status?.value === spec.value) break;
      if (performance.now() > giveUpAt) return [`the change of ${name} was never noticed`];
      await pause(50);
    }
  }
  return [];
}
