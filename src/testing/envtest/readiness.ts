/** Waiting until a program serves. */
import http from 'node:http';
import type { Client } from '../../runtime/client/client.js';
import { delay } from '../../runtime/client/connection/delay.js';
import type { Transport } from '../../runtime/client/connection/transport.js';
import { defineKind } from '../../runtime/object/kind.js';
import { eventually } from '../eventually.js';
import type { Supervisor } from './supervisor.js';

/** A program ended, or did not become ready in time. The message carries the end of its output. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
  /** True when a port was taken by somebody else, so that trying again with other ports helps. */
  readonly isPortClash: boolean;
  constructor(program: string, why: string, log: string) {
    super(`${program} ${why}. Its last output:\n${log}`);
    this.isPortClash = /address already in use/i.test(log);
  }
}

/** Asks `isReady` repeatedly until it is true, the program ends, or the time is over. */
export async function untilReady(
  supervisor: Supervisor,
  name: string,
  isReady: () => Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let exit: string | undefined;
  void supervisor.exited(name)?.then((reason) => (exit = reason));
  while (!(await isReady())) {
    if (exit !== undefined) throw new NotReadyError(name, `ended with ${exit}`, await supervisor.logTail(name));
    if (performance.now() > deadline) {
      throw new NotReadyError(name, `was not ready after ${timeoutMs} ms`, await supervisor.logTail(name));
    }
    await delay(30);
  }
}

/** `/health` of etcd. */
export function isEtcdReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/health', agent: false, timeout: 1000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

/** `/readyz` of kube-apiserver. */
export async function isApiServerReady(transport: Transport): Promise<boolean> {
  try {
    const response = await transport.request({ method: 'GET', path: '/readyz', timeoutMs: 2000 });
    await response.text();
    return response.status === 200;
  } catch (error) {
    // Nobody listens yet.
    if (error instanceof Error) return false;
    throw error;
  }
}

const Namespace = defineKind({ group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' });

/** The server makes its first namespaces, and learns which addresses it may give to Services, a moment after it is ready. */
export async function untilUsable(client: Client): Promise<void> {
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace: 'default', generateName: 'kbts-' },
    spec: { ports: [{ port: 80 }] },
  };
  const check = async (): Promise<void> => {
    await client.get(Namespace, { name: 'default' });
    await client.create(service, { dryRun: true });
  };
  await eventually(check, { timeoutMs: 20_000 });
}
