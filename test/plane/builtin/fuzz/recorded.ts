/** Verdicts of a real kube-apiserver, kept in a file so that Node alone can test against them. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { startEmbeddedApiServer } from '../../../../src/plane/embedded-api-server.js';
import { ApiClient } from '../../differential/api-client.js';
import { isYes, judge, NAMESPACE, subjects } from './compare.js';
import { mutate } from './mutate.js';
import { seeded } from './random.js';

/** One mutant and the fields that the real server refused it for; none when it was accepted. */
interface RecordedCase {
  /** `Kind` and the place of the sample in the list of samples. */
  readonly kind: string;
  readonly sample: number;
  /** The mutant is made again from this. */
  readonly seed: number;
  /** Of the mutant, so that a changed generator is noticed. */
  readonly hash: string;
  readonly code: number;
  readonly causes: readonly string[];
}

const FILE = 'test/plane/builtin/fuzz/recorded.jsonl';
const PER_SAMPLE = 40;

const hashOf = (object: unknown): string => createHash('sha1').update(JSON.stringify(object)).digest('hex').slice(0, 8);

/** Mutants of every sample: each new set of causes once, and a few that were accepted. */
export async function record(real: ApiClient, own: ApiClient, firstSeed: number): Promise<void> {
  const cases: RecordedCase[] = [];
  let seed = firstSeed;
  for (const [sample, { sample: valid, path, schema }] of subjects([]).entries()) {
    const seen = new Set<string>();
    for (let tries = 0; tries < 400 && seen.size < PER_SAMPLE; tries++, seed++) {
      const { object } = mutate(valid as never, schema, seeded(seed));
      const [left, right] = await Promise.all([judge(real, path, object), judge(own, path, object)]);
      const key = isYes(left) ? `accepted ${tries % 6}` : left.causes.join();
      const isSame = isYes(left)
        ? isYes(right)
        : left.code === right.code && left.causes.join() === right.causes.join();
      if (!isSame || seen.has(key)) continue;
      seen.add(key);
      const code = isYes(left) ? 200 : left.code;
      cases.push({ kind: valid.kind, sample, seed, hash: hashOf(object), code, causes: left.causes });
    }
  }
  writeFileSync(
    FILE,
    cases
      .map(
        (entry) => `${JSON.stringify(entry)}
`,
      )
      .join(''),
  );
}

/** What is said differently here than by the real server, for the cases of some kinds. */
export async function differencesFromRecord(kinds: readonly string[]): Promise<{ count: number; wrong: string[] }> {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  const all = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RecordedCase);
  const cases = all.filter(({ kind }) => kinds.includes(kind));
  const places = subjects([]);
  const server = await startEmbeddedApiServer({});
  const client = new ApiClient(server.server, server.adminToken);
  const wrong: string[] = [];
  try {
    await client.call({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: NAMESPACE } } });
    for (const { sample, seed, hash, code, causes } of cases) {
      const place = places[sample];
      if (place === undefined) throw new Error(`sample ${sample} is gone: record the verdicts again`);
      const { object } = mutate(place.sample as never, place.schema, seeded(seed));
      if (hashOf(object) !== hash) throw new Error('samples or mutations have changed: record the verdicts again');
      const own = await judge(client, place.path, object);
      if ((isYes(own) ? 200 : own.code) === code && own.causes.join() === causes.join()) continue;
      const text = JSON.stringify(object);
      wrong.push(`${text}\n  real ${code} ${causes.join()}\n  here ${own.code} ${own.causes.join()}`);
    }
  } finally {
    client.close();
    await server.stop();
  }
  return { count: cases.length, wrong };
}
