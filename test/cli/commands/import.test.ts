import { expect, test } from 'vitest';
import { runCli } from '../fakes/run-cli.js';

test('says what it takes', async () => {
  const { code, stdout } = await runCli('.', ['import', '--help']);

  expect(code).toBe(0);
  for (const word of ['--kind', '--from-cluster', '--types-only', '--kubebuilder', '[sources...]'])
    expect(stdout).toContain(word);
});
