import { afterEach, expect, test, vi } from 'vitest';
import { main } from '../../src/cli/main.js';
import { packageVersion } from '../../src/package-root.js';

afterEach(() => vi.restoreAllMocks());

test('--version is answered at once', async () => {
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'kbts', '--version']);
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);

  await main();

  expect(write.mock.calls).toEqual([[`${packageVersion()}\n`]]);
});
