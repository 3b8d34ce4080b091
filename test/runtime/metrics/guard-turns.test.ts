import { expect, test } from 'vitest';
import { TooBusyError, Turns, type Rank } from '../../../src/runtime/metrics/guard-turns.js';
import { settle } from '../manual-clock.js';

/** Work that ends when its name is called. */
function workshop(most: number) {
  const turns = new Turns(most);
  const ends = new Map<string, () => void>();
  const started: string[] = [];
  const begin = (name: string, rank: Rank): Promise<void> =>
    turns.run(rank, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settle();
  };
  return { turns, begin, end, started };
}

test('known work goes before new work, and that before suspect work, in the order in which it came', async () => {
  const { begin, end, started } = workshop(1);
  const all = [begin('first', 'new')];
  for (const [name, rank] of [
    ['s1', 'suspect'],
    ['n1', 'new'],
    ['k1', 'known'],
    ['n2', 'new'],
    ['k2', 'known'],
  ] as const)
    all.push(begin(name, rank));
  for (const name of ['first', 'k1', 'k2', 'n1', 'n2', 's1']) await end(name);
  await Promise.all(all);

  expect(started).toEqual(['first', 'k1', 'k2', 'n1', 'n2', 's1']);
});

test('suspect work never has more than a quarter of the turns', async () => {
  const { begin, end, started } = workshop(8);
  const all = ['a', 'b', 'c', 'd'].map((name) => begin(name, 'suspect'));
  expect(started).toEqual(['a', 'b']);
  await end('a');
  expect(started).toEqual(['a', 'b', 'c']);
  for (const name of ['b', 'c', 'd']) await end(name);
  await Promise.all(all);
});

test('a turn that fails is free again', async () => {
  const turns = new Turns(1);
  await expect(turns.run('new', () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  expect(await turns.run('new', () => Promise.resolve(1))).toBe(1);
});

test('no newcomer takes a turn that was handed to one that waited', async () => {
  const { turns, begin, end, started } = workshop(1);
  const all = [begin('first', 'new'), begin('second', 'new')];
  void end('first');
  const third = turns.run('new', async () => void started.push('third'));
  await settle();
  await end('second');
  await Promise.all([...all, third]);

  expect(started).toEqual(['first', 'second', 'third']);
});

test('not everyone can wait', async () => {
  const { begin, end } = workshop(1);
  const all = [begin('0', 'new')];
  for (let name = 1; name <= 512; name++) all.push(begin(String(name), 'new'));

  await expect(begin('late', 'new')).rejects.toThrow(TooBusyError);
  for (let name = 0; name <= 512; name++) await end(String(name));
  await Promise.all(all);
});
