import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { runWork } from '../../../src/runtime/current-work.js';
import { watchUnhandledRejections } from '../../../src/runtime/manager/unhandled-rejections.js';
import { type LogLine, recordingLogger } from '../controller/fake-host.js';

function make() {
  const source = new EventEmitter();
  const lines: LogLine[] = [];
  const stops: Error[] = [];
  const watch = () => watchUnhandledRejections(recordingLogger(lines), (error) => stops.push(error), source);
  return { source, lines, stops, watch };
}

test('such a rejection is logged with its controller and object, and stops the manager', () => {
  const { source, lines, stops, watch } = make();
  watch();
  const about = () => ({ controller: 'books', namespace: 'default', name: 'a' });

  runWork({ about }, () => source.emit('unhandledRejection', new Error('not found')));

  expect(lines[0]?.fields).toMatchObject({ controller: 'books', namespace: 'default', name: 'a' });
  expect(stops[0]?.message).toBe(
    'a promise was rejected that nobody waits for, in controller books, namespace default, name a: not found; an "await" is missing',
  );
  expect(stops[0]?.cause).toEqual(new Error('not found'));
});

test('outside of any work, and with a reason that is no error, it is told as well', () => {
  const { source, stops, watch } = make();
  watch();

  source.emit('unhandledRejection', 'why');

  expect(stops[0]?.message).toBe('a promise was rejected that nobody waits for: why; an "await" is missing');
});

test('several managers share one listener, which goes with the last of them', () => {
  const { source, stops, watch } = make();
  const [first, second] = [watch(), watch()];
  expect(source.listenerCount('unhandledRejection')).toBe(1);

  first?.();
  source.emit('unhandledRejection', 'one');
  second?.();

  expect(stops.length).toBe(1);
  expect(source.listenerCount('unhandledRejection')).toBe(0);
});
