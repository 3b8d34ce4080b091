import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { EventSender } from '../../../src/runtime/recorder/event-sender.js';
import type { EventWrite } from '../../../src/runtime/recorder/event-series.js';
import { eventOf, reporterOf } from '../../../src/runtime/recorder/event.js';
import { ManualClock, settle } from '../manual-clock.js';
import { RecordingClient } from './recording-client.js';

const reporter = reporterOf('c', 'h');
const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } };
const create = (note: string): EventWrite => ({
  type: 'create',
  event: eventOf(object, { reason: 'R', note }, { reporter, now: new Date(0) }),
});
const never = (): AbortSignal => new AbortController().signal;

describe('EventSender', () => {
  test('sends in order', async () => {
    const { sender, server } = setUp();
    ['a', 'b', 'c'].forEach((note) => sender.add(create(note)));

    await sender.close(never());

    expect(server.notes).toEqual(['a', 'b', 'c']);
  });

  test.each([0, 1, 2, 3, 4, 5, 6])(
    '§10.1.5 an event that comes just when the last was sent is sent too (%s turns)',
    async (turns) => {
      const { server } = setUp();
      let sent: () => void = () => undefined;
      const wasSent = new Promise<void>((resolve) => (sent = resolve));
      const { client } = server;
      const late = new EventSender(
        { ...client, create: (event) => client.create(event).finally(() => sent()) },
        new ManualClock(),
        silentLogger,
      );
      late.add(create('a'));
      await wasSent;
      for (let turn = 0; turn < turns; turn++) await undefined;
      late.add(create('b'));
      await settle();

      expect(server.notes).toEqual(['a', 'b']);
    },
  );

  test('tries again while no answer comes', async () => {
    const { sender, server, clock } = setUp();
    server.failures = [new Error('reset'), new ApiError({ code: 503 }), new ApiError({ code: 429 })];
    sender.add(create('a'));

    await clock.advanceAsync(60_000);

    expect(server.notes).toEqual(['a']);
    expect(server.calls).toHaveLength(4);
  });

  test('§10.1.5 takes a refusal as final and goes on with the next', async () => {
    const { sender, server } = setUp();
    server.failures = [new ApiError({ code: 403, reason: 'Forbidden' })];
    sender.add(create('a'));
    sender.add(create('b'));

    await sender.close(never());

    expect(server.notes).toEqual(['b']);
  });

  test('§10.1.5 gives up after twelve tries', async () => {
    const { sender, server, clock } = setUp();
    server.failures = Array.from({ length: 20 }, () => new Error('down'));
    sender.add(create('a'));

    await clock.advanceAsync(600_000);

    expect(server.calls).toHaveLength(12);
  });

  test('a count whose event the API server has forgotten becomes a new event', async () => {
    const { sender, server } = setUp();
    const { event } = create('a');

    sender.add({ type: 'count', event, count: 7, lastObservedTime: event.eventTime });
    await sender.close(never());

    expect(server.notes).toEqual(['a ×7']);
  });

  test('§10.1.5 drops what does not fit into its queue', async () => {
    const { sender, server } = setUp();
    for (let i = 0; i < 1_200; i++) sender.add(create(String(i)));

    await sender.close(never());

    // One is on its way, a thousand wait.
    expect(server.events.size).toBe(1_001);
  });

  test('an event that fails does not hold up the others, and is tried again', async () => {
    const { sender, server, clock } = setUp();
    server.failures = [new ApiError({ code: 500, reason: 'InternalError', message: 'failed calling webhook' })];
    for (const name of ['bad', 'b', 'c']) sender.add(create(name));
    await settle();
    expect(server.events.size).toBe(2);

    await clock.advanceAsync(12_500);

    expect(server.events.size).toBe(3);
  });

  test('what waits for its next try gets it when the recorder is closed', async () => {
    const { sender, server } = setUp();
    server.failures = [new Error('down')];
    sender.add(create('a'));
    await settle();

    await sender.close(never());

    expect(server.events.size).toBe(1);
  });

  test('an aborted close drops the rest at once', async () => {
    const { sender, server } = setUp();
    server.failures = [new Error('down'), new Error('still down')];
    sender.add(create('a'));
    await settle();
    const controller = new AbortController();

    const closed = sender.close(controller.signal);
    controller.abort();
    await closed;

    expect(server.events.size).toBe(0);
  });
});

function setUp(): { sender: EventSender; server: RecordingClient; clock: ManualClock } {
  const server = new RecordingClient();
  const clock = new ManualClock();
  return { server, clock, sender: new EventSender(server.client, clock, silentLogger) };
}
