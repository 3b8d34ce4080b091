import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import { resolveSpec } from '../../../../src/runtime/cache/informers/informer-spec.js';
import { SharedInformer } from '../../../../src/runtime/cache/informers/shared-informer.js';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import type { ObjectEvent } from '../../../../src/runtime/object/event.js';
import { type LogLine, recordingLogger } from '../../controller/fake-host.js';
import { ManualClock, settle } from '../../manual-clock.js';
import { FakeResource } from '../fake-resource.js';
import { Thing } from '../thing.js';

let server: FakeResource;
let clock: ManualClock;

beforeEach(() => {
  server = new FakeResource();
  clock = new ManualClock();
});

const make = (log = silentLogger) =>
  new SharedInformer({ kind: Thing, spec: resolveSpec(Thing), source: () => server, log, clock, random: () => 0.5 });
const name = (event: ObjectEvent): string => `${event.type} ${event.object.metadata.name}`;

test('§3.5.4 a late listener first gets what is there as initial, then the stream', async () => {
  server.put('a');
  const informer = make();
  informer.start();
  await settle();
  const seen: string[] = [];

  const late = informer.subscribe(
    (event) => void seen.push(`${name(event)} ${event.type === 'create' && event.initial}`),
  );
  await late.synced;
  server.put('b');
  await settle();

  expect(seen).toEqual(['create a true', 'create b false']);
  await informer.stop();
});

test('§3.5.2 a slow listener does not delay another one', async () => {
  const informer = make();
  informer.subscribe(() => new Promise(() => undefined));
  const seen: string[] = [];
  informer.subscribe((event) => void seen.push(name(event)));
  informer.start();

  server.put('a');
  server.put('b');
  await settle();

  expect(seen).toEqual(['create a', 'create b']);
});

test('§3.3.4 §3.5.7 a resync tells every object again, by the period of the listener, without asking the server', async () => {
  server.put('a');
  const informer = make();
  const seen: ObjectEvent[] = [];
  const never: ObjectEvent[] = [];
  informer.subscribe((event) => void seen.push(event), { resyncMs: 1000 });
  informer.subscribe((event) => void never.push(event), { resyncMs: 0 });
  informer.start();
  await settle();
  const before = server.requests.length;

  await clock.advanceAsync(1000);

  expect(seen.map(({ type }) => type)).toEqual(['create', 'update']);
  expect(seen[1]).toMatchObject({ resync: true });
  expect(never.length).toBe(1);
  expect(server.requests.length).toBe(before);
  await informer.stop();
  expect(clock.pendingTimers).toBe(0);
});

test('§3.1.13 §3.10.3 says a cause once, and that it is over', async () => {
  const lines: string[] = [];
  const log = {
    ...silentLogger,
    error: (message: string) => void lines.push(message),
    info: (message: string) => void lines.push(message),
    with: () => log,
  };
  server.outage = new ApiError({ code: 403, reason: 'Forbidden', message: 'no' });
  const informer = make(log);
  informer.start();
  await clock.advanceAsync(30_000);
  server.outage = undefined;
  await clock.advanceAsync(30_000);

  expect(lines).toEqual(['cannot list or watch', 'listing and watching again']);
  await informer.stop();
});

test('§3.6.6 a namespace that fails stays failing while others are heard of, and its cause is said once', async () => {
  const lines: LogLine[] = [];
  const forbidden = new FakeResource();
  forbidden.outage = new ApiError({ code: 403, reason: 'Forbidden', message: 'no rights in b' });
  const informer = new SharedInformer({
    kind: Thing,
    spec: resolveSpec(Thing, { namespaces: ['a', 'b'] }),
    source: ({ namespace }) => (namespace === 'a' ? server : forbidden),
    log: recordingLogger(lines),
    clock,
    random: () => 0.5,
  });
  informer.start();
  const waiting = informer.synced({ timeoutMs: 60_000 }).catch((error: unknown) => String(error));

  const states = new Set<string>();
  for (let round = 0; round < 12; round++) {
    await clock.advanceAsync(5_000);
    server.put('a/x');
    await settle();
    states.add(`${informer.health.state} ${informer.health.silentMs}`);
  }

  expect([...states]).toEqual(['failing undefined']);
  expect(lines.filter(({ level }) => level !== 'debug').map(({ message }) => message)).toEqual([
    'cannot list or watch',
  ]);
  expect(await waiting).toContain('no rights in b');

  forbidden.outage = undefined;
  await clock.advanceAsync(30_000);

  expect(informer.health.state).toBe('synced');
  expect(informer.health.lastError).toBeUndefined();
  expect(lines.map(({ message }) => message)).toContain('listing and watching again');
  await informer.stop();
});

test('§3.5.9 §17.4.6 stopping ends watches, subscriptions and waits', async () => {
  server.outage = new ApiError({ code: 503, message: 'down' });
  const informer = make();
  const subscription = informer.subscribe(() => undefined);
  informer.start();
  const synced = informer.synced().catch((error: unknown) => error);

  await informer.stop();

  expect(String(await synced)).toMatch(/the informer of Thing was stopped/);
  await expect(subscription.synced).rejects.toThrow();
  expect(informer.health.state).toBe('stopped');
  expect(server.openWatches).toBe(0);
});

test('§17.5.8 an expired version is not an error in the log', async () => {
  const lines: LogLine[] = [];
  server.put('a');
  const informer = make(recordingLogger(lines));
  informer.start();
  await settle();

  server.cut();
  server.put('b');
  server.compact();
  await settle();

  expect(informer.partitions[0]?.store.keys()).toEqual(['a', 'b']);
  expect(lines.filter(({ level }) => level !== 'debug')).toEqual([]);
  await informer.stop();
});
