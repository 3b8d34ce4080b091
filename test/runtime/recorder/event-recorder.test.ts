import { describe, expect, test } from 'vitest';
import { EventRecorder } from '../../../src/runtime/recorder/event-recorder.js';
import { ManualClock, settle } from '../manual-clock.js';
import { RecordingClient } from './recording-client.js';

const object = (name = 'p') => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default', uid: name } });

describe('EventRecorder', () => {
  test('records an event in the background', async () => {
    const { recorder, server } = setUp();

    recorder.event(object(), { reason: 'Scaled', note: 'to 3' });
    await settle();

    expect(server.notes).toEqual(['to 3']);
  });

  test('equal events become one with a count', async () => {
    const { recorder, server, clock } = setUp();
    for (let i = 0; i < 10; i++) recorder.event(object(), { reason: 'Failed', note: 'no quota', type: 'Warning' });
    await settle();
    expect(server.notes).toEqual(['no quota ×2']);

    await clock.advanceAsync(8 * 60_000);

    expect(server.notes).toEqual(['no quota ×10']);
    expect(server.calls).toEqual(['create', 'patch', 'patch']);
  });

  test('mutes an object that reports something new all the time, but no other', async () => {
    const { recorder, server } = setUp();
    for (let i = 0; i < 100; i++) recorder.event(object('noisy'), { reason: 'R', note: `try ${i}` });
    recorder.event(object('quiet'), { reason: 'R', note: 'hello' });
    await settle();
    await recorder.close();

    expect(server.events.size).toBe(26);
  });

  test('a muted event is not let out by repeating it', async () => {
    const { recorder, server } = setUp();
    for (let i = 0; i < 25; i++) recorder.event(object(), { reason: 'R', note: `try ${i}` });
    for (let i = 0; i < 10; i++) recorder.event(object(), { reason: 'R', note: 'again' });
    await recorder.close();

    expect(server.notes).not.toContainEqual(expect.stringContaining('again'));
  });

  test('§10.2.2 closing sends what is left, counts included', async () => {
    const { recorder, server } = setUp();
    for (let i = 0; i < 3; i++) recorder.event(object(), { reason: 'R', note: 'n' });

    await recorder.close();

    expect(server.notes).toEqual(['n ×3']);
  });

  test('closing does not wait for an API server that is away', async () => {
    const { recorder, server, clock } = setUp();
    server.failures = Array.from({ length: 20 }, () => new Error('down'));
    recorder.event(object(), { reason: 'R', note: 'n' });

    const closed = recorder.close();
    await clock.advanceAsync(5_000);
    await closed;

    expect(server.events.size).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });

  test('never throws at a reconcile: nonsense is logged', async () => {
    const { recorder, server } = setUp();

    recorder.event({ apiVersion: 'v1', kind: 'Pod', metadata: {} }, { reason: 'R', note: 'n' });
    recorder.event(object(), { reason: '', note: 'n' });
    recorder.event(object(), { reason: 'R', note: undefined as never });
    recorder.event(undefined as never, { reason: 'R', note: 'n' });
    recorder.event(object(), undefined as never);
    await recorder.close();

    expect(server.events.size).toBe(0);
  });
});

function setUp(): { recorder: EventRecorder; server: RecordingClient; clock: ManualClock } {
  const server = new RecordingClient();
  const clock = new ManualClock();
  return { server, clock, recorder: new EventRecorder({ client: server.client, controller: 'c', host: 'h', clock }) };
}
