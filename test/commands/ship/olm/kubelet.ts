/** The kubelet of one node, whose containers are processes of this machine: pods of a test really run, fail and end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { ConfigMap, Node, Pod, Secret, ServiceAccount } from '../../../../src/k8s/core/v1/index.js';
import { Lease } from '../../../../src/k8s/coordination/v1/index.js';
import { createCa } from '../../../../src/certificate/certificate-authority.js';
import { ignoreNotFound } from '../../../../src/runtime/client/requests/api-error.js';
import type { DeepReadonly } from '../../../../src/runtime/object/readonly.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { kubeconfigText } from '../../../../src/testing/kubeconfig-text.js';

type Container = NonNullable<DeepReadonly<Pod>['spec']>['containers'][number];

type Volume = NonNullable<NonNullable<DeepReadonly<Pod>['spec']>['volumes']>[number];

/** What a container of an image gets. */
export interface ContainerPlace {
  readonly pod: DeepReadonly<Pod>;
  readonly container: Container;
  /** Its root: files of ConfigMaps are below it, where the pod mounts them. */
  readonly root: string;
  /** The kubeconfig of its ServiceAccount. */
  readonly kubeconfig: string;
  /** Its variables, as the pod sets them. */
  readonly env: Readonly<Record<string, string>>;
}

/** A process, and how to see that it is ready; `ports` says where it really listens. */
export interface ContainerProcess {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Rejects until it is; `log` is what it has printed. */
  readonly ready: (log: string) => Promise<void>;
  /** Port of the pod → port of this machine. */
  readonly ports?: Readonly<Record<number, number>>;
}

/** What an image does: starts a process, or nothing that could fail. */
export type Image = 'pretended' | ((place: ContainerPlace) => Promise<ContainerProcess | 'pretended'>);

interface Running {
  readonly uid: string;
  address: string;
  log: string;
  restarts: number;
  isEnding: boolean;
  child?: ChildProcess;
  readonly servers: Server[];
}

/** Looks after all pods of its node. Images that it does not know cannot be pulled. */
export class Kubelet implements AsyncDisposable {
  readonly #plane: ControlPlane;
  readonly #folder: string;
  readonly #images: Record<string, Image>;
  readonly #pods = new Map<string, Running>();
  readonly #network = `127.${randomInt(16, 250)}.${randomInt(1, 250)}`;
  readonly #sockets = new Set<Socket>();
  /** The last part of a pod's address, by its uid. */
  readonly #numbers = new Map<string, number>();
  #logs: HttpsServer | undefined;
  #timers: NodeJS.Timeout[] = [];

  private constructor(plane: ControlPlane, folder: string, images: Record<string, Image>) {
    this.#plane = plane;
    this.#folder = folder;
    this.#images = images;
  }

