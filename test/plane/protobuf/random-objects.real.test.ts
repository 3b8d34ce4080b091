/** Random objects of every built-in kind, written by Go's own serializers as protobuf and as JSON: both must mean the same. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { protobufToJson } from '../../../src/plane/protobuf/read-body.js';
import { seedOf } from '../../lanes/seed.js';

const SEED = seedOf('KBTS_SEED', 37);
const PER_KIND = 6;

test(`${PER_KIND} random objects of every kind come through, seed ${SEED}`, async () => {
  const { stdout } = await promisify(execFile)('go', ['run', './protobuf', 'objects', String(SEED), String(PER_KIND)], {
    cwd: path.join(import.meta.dirname, '../../control-plane/kubernetes'),
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly' },
    maxBuffer: 1 << 28,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');

  const different = lines.flatMap((line) => {
    const { kind, json, protobuf } = JSON.parse(line) as { kind: string; json: unknown; protobuf: string };
    const [ours, theirs] = [protobufToJson(Buffer.from(protobuf, 'base64')), json].map(withoutNulls);
    const place = firstDifference(ours, theirs, kind);
    return place === undefined ? [] : [place];
  });

  expect(lines.length).toBeGreaterThan(2000);
  expect(different).toEqual([]);
}, 600_000);

/** Go writes null for times that are not set; everything that reads JSON takes that for absent. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([key, member]) => [key, withoutNulls(member)]),
  );
}

function firstDifference(left: unknown, right: unknown, at: string): string | undefined {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return Object.is(left, right) ? undefined : `${at}: ${JSON.stringify(left)} instead of ${JSON.stringify(right)}`;
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const place = firstDifference(
      (left as Record<string, unknown>)[key],
      (right as Record<string, unknown>)[key],
      `${at}.${key}`,
    );
    if (place !== undefined) return place;
  }
  return undefined;
}
