import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { generate } from '../../../src/commands/manifests/generate.js';
import * as reader from '../../../src/reader/read-model.js';

vi.mock('../../../src/reader/read-model.js', { spy: true });

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

test('in one go with the manifests, from one reading of the sources', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-generate-'));
  mkdirSync(path.join(root, 'src/v1'), { recursive: true });
  mkdirSync(path.join(root, 'node_modules'));
  writeFileSync(
    path.join(root, 'src/v1/a.types.ts'),
    "// +groupName=a.b\n\nimport type { CustomResource } from 'kbts/runtime';\nexport interface A extends CustomResource<{ x?: string }> {}\n",
  );
  const read = vi.mocked(reader.readModel).mockClear();

  const { changes } = await generate({ root, manifests: true });

  expect(changes.map((change) => change.path)).toEqual([
    'src/v1/index.ts',
    'src/v1/index.schema.ts',
    'config/crd/bases/a.b_as.yaml',
  ]);
  expect(read).toHaveBeenCalledTimes(1);
  rmSync(root, { recursive: true, force: true });
});
