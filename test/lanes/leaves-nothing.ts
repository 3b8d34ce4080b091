/**
 * Set-up file of the test files that share a process: fails a file that leaves something behind, where it is left, and
 * not the unlucky file that runs next.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, vi } from 'vitest';

/** Resources that keep a process alive or change it for others. Timers are left out: vitest has its own. */
const COUNTED = new Set([
  'TCPServerWrap',
  'TCPSocketWrap',
  'UDPWrap',
  'ProcessWrap',
  'MessagePort',
  'FSEventWrap',
  'StatWatcher',
  'SignalWrap',
]);

/** Sockets close after the call that closes them returns, and a busy machine takes its time. */
const CLOSING_MS = Number(process.env['KBTS_CLOSING_MS'] ?? 10_000);

interface Surroundings {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly resources: ReadonlyMap<string, number>;
  readonly listeners: ReadonlyMap<string, number>;
}

let before: Surroundings;

beforeAll(() => {
  before = surroundings();
});

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  const giveUpAt = performance.now() + CLOSING_MS;
  let left = leftBehind(before, surroundings());
  while (left.some(({ canClose }) => canClose) && performance.now() < giveUpAt) {
    await pause(10);
    left = leftBehind(before, surroundings());
  }
  restore(before);
  if (left.length > 0) {
    throw new Error(`this file leaves something behind in its process: ${left.map(({ text }) => text).join('; ')}`);
  }
});

function surroundings(): Surroundings {
  const names = process.eventNames().filter((name): name is string => typeof name === 'string');
  return {
    folder: process.cwd(),
    variables: { ...process.env },
    resources: counts(process.getActiveResourcesInfo().filter((name) => COUNTED.has(name))),
    listeners: new Map(names.map((name) => [name, process.listenerCount(name)])),
  };
}

function counts(names: readonly string[]): Map<string, number> {
  const result = new Map<string, number>();
  for (const name of names) result.set(name, (result.get(name) ?? 0) + 1);
  return result;
}

interface Leak {
  readonly text: string;
  /** Whether it may still end by itself. */
  readonly canClose: boolean;
}

/** Everything that `after` has and `then` had not. */
function leftBehind(then: Surroundings, after: Surroundings): Leak[] {
  const leaks: Leak[] = [];
  if (then.folder !== after.folder) leaks.push({ text: `working directory ${after.folder}`, canClose: false });
  for (const name of new Set([...Object.keys(then.variables), ...Object.keys(after.variables)])) {
    if (then.variables[name] !== after.variables[name]) leaks.push({ text: `variable ${name}`, canClose: false });
  }
  for (const [name, count] of after.resources) {
    const more = count - (then.resources.get(name) ?? 0);
    if (more > 0) leaks.push({ text: `${more} × ${name}`, canClose: true });
  }
  for (const [name, count] of after.listeners) {
    const more = count - (then.listeners.get(name) ?? 0);
    if (more > 0) leaks.push({ text: `${more} listener(s) of process "${name}"`, canClose: true });
  }
  return leaks;
}

/** So that the files after this one start from the same point. */
function restore({ folder, variables }: Surroundings): void {
  if (process.cwd() !== folder) process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in variables)) Reflect.deleteProperty(process.env, name);
  for (const [name, value] of Object.entries(variables)) if (process.env[name] !== value) process.env[name] = value;
}
