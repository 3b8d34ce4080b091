/** One server is behind: reads and watches show an old state, writes are answered immediately. */
import { setSpec } from '../load.js';
import { managerUser } from '../stage.js';
import { readWrites, repeated } from './audit-writes.js';
import { atMost, createWidgets, namesOf, onlyReplica, type Scenario, untilSettled } from './scenario.js';

const lateMs = 1_500;
/** Its creation, its finalizer, its children and its status are each seen late; one more for the connection. */
const steps = 5;

export const lateReads: Scenario = {
  program: 'manager-program',
  async run(stage, { objects }) {
    const { client } = stage.plane;
    const { proxy } = onlyReplica(stage);
    const count = Math.ceil(objects / 2);
    const work = async (prefix: string): Promise<number> => {
      const start = performance.now();
      await createWidgets(client, namesOf(prefix, count), { children: 3, value: 'a' });
      found.push(...(await untilSettled(stage, 180_000)).problems);
      for (const name of namesOf(prefix, count)) await setSpec(client, name, { children: 2, value: 'b' });
      found.push(...(await untilSettled(stage, 180_000)).problems);
      return performance.now() - start;
    };
    const found: string[] = [];
    const calmMs = await work('calm');
    const restore = proxy.layers.add({ readDelayMs: lateMs });
    proxy.cut();
    const lateWorkMs = await work('late');
    restore();
    proxy.cut();
    const writes = (await readWrites(stage.auditLog, managerUser)).filter(({ name }) => name.startsWith('late'));
    const refused = writes.filter(({ code }) => code >= 300);
    // The finalizer, two states of the status; three children, two updates and a deletion.
    const expected = count * (1 + 2 + 3 + 2 + 1);
    return {
      measures: { calmMs, lateWorkMs, writes: writes.length, expected, refused: refused.length },
      problems: [
        ...found,
        ...repeated(writes, 1).filter((text) => /^(create|delete|update)/.test(text)),
        ...repeated(writes, 2),
        ...refused.slice(0, 5).map(({ verb, resource, name, code }) => `${verb} ${resource}/${name}: ${code}`),
        ...(writes.length === expected ? [] : [`${writes.length} writes, not ${expected}`]),
        ...atMost('time with late reads', lateWorkMs, 3 * calmMs + 2 * steps * lateMs),
      ],
    };
  },
};
