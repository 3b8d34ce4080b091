/** What must hold when all faults are over. */
import { insist, namespace, pause, setSpec } from './load.js';
import type { Measure } from './managers.js';
import type { Stage } from './stage.js';
import { differences } from './verify.js';
import { Widget } from './widget.js';

/** Longer than clients keep idle connections, which is 55 s. */
const idleMs = 75_000;

/**
 * How much more memory a manager may hold at the end than before. Without any fault (`--faults 0`) 500 objects leave
 * 0.6 MB more: twice that, and as much again for what the collector leaves this time and not the other.
 */
const growthMb = 2.4;

export interface EndReport {
  readonly problems: string[];
  readonly after: readonly Measure[];
}

/** Connections of managers that have just begun, and their memory once they have worked for a while and are idle again. */
export async function measureBefore(stage: Stage): Promise<readonly Measure[]> {
  const { client } = stage.plane;
  const idle = await Promise.all(stage.replicas.map((replica) => replica.measure()));
  const names = Array.from({ length: 100 }, (_, i) => `warm-${i}`);
  for (const name of names)
    await client.create(new Widget({ metadata: { name, namespace }, spec: { children: 2, value: 'a' } }));
  await settled(stage);
  for (const name of names) await setSpec(client, name, { children: 3, value: 'b' });
  await settled(stage);
  for (const name of names) await client.delete({ kind: Widget, name, namespace });
  await settled(stage);
  const warm = await Promise.all(stage.replicas.map((replica) => replica.measure()));
  return warm.map((measure, i) => ({ ...measure, sockets: idle[i]?.sockets ?? 0 }));
}

/** The desired state holds, then goes away with the Widgets; connections and memory are what they were before. */
export async function verifyEnd(stage: Stage, before: readonly Measure[]): Promise<EndReport> {
  const { client } = stage.plane;
  const problems = await settled(stage);
  const { items } = await insist(() => client.list(Widget, { namespace, source: 'live' }));
  for (const { metadata } of items)
    await insist(() => client.delete({ kind: Widget, name: metadata.name ?? '', namespace }).catch(() => undefined));
  problems.push(...(await settled(stage)));
  const left = await client.list(Widget, { namespace, source: 'live' });
  problems.push(...left.items.map(({ metadata }) => `widget ${metadata.name} was not deleted`));
  const mostSockets = Math.max(...before.map(({ sockets }) => sockets));
  const mostMb = Math.max(...before.map(({ memoryMb }) => memoryMb)) + growthMb;
  await untilIdle(() => stage.replicas.every(({ proxy }) => proxy.connections <= mostSockets));
  const after = await Promise.all(stage.replicas.map((replica) => replica.measure()));
  for (const { replica, memoryMb, sockets } of after) {
    if (memoryMb > mostMb)
      problems.push(`${replica} holds ${memoryMb.toFixed(1)} MB, not ${mostMb.toFixed(1)} at most`);
    if (sockets > mostSockets) problems.push(`${replica} holds ${sockets} connections, not ${mostSockets} as before`);
  }
  return { problems, after };
}

async function untilIdle(isIdle: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + idleMs;
  while (!isIdle() && performance.now() < giveUpAt) await pause(200);
}

/** What is still wrong after three minutes, which a busy machine may need; seconds are enough otherwise. */
async function settled(stage: Stage): Promise<string[]> {
  const giveUpAt = performance.now() + 180_000;
  for (;;) {
    const found = await insist(() => differences(stage.plane.client));
    if (found.length === 0 || performance.now() > giveUpAt) return found;
    await pause(200);
  }
}
