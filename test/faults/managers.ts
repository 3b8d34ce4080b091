/** The managers under test as processes. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createCa } from '../../src/runtime/certificate/certificate-authority.js';
import type { Resume } from './audit.js';
import type { FaultProxy } from './fault-proxy.js';
import type { ManagerMessage, ManagerSettings } from './manager-program.js';
import type { TokenMint } from './tokens.js';

/** Times in the proportions of the defaults, which are 15 s, 10 s and 2 s. */
export function electionOf(leaseMs: number): ManagerSettings['leaderElection'] {
  return { leaseMs, renewDeadlineMs: (leaseMs * 2) / 3, retryMs: (leaseMs * 2) / 15 };
}

export interface Measure {
  readonly replica: string;
  readonly identity: string;
  readonly memoryMb: number;
  readonly sockets: number;
}

export interface ReplicaParts {
  readonly proxy: FaultProxy;
  readonly folder: string;
  readonly program: string;
  readonly mint: TokenMint;
  readonly leaseMs: number;
}

const hourSeconds = 3_600;

/** One replica: its proxy stays, its process comes and goes, as a pod's would. */
export class Replica {
  readonly proxy: FaultProxy;
  readonly name: string;
  identity = '';
  readonly violations: string[] = [];
  /** When which process of this replica was resumed. */
  readonly resumes: Resume[] = [];
  /** For each process that said so, the last moments at which it was let write. */
  readonly passed = new Map<string, readonly bigint[]>();
  restarts = 0;
  readonly leaseMs: number;
  readonly #folder: string;
  readonly #program: string;
  readonly #mint: TokenMint;
  #child: ChildProcess | undefined;
  #isClosing = false;
  #caTexts: string[] = [];

  constructor(name: string, parts: ReplicaParts) {
    this.name = name;
    this.proxy = parts.proxy;
    this.#folder = parts.folder;
    this.#program = parts.program;
    this.#mint = parts.mint;
    this.leaseMs = parts.leaseMs;
  }

  get #tokenFile(): string {
    return path.join(this.#folder, `${this.name}-token`);
  }

  get #caFile(): string {
    return path.join(this.#folder, `${this.name}-ca.crt`);
  }

  /** Starts a process, and another one whenever it ends, until `close`. */
  async start(): Promise<void> {
    if (this.#isClosing) return;
    this.identity = `${this.name}-${randomUUID().slice(0, 8)}`;
    await this.renewToken();
    await this.#writeCa([this.proxy.ca]);
    const config = { server: this.proxy.url, caFile: this.#caFile, tokenFile: this.#tokenFile };
    const leaderElection = electionOf(this.leaseMs);
    this.proxy.leaseReads = 0;
    const settings: ManagerSettings = { config, identity: this.identity, leaderElection };
    const { identity } = this;
    const child = fork(this.#program, [], {
      // Source maps would be parsed with the first error, and weigh several megabytes.
      execArgv: ['--expose-gc', ...(process.env['FAULTS_LOG'] ? ['--enable-source-maps'] : [])],
      env: { ...process.env, FAULTS_SETTINGS: JSON.stringify(settings) },
      stdio: ['ignore', 'inherit', process.env['FAULTS_LOG'] ? 'inherit' : 'ignore', 'ipc'],
    });
    this.#child = child;
    child.on('message', (message: ManagerMessage) => {
      if (message.type === 'violation') this.violations.push(message.text);
      if (message.type === 'passed') this.passed.set(identity, message.checks.map(BigInt));
    });
    child.once('exit', () => {
      if (this.#isClosing || this.#child !== child) return;
      this.restarts++;
      // A process that lost leadership ends, and the kubelet starts it again.
      void this.start();
    });
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
  }

  /** Whether the process has seen the lease, and seen it again: from then on it knows when it runs out. */
  get isStandingBy(): boolean {
    return this.proxy.leaseReads >= 2;
  }

  signal(name: NodeJS.Signals): void {
    if (name === 'SIGCONT')
      this.resumes.push({ identity: this.identity, atMs: Date.now(), atNs: process.hrtime.bigint() });
    this.#child?.kill(name);
  }

  shiftClock(shiftMs: number): void {
    if (this.#child?.connected) this.#child.send({ do: 'shift', shiftMs });
  }

  /** Makes the proxy serve with a new CA, which the process learns from its file: before it is used, or `lateMs` after. */
  async rotateCa(lateMs = 0): Promise<void> {
    const ca = createCa({ commonName: 'fault proxy', validMs: 86_400_000 });
    const texts = [...this.#caTexts.slice(-1), ca.cert];
    if (lateMs === 0) await this.#writeCa(texts);
    this.proxy.rotateCa(ca);
    if (lateMs === 0) return;
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    await this.#writeCa(texts);
  }

  /** Puts a good token into the file of the process, as the kubelet does. */
  renewToken(): Promise<void> {
    return writeFile(this.#tokenFile, this.#mint.mint(hourSeconds));
  }

  /** Puts a token into the file that the API server no longer takes. */
  expireToken(): Promise<void> {
    return writeFile(this.#tokenFile, this.#mint.mint(-60));
  }

  async measure(): Promise<Measure> {
    const child = this.#child;
    if (!child?.connected) throw new Error(`${this.name} does not run`);
    const answer = new Promise<Measure>((resolve) => {
      const listen = (message: ManagerMessage): void => {
        if (message.type !== 'measure') return;
        child.off('message', listen);
        const { name: replica, identity } = this;
        resolve({ replica, identity, memoryMb: message.memoryMb, sockets: this.proxy.connections });
      };
      child.on('message', listen);
    });
    child.send({ do: 'measure' });
    return answer;
  }

  /** Asks the process to stop in good order and waits; kills it after 20 s. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#stop();
    await this.proxy[Symbol.asyncDispose]();
  }

  /** A clean stop, after which a new process starts. */
  async restart(): Promise<void> {
    const before = this.identity;
    await this.#stop();
    while (this.identity === before && !this.#isClosing) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async #stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    if (child.connected) child.send({ do: 'stop' });
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(timer);
  }

  async #writeCa(texts: string[]): Promise<void> {
    this.#caTexts = texts;
    await writeFile(this.#caFile, texts.join(''));
  }
}
