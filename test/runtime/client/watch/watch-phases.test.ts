import { afterEach, describe, expect, test } from 'vitest';
import type { WatchPhase } from '../../../../src/runtime/client/client.js';
import { createTransport } from '../../../../src/runtime/client/connection/http-transport.js';
import { watchPhases } from '../../../../src/runtime/client/watch/watch-phases.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { type Answer, fakeServer, json } from '../fake-api.js';

const Pod = defineKind({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
const cleanups: (() => PromiseLike<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function event(type: string, name: string, resourceVersion: string, annotations?: object): string {
  return `${JSON.stringify({ type, object: { apiVersion: 'v1', kind: 'Pod', metadata: { name, resourceVersion, annotations } } })}\n`;
}

const initialEnd = (version: string): string => event('BOOKMARK', '', version, { 'k8s.io/initial-events-end': 'true' });

/** Plays one answer per request and collects phases until `count` have come. */
async function collect(answers: Answer[], count: number): Promise<{ phases: string[]; queries: URLSearchParams[] }> {
  const server = await fakeServer((seen, response, socket) => {
    const answer = answers.shift();
    if (answer) answer(seen, response, socket);
    else response.writeHead(200).flushHeaders();
  });
  const transport = createTransport({ server: server.server });
  cleanups.push(
    () => server[Symbol.asyncDispose](),
    () => transport[Symbol.asyncDispose](),
  );
  const phases: string[] = [];
  for await (const phase of watchPhases(transport, Pod, {})) {
    phases.push(describePhase(phase));
    if (phases.length === count) break;
  }
  return { phases, queries: server.seen.map(({ url }) => new URL(url, 'http://x').searchParams) };
}

function describePhase(phase: WatchPhase<KubeObject>): string {
  if (phase.type === 'error') return `error ${phase.error.message}`;
  if ('object' in phase) return `${phase.type} ${phase.object.metadata.name}`;
  return 'resourceVersion' in phase ? `${phase.type} ${phase.resourceVersion}` : phase.type;
}

describe('13.1 watch phases', () => {
  test('a streaming list gives the state, then changes', async () => {
    const { phases } = await collect(
      [
        (_, response) =>
          response.end(
            event('ADDED', 'a', '1') + initialEnd('5') + event('MODIFIED', 'a', '6') + event('DELETED', 'a', '7'),
          ),
      ],
      5,
    );

    expect(phases).toEqual(['init', 'initApply a', 'initDone 5', 'apply a', 'delete a']);
  });

  test('streams that end before the state is complete are not asked for without pause', async () => {
    const part: Answer = (_, response) => response.end(event('ADDED', 'a', '1'));
    const { phases, queries } = await collect([part, part], 3);

    expect(phases).toEqual(['init', 'initApply a', 'error the watch ended before the initial state was complete']);
    expect(queries.length).toBe(1);
  });

  test('after the end of a stream it goes on from the last version, without a new list', async () => {
    const { phases, queries } = await collect(
      [
        (_, response) => response.end(initialEnd('5') + event('BOOKMARK', '', '9')),
        (_, response) => response.end(event('ADDED', 'b', '10')),
      ],
      4,
    );

    expect(phases).toEqual(['init', 'initDone 5', 'bookmark 9', 'apply b']);
    expect(queries[1]?.get('resourceVersion')).toBe('9');
    expect(queries[1]?.has('sendInitialEvents')).toBe(false);
  });

  test('a version that is too old leads to a new list', async () => {
    const gone = { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' } };
    const { phases } = await collect(
      [
        (_, response) => response.end(`${initialEnd('5')}${JSON.stringify(gone)}\n`),
        (_, response) => response.end(event('ADDED', 'b', '10') + initialEnd('11')),
      ],
      6,
    );

    expect(phases).toEqual(['init', 'initDone 5', 'error too old', 'init', 'initApply b', 'initDone 11']);
  });

  test.each([
    ['restored from a backup', 504, 'Timeout', 'Too large resource version: 5, current: 1', 'error Too large'],
    ['missing its kind', 404, 'NotFound', 'the server could not find the requested resource', 'Pod'],
  ])('a server that was %s is asked for its state again', async (_what, code, reason, message, told) => {
    const { phases, queries } = await collect(
      [
        (_, response) => response.end(initialEnd('5')),
        (_, response) => json(response, code, { kind: 'Status', code, reason, message }),
        (_, response) => response.end(initialEnd('2')),
      ],
      5,
    );

    expect(phases).toEqual(['init', 'initDone 5', expect.stringContaining(told), 'init', 'initDone 2']);
    expect(queries[2]?.get('sendInitialEvents')).toBe('true');
  });

  test('a server without streaming lists is listed in pages', async () => {
    const { phases, queries } = await collect(
      [
        (_, response) =>
          json(response, 422, { kind: 'Status', reason: 'Invalid', message: 'sendInitialEvents is forbidden' }),
        (_, response) =>
          json(response, 200, {
            metadata: { resourceVersion: '5', continue: 'c' },
            items: [{ metadata: { name: 'a' } }],
          }),
        (_, response) =>
          json(response, 200, { metadata: { resourceVersion: '5' }, items: [{ metadata: { name: 'b' } }] }),
        (_, response) => response.end(event('MODIFIED', 'a', '6')),
      ],
      5,
    );

    expect(phases).toEqual(['init', 'initApply a', 'initApply b', 'initDone 5', 'apply a']);
    expect(queries[2]?.get('continue')).toBe('c');
    expect(queries[3]?.get('resourceVersion')).toBe('5');
  });

  test('a stream that ends before its state is complete is started over', async () => {
    const { phases } = await collect(
      [(_, response) => response.end(event('ADDED', 'a', '1')), (_, response) => response.end(initialEnd('5'))],
      5,
    );

    expect(phases.toSpliced(2, 1)).toEqual(['init', 'initApply a', 'init', 'initDone 5']);
  });

  test('a stream that ends at once, empty, is an error and not a tight loop', async () => {
    const { phases } = await collect(
      [(_, response) => response.end(initialEnd('5')), (_, response) => response.end()],
      3,
    );

    expect(phases).toEqual(['init', 'initDone 5', 'error the watch ended at once, without an event']);
  });

  test('an object that goes away while the state is sent is deleted, not applied', async () => {
    const { phases } = await collect(
      [(_, response) => response.end(event('ADDED', 'a', '1') + event('DELETED', 'a', '2') + initialEnd('5'))],
      4,
    );

    expect(phases).toEqual(['init', 'initApply a', 'delete a', 'initDone 5']);
  });

  test('ends with the reason of the signal', async () => {
    const server = await fakeServer((_, response) => response.writeHead(200).flushHeaders());
    const transport = createTransport({ server: server.server });
    cleanups.push(
      () => server[Symbol.asyncDispose](),
      () => transport[Symbol.asyncDispose](),
    );
    const controller = new AbortController();
    const iterate = (async () => {
      for await (const phase of watchPhases(transport, Pod, { signal: controller.signal })) {
        if (phase.type === 'init') setImmediate(() => controller.abort(new Error('enough')));
      }
    })();

    await expect(iterate).rejects.toThrow('enough');
  });
});
