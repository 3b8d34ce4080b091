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

export const election = { leaseMs: 4_000, renewDeadlineMs: 2_500, retryMs: 500 };

export interface Measure {
  readonly heapMb: number;
  readonly sockets: number;
}

/** One replica: its proxy stays, its process comes and goes, as a pod's would. */
export class Replica {
  readonly proxy: FaultProxy;
  readonly name: string;
  identity = '';
  readonly violations: string[] = [];
  /** When which process of this replica was resumed. */
  readonly resumes: Resume[] = [];
  restarts = 0;
  readonly #folder: string;
  readonly #program: string;
  readonly #token: string;
  #child: ChildProcess | undefined;
  #isClosing = false;
  #caTexts: string[] = [];

  constructor(name: string, parts: { proxy: FaultProxy; folder: string; program: string; token: string }) {
    this.name = name;
    this.proxy = parts.proxy;
    this.#folder = parts.folder;
    this.#program = parts.program;
    this.#token = parts.token;
  }

  get #caFile(): string {
    return path.join(this.#folder, `${this.name}-ca.crt`);
  }

  /** Starts a process, and another one whenever it ends, until `close`. */
  async start(): Promise<void> {
    if (this.#isClosing) return;
    this.identity = `${this.name}-${randomUUID().slice(0, 8)}`;
    const tokenFile = path.join(this.#folder, `${this.name}-token`);
    await writeFile(tokenFile, this.#token);
    await this.#writeCa([this.proxy.ca]);
    const config = { server: this.proxy.url, caFile: this.#caFile, tokenFile };
    const settings: ManagerSettings = { config, identity: this.identity, leaderElection: election };
    const child = fork(this.#program, [], {
      execArgv: ['--expose-gc', '--enable-source-maps'],
      env: { ...process.env, FAULTS_SETTINGS: JSON.stringify(settings) },
      stdio: ['ignore', 'inherit', process.env['FAULTS_LOG'] ? 'inherit' : 'ignore', 'ipc'],
    });
    this.#child = child;
    child.on('message', (message: ManagerMessage) => {
      if (message.type === 'violation') this.violations.push(message.text);
    });
    child.once('exit', () => {
      if (this.#isClosing || this.#child !== child) return;
      this.restarts++;
      // A process that lost leadership ends, and the kubelet starts it again.
      void this.start();
    });
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
  }

  signal(name: NodeJS.Signals): void {
    if (name === 'SIGCONT') this.resumes.push({ identity: this.identity, atMs: Date.now() });
    this.#child?.kill(name);
  }

  shiftClock(shiftMs: number): void {
    if (this.#child?.connected) this.#child.send({ do: 'shift', shiftMs });
  }

  /** Makes the proxy serve with a new CA, which the process learns from its file. */
  async rotateCa(): Promise<void> {
    const ca = createCa({ commonName: 'fault proxy', validMs: 86_400_000 });
    await this.#writeCa([...this.#caTexts.slice(-1), ca.cert]);
    this.proxy.rotateCa(ca);
  }

  async measure(): Promise<Measure> {
    const child = this.#child;
    if (!child?.connected) throw new Error(`${this.name} does not run`);
    const answer = new Promise<Measure>((resolve) => {
      const listen = (message: ManagerMessage): void => {
        if (message.type !== 'measure') return;
        child.off('message', listen);
        resolve({ heapMb: message.heapMb, sockets: this.proxy.connections });
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
