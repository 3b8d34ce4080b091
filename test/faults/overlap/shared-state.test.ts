import { expect, test } from 'vitest';
import { Overlaps } from './overlaps.js';
import { SharedState } from './shared-state.js';

test('is entered by the first hold and left after the last', async () => {
  const log: string[] = [];
  const state = new SharedState('process', () => void log.push('leave'));
  const enter = (): void => void log.push('enter');

  const first = await state.hold(enter);
  const second = await state.hold(enter);
  await first();
  expect(log).toEqual(['enter']);

  await second();
  expect(log).toEqual(['enter', 'leave']);
});

test('a hold that ends twice counts once', async () => {
  const log: string[] = [];
  const state = new SharedState('process', () => void log.push('leave'));
  const first = await state.hold(() => undefined);
  await state.hold(() => undefined);

  await first();
  await first();

  expect(log).toEqual([]);
});

test('can be entered again', async () => {
  const log: string[] = [];
  const state = new SharedState('process', () => void log.push('leave'));
  const enter = (): void => void log.push('enter');

  await (
    await state.hold(enter)
  )();
  await (
    await state.hold(enter)
  )();

  expect(log).toEqual(['enter', 'leave', 'enter', 'leave']);
});

test('a hold that begins while the state is being left enters it again afterwards', async () => {
  const log: string[] = [];
  let left: () => void = () => undefined;
  const state = new SharedState('etcd', async () => {
    log.push('leaving');
    await new Promise<void>((resolve) => (left = resolve));
    log.push('left');
  });
  const release = await state.hold(() => void log.push('enter'));
  const releasing = release();
  await Promise.resolve();
  const holding = state.hold(() => void log.push('enter'));
  await Promise.resolve();
  left();
  await Promise.all([releasing, holding]);

  expect(log).toEqual(['enter', 'leaving', 'left', 'enter']);
});

test('a hold that could not enter is not a hold', async () => {
  const log: string[] = [];
  const state = new SharedState('etcd', () => void log.push('leave'));

  await expect(state.hold(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await (
    await state.hold(() => void log.push('enter'))
  )();

  expect(log).toEqual(['enter', 'leave']);
});

test('counts holds that overlap', async () => {
  const overlaps = new Overlaps();
  const state = new SharedState('token', () => undefined, overlaps);

  const first = await state.hold(() => undefined);
  const second = await state.hold(() => undefined);
  await first();
  await second();
  await state.hold(() => undefined);

  expect(overlaps.report().sharedState).toEqual({ token: 1 });
});
