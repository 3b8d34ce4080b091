import { expect, test } from 'vitest';
import { toolVersion } from '../../src/tools/tool-version.js';

test('an installed program tells its version', async () => {
  expect(await toolVersion(process.execPath, ['--version'], process.cwd())).toBe(process.version);
});

test('a missing program has none', async () => {
  expect(await toolVersion('no-such-program', ['--version'], process.cwd())).toBeUndefined();
});
