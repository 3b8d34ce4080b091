/** Every resource and subresource that the real API server has may be in an RBAC marker without a warning; other names may not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceProblems } from '../../src/checks/check-resources.js';
import { createTransport } from '../../src/runtime/client/connection/http-transport.js';
import type { Transport } from '../../src/runtime/client/connection/transport.js';
import { type ControlPlane, startControlPlane } from '../../src/testing/index.js';
import { ensureBinaries } from '../testing/real-binaries.js';

interface Discovered {
  readonly name: string;
  readonly singularName: string;
  readonly kind: string;
  readonly shortNames?: readonly string[];
}

let plane: ControlPlane;
let transport: Transport;

beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({ kind: 'envtest' });
  transport = createTransport(plane.config);
}, 180_000);

afterAll(async () => {
  await transport[Symbol.asyncDispose]();
  await plane.stop();
});

async function get<T>(path: string): Promise<T> {
  const response = await transport.request({ method: 'GET', path, headers: { accept: 'application/json' } });
  return JSON.parse(await response.text()) as T;
}

test('resources and subresources that the server has are known, singulars, kinds and short names are reported', async () => {
  const { groups } = await get<{ groups: { name: string; versions: { groupVersion: string }[] }[] }>('/apis');
  const found = [
    { group: '', path: '/api/v1' },
    ...groups.flatMap(({ name, versions }) =>
      versions.map(({ groupVersion }) => ({ group: name, path: `/apis/${groupVersion}` })),
    ),
  ];
  let count = 0;
  for (const { group, path } of found) {
    const { resources } = await get<{ resources: Discovered[] }>(path);
    count += resources.length;
    const isKnown = (name: string): boolean => resourceProblems({ groups: [group], resources: [name] }).length === 0;
    const names = new Set(resources.map(({ name }) => name));
    const whole = resources.filter(({ name }) => !name.includes('/'));
    const others = whole.flatMap(({ singularName, kind, shortNames = [] }) => [singularName, kind, ...shortNames]);

    expect([...names].filter((name) => !isKnown(name))).toEqual([]);
    expect(others.filter((name) => name !== '' && !names.has(name) && isKnown(name))).toEqual([]);
  }
  console.log(`${count} resources and subresources in ${found.length} group versions`);
  expect(count).toBeGreaterThan(100);
});