  /** Registers the node, and starts to look. */
  static async start(plane: ControlPlane, folder: string, images: Record<string, Image>): Promise<Kubelet> {
    const kubelet = new Kubelet(plane, folder, images);
    await kubelet.#register(await kubelet.#serveLogs());
    kubelet.#timers = [
      setInterval(() => void kubelet.#look().catch(() => undefined), 200),
      setInterval(() => void kubelet.#heartbeat().catch(() => undefined), 5000),
    ];
    return kubelet;
  }

  /** Everything that the containers of an image have printed. */
  logOf(name: string): string {
    return [...this.#pods].flatMap(([key, { log }]) => (key.includes(name) ? [log] : [])).join('');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([...this.#pods.values()].map((one) => end(one)));
    for (const socket of this.#sockets) socket.destroy();
    this.#logs?.closeAllConnections();
    this.#logs?.close();
  }

  /** `kubectl logs`, which the API server asks the kubelet for. */
  async #serveLogs(): Promise<number> {
    const { key, cert } = createCa({ commonName: 'kubelet', validMs: 86_400_000 }).issue({
      commonName: 'kubelet',
      ipAddresses: ['127.0.0.1'],
      usages: ['server'],
      validMs: 86_400_000,
    });
    this.#logs = createHttpsServer({ key, cert }, ({ url = '' }, response) => {
      const [, namespace = '', name = ''] = /^\/containerLogs\/([^/]+)\/([^/]+)\//.exec(url) ?? [];
      response.end(this.#pods.get(`${namespace}/${name}`)?.log ?? '');
    });
    this.#logs.listen(0, '127.0.0.1');
    await once(this.#logs, 'listening');
    return (this.#logs.address() as AddressInfo).port;
  }

  async #register(port: number): Promise<void> {
    const { client } = this.#plane;
    const size = { cpu: '64', memory: '256Gi', pods: '500' };
    const node = await client.create(
      new Node({
        metadata: { name: nodeName, labels: { 'kubernetes.io/hostname': nodeName, 'kubernetes.io/os': 'linux' } },
      }),
    );
    const now = new Date().toISOString();
    const status = {
      allocatable: size,
      capacity: size,
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: { Port: port } },
      conditions: [
        { type: 'Ready', status: 'True', reason: 'KubeletReady', lastHeartbeatTime: now, lastTransitionTime: now },
      ],
    };
    await client.status.patch(node, { type: 'merge', body: { status } });
    await client.patch(node, { type: 'merge', body: { spec: { taints: null } } });
    await this.#heartbeat();
  }

  async #heartbeat(): Promise<void> {
    const renewTime = `${new Date().toISOString().slice(0, -1)}000Z`;
    await this.#plane.client.apply(
      new Lease({
        metadata: { namespace: 'kube-node-lease', name: nodeName },
        spec: { holderIdentity: nodeName, leaseDurationSeconds: 40, renewTime },
      }),
      { fieldManager: 'kubelet', force: true },
    );
  }

  async #look(): Promise<void> {
    const { items } = await this.#plane.client.list(Pod, { fields: { 'spec.nodeName': nodeName } });
    for (const pod of items) {
      const key = keyOf(pod);
      const known = this.#pods.get(key);
      if (pod.metadata.deletionTimestamp !== undefined) await this.#remove(pod, known);
      else if (known?.uid !== pod.metadata.uid) void this.#begin(pod).catch(() => this.#beginLater(pod));
    }
  }

  async #remove(pod: DeepReadonly<Pod>, running: Running | undefined): Promise<void> {
    if (running !== undefined) await end(running);
    const { namespace, name = '', uid } = pod.metadata;
    await ignoreNotFound(
      this.#plane.client.delete(
        { kind: Pod, namespace, name },
        { gracePeriodSeconds: 0, preconditions: { uid: uid ?? '' } },
      ),
    );
  }

  /** What a pod needs, such as a Secret, may come after it: it is begun again when it is seen the next time. */
  async #beginLater(pod: DeepReadonly<Pod>): Promise<void> {
    const running = this.#pods.get(keyOf(pod));
    if (running === undefined || running.uid !== pod.metadata.uid || running.isEnding) return;
    await end(running);
    this.#pods.delete(keyOf(pod));
  }

  async #begin(pod: DeepReadonly<Pod>): Promise<void> {
    const uid = pod.metadata.uid ?? '';
    const number = this.#numbers.get(uid) ?? this.#numbers.size + 1;
    this.#numbers.set(uid, number);
    const address = `10.244.0.${number}`;
    const running: Running = {
      uid,
      address,
      log: '',
      restarts: 0,
      isEnding: false,
      servers: [],
    };
    this.#pods.set(keyOf(pod), running);
    const container = pod.spec?.containers[0];
    if (container === undefined) return;
    const image = this.#images[container.image ?? ''];
    if (image === undefined) return this.#report(pod, running, notPulled(container.image ?? ''));
    if (image === 'pretended') return this.#report(pod, running, { running: {} });
    await this.#report(pod, running, { waiting: { reason: 'ContainerCreating' } });
    const root = path.join(this.#folder, 'pods', running.uid);
    await this.#mount(pod, container, root);
    const plan = await image({
      pod,
      container,
      root,
      kubeconfig: await this.#account(pod, root),
      env: Object.fromEntries((container.env ?? []).map((one) => [one.name, valueOf(one, pod)])),
    });
    if (plan === 'pretended') return this.#report(pod, running, { running: {} });
    // Endpoints of a Service may not be on the loopback network: only pods that are called get such an address.
    if (plan.ports !== undefined) running.address = `${this.#network}.${number}`;
    await this.#listen(running, plan.ports ?? {});
    await this.#run(pod, running, plan);
  }

  /** Runs the process, and once more whenever it ends. */
  async #run(pod: DeepReadonly<Pod>, running: Running, plan: ContainerProcess): Promise<void> {
    const env = { PATH: process.env['PATH'], ...plan.env };
    const child = spawn('sh', ['-c', leash, 'sh', ...plan.command], { cwd: plan.cwd, env, stdio: 'pipe' });
    running.child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (running.log += String(chunk)));
    const ended = once(child, 'exit').then(([code]) => Number(code ?? 137));
    const hasEnded = (): boolean => running.isEnding || child.exitCode !== null || child.signalCode !== null;
    const report = (ready: boolean): Promise<void> => this.#report(pod, running, { running: {}, ready });
    const [code] = await Promise.all([ended, probe(() => plan.ready(running.log), hasEnded, report)]);
    if (running.isEnding) return;
    running.restarts++;
    await this.#report(pod, running, {
      waiting: { reason: 'CrashLoopBackOff', message: 'back-off restarting failed container' },
      ended: { exitCode: code, reason: 'Error' },
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (!running.isEnding) await this.#run(pod, running, plan);
  }

  async #report(pod: DeepReadonly<Pod>, { address, restarts }: Running, state: ContainerState): Promise<void> {
    const { namespace, name = '' } = pod.metadata;
    const isRunning = state.running !== undefined;
    const isReady = isRunning && state.ready !== false;
    const status = {
      phase: isRunning ? 'Running' : 'Pending',
      podIP: address,
      podIPs: [{ ip: address }],
      conditions: ['Initialized', 'ContainersReady', 'Ready'].map((type) => ({
        type,
        status: isReady || type === 'Initialized' ? 'True' : 'False',
        lastTransitionTime: new Date().toISOString(),
      })),
      containerStatuses: (pod.spec?.containers ?? []).map((container) => ({
        name: container.name,
        image: container.image ?? '',
        imageID: '',
        ready: isReady,
        restartCount: restarts,
        state: isRunning ? { running: {} } : { waiting: state.waiting },
        ...(state.ended !== undefined && { lastState: { terminated: state.ended } }),
      })),
    };
    await ignoreNotFound(
      this.#plane.client
        .subresource('status')
        .patch({ kind: Pod, namespace, name }, { type: 'merge', body: { status } }),
    );
  }

  async #mount(pod: DeepReadonly<Pod>, container: Container, root: string): Promise<void> {
    const { namespace } = pod.metadata;
    await mkdir(root, { recursive: true });
    for (const { name, mountPath, subPath } of container.volumeMounts ?? []) {
      const volume = pod.spec?.volumes?.find((one) => one.name === name);
      const target = path.join(root, mountPath);
      const data = await this.#filesOf(volume, namespace);
      if (Object.keys(data).length === 0) {
        await mkdir(target, { recursive: true });
        continue;
      }
      const files =
        subPath === undefined ? Object.keys(data).map((key) => [path.join(target, key), key]) : [[target, subPath]];
      for (const [file = '', key = ''] of files) {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, data[key] ?? '');
      }
    }
  }

  async #filesOf(volume: Volume | undefined, namespace: string | undefined): Promise<Record<string, string>> {
    const { client } = this.#plane;
    const { configMap, secret } = volume ?? {};
    if (configMap?.name !== undefined)
      return { ...(await client.get(ConfigMap, { namespace, name: configMap.name })).data };
    if (secret?.secretName === undefined) return {};
    const { data = {} } = await client.get(Secret, { namespace, name: secret.secretName });
    const items = secret.items ?? Object.keys(data).map((key) => ({ key, path: key }));
    return Object.fromEntries(
      items.map((item) => [item.path, Buffer.from(String(data[item.key] ?? ''), 'base64').toString()]),
    );
  }

  async #account(pod: DeepReadonly<Pod>, root: string): Promise<string> {
    const { namespace } = pod.metadata;
    const { client, config } = this.#plane;
    const key = { namespace, name: pod.spec?.serviceAccountName ?? 'default' };
    const { status } = await client
      .subresource('token')
      .create<{ status: { token: string } }>({ kind: ServiceAccount, ...key }, { spec: { audiences: [] } });
    const file = path.join(root, 'kubeconfig');
    const account = { server: config.server, ca: config.ca, token: status.token, namespace };
    await writeFile(file, kubeconfigText(account), { mode: 0o600 });
    return file;
  }

  /** The pod has an address of its own, as the programs of other pods see it. */
  async #listen(running: Running, ports: Readonly<Record<number, number>>): Promise<void> {
    for (const [port, target] of Object.entries(ports)) {
      const server = createServer((socket) => {
        const other = connect(target, '127.0.0.1');
        for (const one of [socket, other]) {
          this.#sockets.add(one);
          one.on('close', () => this.#sockets.delete(one));
          one.on('error', () => {
            socket.destroy();
            other.destroy();
          });
        }
        socket.pipe(other).pipe(socket);
      });
      server.listen(Number(port), running.address);
      await once(server, 'listening');
      running.servers.push(server);
    }
  }
}

