/** The managers under test as processes. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createCa } from '../../src/certificate/certificate-authority.js';
import type { Resume } from './audit.js';
import { CredentialFiles } from './credentials/credential-files.js';
import type { TokenMint } from './credentials/tokens.js';
import type { FaultProxy } from './fault-proxy.js';
import { pause } from './load.js';
import type { ManagerMessage, ManagerSettings } from './manager-program.js';
import type { SharingCounter } from './overlap/overlaps.js';
import { SharedState, type Release } from './overlap/shared-state.js';

/** Times in the proportions of the defaults, which are 15 s, 10 s and 2 s. */
export function electionOf(leaseMs: number): ManagerSettings['leaderElection'] {
  return {
    leaseDuration: `${leaseMs}ms`,
    renewDeadline: `${(leaseMs * 2) / 3}ms`,
    retryPeriod: `${retryMsOf(leaseMs)}ms`,
  };
}

export function retryMsOf(leaseMs: number): number {
  return (leaseMs * 2) / 15;
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
  readonly counter?: SharingCounter;
}

const caValidMs = 86_400_000;

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
  /** What a process that counts its work has done. */
  progress: Extract<ManagerMessage, { type: 'progress' }> | undefined;
  readonly leaseMs: number;
  readonly #program: string;
  readonly #counter: SharingCounter | undefined;
  readonly #credentials: CredentialFiles;
  readonly #suspended: SharedState;
  readonly #clockShifts = new Set<{ readonly ms: number }>();
  #suspendedProcess: { readonly child: ChildProcess; readonly identity: string } | undefined;
  #child: ChildProcess | undefined;
  #starting: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(name: string, parts: ReplicaParts) {
    this.name = name;
    this.proxy = parts.proxy;
    this.#program = parts.program;
    this.#counter = parts.counter;
    this.leaseMs = parts.leaseMs;
    this.#credentials = new CredentialFiles({
      prefix: path.join(parts.folder, name),
      mint: parts.mint,
      server: parts.proxy,
      createCa: () => createCa({ commonName: 'fault proxy', validMs: caValidMs }),
      pause,
      counter: parts.counter,
    });
    this.#suspended = new SharedState('process', () => this.#resume(), parts.counter);
  }

  /** Starts a process, and another one whenever it ends, until `close`. */
  start(): Promise<void> {
    if (this.#isClosing) return Promise.resolve();
    this.identity = `${this.name}-${randomUUID().slice(0, 8)}`;
    this.progress = undefined;
    this.#starting = this.#startProcess();
    return this.#starting;
  }

  async #startProcess(): Promise<void> {
    await this.#credentials.renew();
    if (this.#isClosing) return;
    const { caFile, tokenFile } = this.#credentials;
    this.proxy.leaseReads = 0;
    const settings: ManagerSettings = {
      config: { server: this.proxy.url, caFile, tokenFile },
      identity: this.identity,
      leaderElection: electionOf(this.leaseMs),
      clockShiftMs: this.#clockShiftMs,
    };
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
      if (message.type === 'progress' && this.identity === identity) this.progress = message;
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

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Stops the process with SIGSTOP. It is resumed when the last hold ends. */
  suspend(): Promise<Release> {
    return this.#suspended.hold(() => {
      const child = this.#child;
      if (!child) return;
      this.#suspendedProcess = { child, identity: this.identity };
      child.kill('SIGSTOP');
    });
  }

  #resume(): void {
    const { child, identity } = this.#suspendedProcess ?? {};
    // A process that has started since was never stopped, so resuming it would be false evidence.
    if (!child || !identity || hasEnded(child)) return;
    this.resumes.push({ identity, atMs: Date.now(), atNs: process.hrtime.bigint() });
    child.kill('SIGCONT');
  }

  /** Sets the wall clock of the process forward or back, until the returned function is called. Shifts add up. */
  shiftClock(ms: number): () => void {
    if (this.#clockShifts.size > 0) this.#counter?.shared('clock');
    const shift = { ms };
    this.#clockShifts.add(shift);
    this.#sendClock();
    return () => {
      this.#clockShifts.delete(shift);
      this.#sendClock();
    };
  }

  get #clockShiftMs(): number {
    return [...this.#clockShifts].reduce((sum, { ms }) => sum + ms, 0);
  }

  #sendClock(): void {
    if (this.#child?.connected) this.#child.send({ do: 'shift', shiftMs: this.#clockShiftMs });
  }

  /** Makes the proxy use a new CA, which the process reads from its file: before it is used, or `lateMs` after. */
  rotateCa(lateMs: number): Promise<void> {
    return this.#credentials.rotateCa(lateMs);
  }

  /** Replaces the token of the process by one that ends after `validSeconds`. */
  rotateToken(validSeconds: number): Promise<void> {
    return this.#credentials.rotateToken(validSeconds);
  }

  /** Gives the process a token that the API server rejects, until the last hold ends. */
  expireToken(): Promise<Release> {
    return this.#credentials.expireToken();
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
    let starting: Promise<void> | undefined;
    // A process that is being started cannot be stopped yet.
    while (starting !== this.#starting) await (starting = this.#starting);
    const before = this.identity;
    await this.#stop();
    while (this.identity === before && !this.#isClosing) await pause(20);
  }

  async #stop(): Promise<void> {
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    if (child.connected) child.send({ do: 'stop' });
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(timer);
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
