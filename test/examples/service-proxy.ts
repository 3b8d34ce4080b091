/** Lets a kube-apiserver call Services whose pods are processes of this machine. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import path from 'node:path';

/** What stands between the API server and the Services of its cluster. */
export interface ServiceProxy extends AsyncDisposable {
  /** Makes the API server go through here. */
  readonly apiServerFlags: readonly string[];
  /** Connections to this address of a Service end at a port of this machine from now on. */
  route(clusterIp: string, port: number): void;
}

/**
 * Without kube-proxy nobody forwards the addresses of Services. The API server can be told to reach its cluster through
 * an HTTP proxy; this one knows which process stands for which Service.
 */
export async function startServiceProxy(folder: string): Promise<ServiceProxy> {
  const routes = new Map<string, number>();
  const socketFile = path.join(folder, 'services.sock');
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ url = '' }, client: Socket) => {
    const [host = '', port] = url.split(':');
    // Kubelets of this machine are called as they are.
    forward(client, host === '127.0.0.1' ? Number(port) : routes.get(host));
  });
  server.listen(socketFile);
  await once(server, 'listening');
  const configFile = path.join(folder, 'egress.yaml');
  await writeFile(configFile, egressConfig(socketFile));
  return {
    apiServerFlags: [`--egress-selector-config-file=${configFile}`],
    route: (clusterIp, port) => void routes.set(clusterIp, port),
    [Symbol.asyncDispose]: () => close(server, sockets),
  };
}

function forward(client: Socket, port: number | undefined): void {
  client.on('error', () => client.destroy());
  if (port === undefined) {
    client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    return;
  }
  const target = connect(port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    target.pipe(client).pipe(target);
  });
  target.on('error', () => client.destroy());
  client.on('close', () => target.destroy());
}

async function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
}

function egressConfig(socketFile: string): string {
  return `apiVersion: apiserver.k8s.io/v1beta1
kind: EgressSelectorConfiguration
egressSelections:
- name: cluster
  connection:
    proxyProtocol: HTTPConnect
    transport:
      uds:
        udsName: ${socketFile}
`;
}
