/** Runs the pods of `helm test`: what a kubelet and the network of a cluster would do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Pod, Service } from '../../../../src/k8s/core/v1/index.js';
import { type ControlPlane, waitFor } from '../../../../src/testing/index.js';

/** Where the process is that stands for the manager's pods. */
export interface Machine {
  readonly plane: ControlPlane;
  readonly namespace: string;
  /** Ports of this machine by port of the manager's container. */
  readonly ports: Readonly<Record<number, number>>;
  /** A Node that obeys HTTPS_PROXY: 24 or newer. */
  readonly node: string;
}

/** What a pod printed, and how it ended. */
export interface PodEnd {
  readonly output: string;
  readonly succeeded: boolean;
}

/**
 * Waits until the API server has taken the pod, runs its command as a process of this machine, and writes down how it ended.
 * A name that the process asks for is resolved as in the cluster: over the Service of that name, its selector and its port.
 */
export async function runTestPod(machine: Machine, name: string): Promise<PodEnd> {
  const { plane, namespace, node } = machine;
  const ref = { kind: Pod, name, namespace };
  // kwok says that it runs; from then on nobody but this writes its status.
  const pod = await waitFor(plane.client, ref, (it) => it?.status?.phase === 'Running', { timeoutMs: 60_000 });
  const [container] = pod?.spec?.containers ?? [];
  const [program = '', ...rest] = container?.command ?? [];
  if (program !== '/nodejs/bin/node') throw new Error(`the image has no ${program}`);
  await using proxy = await clusterNetwork(machine);
  // Nothing of this process's environment: a pod has none of it either.
  const env = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy.url };
  const child = spawn(node, [...rest, ...(container?.args ?? [])], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  const phase = code === 0 ? 'Succeeded' : 'Failed';
  await plane.client.status.patch(ref, { type: 'merge', body: { status: { phase } } });
  return { output, succeeded: code === 0 };
}

async function clusterNetwork(machine: Machine): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ url = '' }, client: Socket) => {
    client.on('error', () => client.destroy());
    void portFor(machine, url).then(
      (port) => forward(client, port),
      (error: Error) => client.end(`HTTP/1.1 502 ${error.message}\r\n\r\n`),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The port of this machine at which the pods of a Service listen. */
async function portFor({ plane, namespace, ports }: Machine, host: string): Promise<number> {
  const [name = '', wanted] = host.split(':');
  const { spec } = await plane.client.get(Service, { name, namespace });
  const port = spec?.ports?.find((one) => one.port === Number(wanted));
  const { items } = await plane.client.list(Pod, { namespace, labels: spec?.selector ?? {} });
  const ready = items.find(({ status }) =>
    status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
  );
  const listening = ready?.spec?.containers.flatMap((container) => container.ports ?? []) ?? [];
  const named = listening.find(({ name: key }) => key === port?.targetPort)?.containerPort;
  const found = ready && ports[named ?? Number(port?.targetPort)];
  if (found === undefined) throw new Error(`nobody listens at ${host}`);
  return found;
}

function forward(client: Socket, port: number): void {
  const target = connect(port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    target.pipe(client).pipe(target);
  });
  target.on('error', (error) => client.end(`HTTP/1.1 502 ${error.message}\r\n\r\n`));
  client.on('close', () => target.destroy());
}
