import { expect, test } from 'vitest';
import { seededFiles, thoroughFiles } from './lane-files.mjs';

test('files that run a part of their cases are in the thorough lane, on real programs or not', () => {
  const files = thoroughFiles();

  expect(files).toContain('test/faults/short.thorough.test.ts');
  expect(files).toContain('test/scaffold/recover.slow.test.ts');
  expect(files).toContain('test/parity/awkward-kinds.real.test.ts');
  expect(files).not.toContain('test/errors.test.ts');
});

test('files with random inputs are run again by a whole run, and no file twice', () => {
  const [thorough, seeded] = [thoroughFiles(), seededFiles()];

  expect(seeded).toContain('test/kubernetes/crd/judge.real.test.ts');
  expect(seeded).toContain('test/kubernetes/format/formats.real.test.ts');
  expect(seeded).toContain('test/emitter/rbac.test.ts');
  expect(seeded.filter((file) => thorough.includes(file))).toEqual([]);
});
