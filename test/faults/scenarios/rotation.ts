/** Tokens that live for seconds, and CAs that change all the time, while the load goes on. */
import { untilProbe } from '../inject.js';
import { Load, pause, setSpec } from '../load.js';
import { checkFencing } from '../audit.js';
import { managerUser } from '../stage.js';
import { atMost, onlyReplica, type Scenario, untilSettled } from './scenario.js';

/** Shorter than clients keep a token without reading its file again. */
const tokenSeconds = 8;
const rounds = 10;

export const rotation: Scenario = {
  program: 'manager-program',
  async run(stage, { seconds, objects, random }) {
    const { client } = stage.plane;
    const replica = onlyReplica(stage);
    const load = new Load(client, random, objects);
    let probes = 0;
    const probe = async (): Promise<number> => {
      const start = performance.now();
      const value = `probe${probes++}`;
      await setSpec(client, 'probe', { children: 1, value });
      await untilProbe(stage, value);
      return performance.now() - start;
    };
    load.start();
    const calm: number[] = [];
    for (let round = 0; round < rounds; round++) calm.push(await probe());
    // The token that it started with lives for long: a program that never reads the file again would not be found out.
    await replica.rotateToken(tokenSeconds);
    // However slow the machine is, the file has a good token.
    const renewal = setInterval(() => void replica.rotateToken(tokenSeconds), (tokenSeconds * 1000) / 3);
    await replica.restart();
    await probe();
    const { restarts } = replica;
    const { leaders } = await checkFencing(stage.auditLog, managerUser);
    const [rotated, endAt] = [[] as number[], performance.now() + seconds * 1000];
    let rotations = 0;
    for (; performance.now() < endAt || rotations < 4; rotations++) {
      if (rotations % 2 === 0) await replica.rotateToken(tokenSeconds);
      else await replica.rotateCa(random.pick([0, 0, 200]));
      rotated.push(await probe());
      await pause(random.between(200, (tokenSeconds * 1000) / 3));
    }
    clearInterval(renewal);
    await replica.rotateToken(3_600);
    await load.finish();
    const after = await untilSettled(stage, 180_000);
    const fencing = await checkFencing(stage.auditLog, managerUser);
    const ratio = median(rotated) / median(calm);
    return {
      measures: {
        rotations,
        calmMs: median(calm),
        rotatedMs: median(rotated),
        ratio,
        leaders: fencing.leaders - leaders,
      },
      problems: [
        ...after.problems,
        ...fencing.violations,
        ...replica.violations,
        ...atMost('restarts of the manager', replica.restarts - restarts, 0),
        ...atMost('leaders since then', fencing.leaders - leaders, 0),
        ...atMost('time of a change just after a rotation, in terms of the time before', ratio, 10),
      ],
    };
  },
};

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
