/** Random roles, webhook configurations and policies, judged by the API server's own validation in Go: the same findings. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findings } from '../../../src/kubernetes/field.js';
import type { Finding } from '../../../src/kubernetes/finding.js';
import type { JsonValue } from '../../../src/kubernetes/json/json-value.js';
import { kinds } from '../../../src/plane/builtin/access/kinds.js';
import { withKindDefaults } from '../../../src/plane/builtin/defaults/kinds.js';
import type { ApiObject } from '../../../src/plane/storage/api-object.js';
import { buildControlPlane } from '../../control-plane/build.mjs';
import { seedOf } from '../../lanes/seed.js';
import { randomObjects, type RandomObject } from './random-objects.js';

const count = Number(process.env['KBTS_OBJECTS'] ?? 1000);
let judge: string;

beforeAll(async () => {
  judge = path.join(await buildControlPlane(['access-judge']), 'access-judge');
}, 600_000);

test('random roles, webhooks and policies get the findings of the API server', { timeout: 600_000 }, () => {
  const seed = seedOf();
  const objects = randomObjects(seed, count);
  const input = objects.map((object) => `${JSON.stringify(object)}\n`).join('');
  const { stdout } = spawnSync(judge, { input, encoding: 'utf8', maxBuffer: 2 ** 32 });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Finding[] | { error: string });

  expect(answers).toHaveLength(count);
  expect(answers.filter((answer) => !Array.isArray(answer))).toEqual([]);
  const different = objects.flatMap((object, index) => {
    const [ours, theirs] = [summary(findingsOf(object)), summary(answers[index] as Finding[])];
    return ours === theirs ? [] : [{ object, ours, theirs }];
  });

  expect(different.slice(0, 5), `KBTS_SEED=${seed}: ${different.length} of ${count}`).toEqual([]);
  const wrong = answers.filter((answer) => Array.isArray(answer) && answer.length > 0).length;
  expect(wrong).toBeGreaterThan(count * 0.3);
  expect(count - wrong).toBeGreaterThan(count * 0.1);
});

function findingsOf({ object, old }: RandomObject): Finding[] {
  const group = String(object['apiVersion']).split('/')[0] ?? '';
  const filled = (value: unknown): JsonValue => withKindDefaults(value as ApiObject, group);
  const { spec: rule } = kinds[`${group}/${String(object['kind'])}`] ?? {};
  if (rule === undefined) throw new Error(`no rules for ${String(object['kind'])}`);
  return findings(filled(object), '', (after) => {
    rule(after, old === undefined ? undefined : after.with(filled(old)), { isDryRun: false });
  });
}

/** Field, reason and words, except the details of parsers; metadata that all kinds share is checked elsewhere. */
function summary(found: readonly Finding[]): string {
  return found
    .filter(({ field }) => !field.startsWith('metadata.'))
    .map(
      ({ field, reason, message }) =>
        `${field} ${reason} ${message.replace(/(Syntax error|invalid URL escape).*/su, '$1')}`,
    )
    .sort()
    .join('\n');
}
