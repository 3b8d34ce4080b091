import { expect, test } from 'vitest';
import { withSpan } from '../../../src/runtime/tracing/tracer.js';
import { RecordingTracer } from './recording-tracer.js';

test('without a tracer the work just runs, with no span', async () => {
  expect(await withSpan(undefined, { name: 'reconcile' }, async (span) => [span, 7])).toEqual([undefined, 7]);
});

test('a span lasts as long as the work', async () => {
  const tracer = new RecordingTracer();

  const result = await withSpan(tracer, { name: 'reconcile', attributes: { controller: 'c' } }, async () => {
    expect(tracer.spans[0]?.isEnded).toBe(false);
    return 7;
  });

  expect(result).toBe(7);
  expect(tracer.spans).toMatchObject([{ name: 'reconcile', kind: 0, attributes: { controller: 'c' }, isEnded: true }]);
});

test('a failure is written down and thrown on', async () => {
  const tracer = new RecordingTracer();
  const error = new Error('no quota');

  await expect(withSpan(tracer, { name: 'reconcile' }, () => Promise.reject(error))).rejects.toBe(error);

  expect(tracer.spans).toMatchObject([
    { status: { code: 2, message: 'no quota' }, exceptions: [error], isEnded: true },
  ]);
});
