/** Changed copies of real CRDs, judged by the API server's own validation in Go: the same findings, field and reason. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { definitionFindings } from '../../../src/kubernetes/crd/definition-rules.js';
import {
  newDefinitionFindings,
  storageVersions,
  withDefinitionDefaults,
} from '../../../src/kubernetes/crd/new-definition.js';
import type { Finding } from '../../../src/kubernetes/finding.js';
import type { JsonObject } from '../../../src/kubernetes/json/json-value.js';
import { corpusFolder } from '../../conformance/corpus/corpus-crd.js';
import { buildControlPlane } from '../../control-plane/build.mjs';
import { seedOf } from '../../lanes/seed.js';
import { type RandomDefinition, randomDefinitions } from './random-definitions.js';

const SIZE_LIMIT = 100_000;
const count = Number(process.env['KBTS_CRDS'] ?? 1000);
let judge: string;

beforeAll(async () => {
  judge = path.join(await buildControlPlane(['crd-judge']), 'crd-judge');
}, 300_000);

test('changed CRDs get the findings of the API server, on create and on update', { timeout: 600_000 }, () => {
  const seed = seedOf();
  const definitions = randomDefinitions(seed, count, bases());
  const input = definitions.map((definition) => `${JSON.stringify(definition)}\n`).join('');
  const { stdout } = spawnSync(judge, { input, encoding: 'utf8', maxBuffer: 2 ** 32 });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Finding[] | { error: string });

  expect(answers).toHaveLength(count);
  const judged = definitions.flatMap((definition, index) => {
    const theirs = answers[index];
    return Array.isArray(theirs) ? [{ definition, index, theirs }] : [];
  });
  const different = judged.flatMap(({ definition, index, theirs }) => {
    const [left, right] = [summary(findingsOf(definition)), summary(theirs)];
    return left === right ? [] : [{ index, ours: left, theirs: right }];
  });

  expect(different.slice(0, 5), `KBTS_SEED=${seed}: ${different.length} of ${judged.length}`).toEqual([]);
  expect(judged.length).toBeGreaterThan(count * 0.9);
  expect(judged.filter(({ theirs }) => theirs.length > 0).length).toBeGreaterThan(count * 0.5);
});

function findingsOf({ crd, old }: RandomDefinition): Finding[] {
  if (!old) return newDefinitionFindings(crd);
  const before = withStatus(withDefinitionDefaults(old as JsonObject));
  const { status } = before as unknown as { status: { storedVersions: string[] } };
  const after = withDefinitionDefaults(crd as JsonObject);
  const added = storageVersions(after).filter((version) => !status.storedVersions.includes(version));
  const storedVersions = [...status.storedVersions, ...added];
  return definitionFindings({ ...after, status: { ...status, storedVersions } }, before);
}

/** As the registry fills it in. */
function withStatus(crd: JsonObject): JsonObject {
  const status = (crd['status'] ?? {}) as { storedVersions?: string[] };
  const stored = status.storedVersions ?? [];
  return { ...crd, status: { ...status, storedVersions: stored.length > 0 ? stored : storageVersions(crd) } };
}

/** Which of several equally dear rules Go names is chance; metadata that all kinds share is checked elsewhere. */
function summary(findings: readonly Finding[]): string {
  return findings
    .filter(({ field, message }) => !/^metadata\.(name|annotations)$/.test(field) || message.includes('plural+'))
    .map(({ field, reason, message }) => (message.includes('contributed to') ? `dear ${reason}` : `${field} ${reason}`))
    .sort()
    .join('\n');
}

/** CRDs of the conformance suite, and of the corpus when it is beside the repository. */
function bases(): unknown[] {
  const own = path.resolve(import.meta.dirname, '../../conformance');
  const folders = [path.join(own, 'cases'), path.join(own, 'examples'), corpusFolder()];
  const files = folders
    .filter((folder) => folder !== undefined)
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
    );
  return (
    files
      .filter((file) => /\.ya?ml$/.test(file))
      .toSorted()
      .map((file) => readFileSync(file, 'utf8'))
      .filter((text) => text.length <= SIZE_LIMIT && text.includes('CustomResourceDefinition'))
      // JSON.stringify would round them on the way to the judge.
      .filter((text) => !/\d{16}/.test(text))
      .flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as { kind?: string } | null))
      .filter((object) => object?.kind === 'CustomResourceDefinition')
  );
}
