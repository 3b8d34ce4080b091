import { expect, test } from 'vitest';
import { spdx } from '../../../src/ship/sbom/spdx.js';

test('names that differ in signs only have different identities', () => {
  const packages = ['@a/b', 'a-b'].map((name) => ({ name, version: '1.0.0', uses: [] }));
  const operator = { name: 'shop', version: '1.0.0', uses: [] };
  const text = spdx({ operator, packages, tool: { name: 'kbts', version: '1' }, created: new Date(0) });

  const ids = (JSON.parse(text) as { packages: { SPDXID: string }[] }).packages.map(({ SPDXID }) => SPDXID);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^SPDXRef-[A-Za-z0-9.-]+$/);
});
