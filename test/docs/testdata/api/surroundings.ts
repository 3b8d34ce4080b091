/** What the examples of the API reference have at hand. */
import { type Client, type ClusterConfig, createManager, type Manager, type Transport } from 'kbts/runtime';
import { createTransport } from 'kbts/runtime/client';
import { silentLogger } from 'kbts/runtime/observe';
import { type ControlPlane, startControlPlane } from 'kbts/testing';
import { Guestbook } from './guestbook.js';

export interface Surroundings {
  readonly plane: ControlPlane;
  readonly client: Client;
  readonly config: ClusterConfig;
  readonly transport: Transport;
  readonly manager: Manager;
  readonly key: { readonly namespace: string; readonly name: string };
  readonly guestbook: Guestbook;
  readonly signal: AbortSignal;
  readonly console: { log(...values: unknown[]): void };
}

/** Runs `example` in surroundings of its own; returns what it printed. */
export async function surround(example: (given: Surroundings) => Promise<void>, crd: string): Promise<string[]> {
  const { format } = await import('node:util');
  const plane = await startControlPlane({ kind: 'embedded', crds: [crd] });
  const { client, config } = plane;
  const transport = createTransport(config);
  const manager = await createManager({ config, log: silentLogger });
  const over = new AbortController();
  const printed: string[] = [];
  const key = { namespace: 'default', name: 'welcome' };
  try {
    const guestbook = await client.create(new Guestbook({ metadata: key, spec: { message: 'hello' } }));
    const console = { log: (...values: unknown[]) => void printed.push(format(...values)) };
    await example({ plane, client, config, transport, manager, key, guestbook, signal: over.signal, console });
    return printed;
  } finally {
    over.abort(new Error('the example is over'));
    await manager[Symbol.asyncDispose]();
    await transport[Symbol.asyncDispose]();
    await plane.stop();
  }
}