const nodeName = 'this-machine';

/** Runs a program that ends when nobody holds the standard input any more: not even a test that is killed leaves it. */
const leash =
  'exec 3<&0; "$@" </dev/null 3<&- & p=$!; (cat <&3 >/dev/null; kill -9 $p 2>/dev/null) & w=$!; wait $p; c=$?; kill $w 2>/dev/null; exit $c';

interface ContainerState {
  readonly running?: object;
  /** What its readiness probe says; it is ready unless the probe says otherwise. */
  readonly ready?: boolean;
  readonly waiting?: { readonly reason: string; readonly message?: string };
  readonly ended?: { readonly exitCode: number; readonly reason: string };
}

function notPulled(image: string): ContainerState {
  return { waiting: { reason: 'ImagePullBackOff', message: `Back-off pulling image "${image}": not found` } };
}

function keyOf({ metadata }: DeepReadonly<Pod>): string {
  return `${metadata.namespace}/${metadata.name}`;
}

function valueOf(variable: NonNullable<Container['env']>[number], { metadata }: DeepReadonly<Pod>): string {
  const field = variable.valueFrom?.fieldRef?.fieldPath;
  if (field === 'metadata.namespace') return metadata.namespace ?? '';
  const [, annotation] = /^metadata\.annotations\['(.*)'\]$/.exec(field ?? '') ?? [];
  return annotation === undefined ? (variable.value ?? '') : (metadata.annotations?.[annotation] ?? '');
}

/** Asks the readiness probe until the process has ended, and reports each change, as a kubelet does. */
async function probe(
  ready: () => Promise<void>,
  isOver: () => boolean,
  report: (ready: boolean) => Promise<void>,
): Promise<void> {
  let known: boolean | undefined;
  while (!isOver()) {
    const isReady = await ready().then(
      () => true,
      () => false,
    );
    if (isOver()) return;
    if (isReady !== known) await report((known = isReady));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function end(running: Running): Promise<void> {
  running.isEnding = true;
  for (const server of running.servers) server.close();
  const { child } = running;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.destroy();
  await ended;
}
