import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { warnOfStaleCrds } from '../../src/testing/stale-crds.js';
import { temporaryFolder } from '../project-folder.js';

const crds = 'config/crd/bases';

async function warningsAfter(ages: Record<string, number>): Promise<string[]> {
  const { root, clean } = await temporaryFolder('stale');
  for (const [file, secondsAgo] of Object.entries(ages)) {
    const place = path.join(root, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, '');
    const at = Date.now() / 1000 - secondsAgo;
    await utimes(place, at, at);
  }
  const warnings: string[] = [];
  for (let time = 0; time < 2; time++)
    await warnOfStaleCrds(
      [path.join(root, crds), path.join(root, 'elsewhere')],
      (message) => void warnings.push(message),
    );
  await clean();
  return warnings;
}

test('types that were saved after their CRDs are named, once', async () => {
  const warnings = await warningsAfter({
    [`${crds}/a.yaml`]: 300,
    'src/api/v1/a.types.ts': 10,
    'src/api/v1/index.ts': 0,
  });

  expect(warnings).toEqual([expect.stringContaining('older than src/api/v1/a.types.ts')]);
});

test('nothing is said of a checkout, of a run of the generator that changed nothing, and without types', async () => {
  expect(await warningsAfter({ [`${crds}/a.yaml`]: 20, 'src/api/v1/a.types.ts': 10 })).toEqual([]);
  expect(
    await warningsAfter({
      [`${crds}/a.yaml`]: 300,
      'src/api/v1/a.types.ts': 100,
      'node_modules/.cache/kbts/manifests-1.json': 50,
    }),
  ).toEqual([]);
  expect(await warningsAfter({ [`${crds}/a.yaml`]: 300 })).toEqual([]);
});
