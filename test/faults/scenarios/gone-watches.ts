/** Every watch is refused with 410, while lists work: as when a server has lost its history, or a proxy mixes up servers. */
import { pause, setSpec } from '../load.js';
import { managerUser } from '../stage.js';
import { readWrites, repeated } from './audit-writes.js';
import { atMost, createWidgets, namesOf, onlyReplica, type Scenario, untilSettled } from './scenario.js';

const watchedKinds = 2;

export const goneWatches: Scenario = {
  program: 'manager-program',
  async run(stage, { seconds, objects }) {
    const { client } = stage.plane;
    const { proxy } = onlyReplica(stage);
    const names = namesOf('w', objects);
    await createWidgets(client, names, { children: 1, value: 'a' });
    const before = await untilSettled(stage, 180_000);
    const { lists } = proxy.asked;
    const restore = proxy.layers.add({ isOld: true, isGone: true });
    proxy.cut();
    const start = performance.now();
    for (const name of names) await setSpec(client, name, { children: 1, value: 'b' });
    await pause(Math.max(0, seconds * 1000 - (performance.now() - start)));
    restore();
    const outageMs = performance.now() - start;
    const listsMeanwhile = proxy.asked.lists - lists;
    // Seen only by a manager that watches again.
    const healed = performance.now();
    for (const name of names) await setSpec(client, name, { children: 1, value: 'c' });
    const after = await untilSettled(stage, 3 * outageMs + 60_000);
    const recoveryMs = performance.now() - healed;
    // Pauses double from 0.8 s to 30 s. Some more for the cut, for the refused stream, and for pages.
    const allowed = watchedKinds * (Math.log2(outageMs / 800) + outageMs / 30_000 + 4);
    return {
      measures: { outageMs, recoveryMs, recoveryRatio: recoveryMs / outageMs, listsMeanwhile, allowed },
      problems: [
        ...before.problems,
        ...after.problems,
        ...repeated(await readWrites(stage.auditLog, managerUser), 3),
        ...(listsMeanwhile === 0 ? ['the managers did not list again'] : []),
        ...atMost('lists while watches were refused', listsMeanwhile, allowed),
        ...atMost('recovery in terms of the outage', recoveryMs / outageMs, 2),
      ],
    };
  },
};
