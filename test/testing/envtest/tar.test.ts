import { expect, test } from 'vitest';
import { readTar } from '../../../src/testing/envtest/tar.js';
import { tarArchive } from './tar-archive.js';

test('gives ordinary files with their content and mode, and passes over the rest', () => {
  const archive = tarArchive([
    { name: 'a/', text: '', mode: 0o755, type: '5' },
    { name: 'a/run', text: 'x'.repeat(600), mode: 0o755 },
    { name: 'link', text: '', mode: 0o777, type: '2' },
    { name: 'a/text', text: '', mode: 0o644 },
  ]);

  const found = [...readTar(archive)].map(({ name, content, isExecutable }) => [name, content.length, isExecutable]);

  expect(found).toEqual([
    ['a/run', 600, true],
    ['a/text', 0, false],
  ]);
});

test('long names of GNU tar are followed', () => {
  const name = `${'d/'.repeat(80)}file`;
  const archive = tarArchive([
    { name: '././@LongLink', text: `${name}\0`, mode: 0o644, type: 'L' },
    { name: name.slice(0, 99), text: 'x', mode: 0o644 },
  ]);

  expect([...readTar(archive)].map((entry) => entry.name)).toEqual([name]);
});

test('damage is an error', () => {
  const archive = tarArchive([{ name: 'a', text: 'x'.repeat(600), mode: 0o644 }]);

  expect(() => [...readTar(archive.subarray(0, 700))]).toThrow('cut off');
  archive[0] = 0x7a;
  expect(() => [...readTar(archive)]).toThrow('damaged');
});
