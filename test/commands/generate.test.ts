import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../src/commands/generate.js';

test('plans the index of an API folder, and --check rejects while it is missing', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-generate-'));
  mkdirSync(path.join(root, 'src/v1'), { recursive: true });
  writeFileSync(
    path.join(root, 'src/v1/a.types.ts'),
    "// +groupName=a.b\n\nimport type { CustomResource } from 'kbts/runtime';\nexport interface A extends CustomResource<{ x?: string }> {}\n",
  );

  expect((await generate({ root })).changes).toMatchObject([
    { kind: 'create', path: 'src/v1/index.ts' },
    { kind: 'create', path: 'src/v1/index.schema.ts' },
  ]);
  await expect(generate({ root, check: true })).rejects.toMatchObject({ code: 'drift' });
  rmSync(root, { recursive: true, force: true });
});
