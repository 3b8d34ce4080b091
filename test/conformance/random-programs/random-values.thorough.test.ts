/** What a type accepts, its schema accepts: random values, judged by TypeScript and by the real kube-apiserver. */
import type { ts as Compiler } from 'ts-morph';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { createTransport } from '../../../src/runtime/client/connection/http-transport.js';
import type { Transport } from '../../../src/runtime/client/connection/transport.js';
import { type ControlPlane, startControlPlane } from '../../../src/testing/index.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { expectedOf } from './expected.js';
import { type Field, makeProgram, Random, type TypeProgram } from './generate.js';
import { judge, type Judged, ts } from './judge.js';
import { isRefused } from './observed.js';
import { isOddNumber, randomTemplate } from './texts.js';
import { isJudged, randomUnion, randomValue } from './values.js';
import { untilAnswer } from '../../until-known.js';
import { seedOf } from '../../lanes/seed.js';

/** CI must not depend on luck. Look for more with another. */
const SEED = seedOf('KBTS_VALUE_SEED', 20_261_118);
const FIELDS = Number(process.env['KBTS_VALUE_FIELDS'] ?? 120);
const VALUES = 8;
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

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

/**
 * A type as JSON and the server see it. These are the differences, each with its reason:
 * - a member of an enum is its text, because JSON has no enums;
 * - a property that may be undefined may be left out, because JSON has no undefined;
 * - a property that may be left out, and an entry of a map, may be null, because the server takes null for "left out" there;
 * - an object type without required properties takes objects only, because `{}` is any value to TypeScript, and a list is an object.
 * Values keep away from two more: numbers are whole, because `number` without a flavour is an integer, and stay above
 * the bounds that markers give, because TypeScript does not know them.
 */
const AS_JSON = `
type NoList = object & { [Symbol.iterator]?: never };
type AsJson<T> = T extends Phase ? \`\${T}\` : T extends string | number | boolean | null | undefined ? T
  : T extends readonly (infer U)[] ? AsJson<U>[]
  : string extends keyof T ? NoList & { [K in keyof T]: AsJson<T[K]> | null }
  : NoList & { [K in keyof T as undefined extends T[K] ? never : K]: AsJson<T[K]> } & { [K in keyof T as undefined extends T[K] ? K : never]?: AsJson<T[K]> | null };
`;

interface Case {
  readonly field: string;
  readonly type: string;
  readonly value: unknown;
}

interface ValueField extends Field {
  /** Values that were made with the type. */
  readonly texts?: readonly string[];
}

/** Unions whose branches differ in presence or in the kind of a value, and templates, beside the fields of a program. */
function withUnions({ text, fields }: TypeProgram, random: Random): { text: string; fields: ValueField[] } {
  const unions = Array.from({ length: 24 }, () => randomUnion(random));
  const templates = Array.from({ length: 20 }, () => randomTemplate(random, VALUES));
  const added: ValueField[] = [
    ...unions.map((type, index) => ({ name: `union${index}`, type })),
    ...templates.map(({ type, texts }, index) => ({
      name: `text${index}`,
      type,
      texts: texts.filter((value) => !isOddNumber(type, value)),
    })),
  ];
  const last = fields.at(-1);
  const line = `  ${last?.name}: ${last?.type};`;
  const lines = added.map(({ name, type }) => `  ${name}: ${type};`);
  return { text: text.replace(line, () => [line, ...lines].join('\n')), fields: [...fields, ...added] };
}

async function planText(text: string): ReturnType<typeof planManifests> {
  return planManifests({ root: '/nowhere', overlay: new Map([['src/v1/types.ts', text]]), generators: ['crd'] });
}

/** A program without the fields that have no schema, each of the others optional, and values for them. */
async function makeCases(): Promise<{ text: string; cases: Case[] }> {
  const random = new Random(SEED);
  const program = withUnions(makeProgram(SEED, FIELDS), random);
  const judged = judge(program.text);
  const { model } = await planText(program.text);
  const properties = model.kinds[0]?.schema.properties?.['spec']?.properties ?? {};
  const lines = program.text.split('\n');
  const cases: Case[] = [];
  let { text } = program;
  for (const { name, type, texts } of program.fields) {
    const line = `  ${name}: ${type};`;
    const symbol = judged.fields.get(name);
    const schema = properties[name];
    const found = symbol && judged.checker.getTypeOfSymbolAtLocation(symbol, judged.node);
    const isOpen =
      found === undefined ||
      (judged.checker.getNonNullableType(found).flags & (ts.TypeFlags.Never | ts.TypeFlags.Any)) !== 0;
    if (isOpen || judged.errors.has(lines.indexOf(line) + 1) || schema === undefined || isRefused(schema)) {
      text = text.replace(`${line}\n`, '');
      continue;
    }
    text = text.replace(line, () => `  ${name}?: ${type};`);
    for (const value of texts ?? []) cases.push({ field: name, type, value });
    if (texts !== undefined) continue;
    const expected = expectedOf(judged, [found]);
    const values = Array.from({ length: VALUES }, () => randomValue(random, expected));
    // Null is "left out" to the server, also for a property of another branch.
    const isBranched = hasBranches(judged, found);
    const isFlat = name.startsWith('union');
    const given = values.filter((value) =>
      isFlat ? isJudged(type, value) : !isBranched || !JSON.stringify(value).includes('null'),
    );
    cases.push(...given.map((value) => ({ field: name, type, value })));
  }
  return { text, cases };
}

/** Whether there is a choice between objects, here or below. */
function hasBranches({ checker, node }: Pick<Judged, 'checker' | 'node'>, type: Compiler.Type, depth = 0): boolean {
  if (depth > 6) return false;
  const below = (other: Compiler.Type): boolean => hasBranches({ checker, node }, other, depth + 1);
  const isObject = ({ flags }: Compiler.Type): boolean =>
    (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (type.isUnion()) return type.types.filter(isObject).length > 1 || type.types.some(below);
  if (!isObject(type)) return false;
  const items = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (items !== undefined) return below(items);
  return checker.getPropertiesOfType(type).some((member) => below(checker.getTypeOfSymbolAtLocation(member, node)));
}

/** What the server says about an object with one field; `undefined` when it takes it. */
async function refusal({ field, value }: Case): Promise<string | undefined> {
  const response = await transport.request({
    method: 'POST',
    path: '/apis/random.kbts.dev/v1/namespaces/default/rows?dryRun=All&fieldValidation=Strict',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: 'random.kbts.dev/v1',
      kind: 'Row',
      metadata: { name: 'row' },
      spec: { [field]: value },
    }),
  });
  const body = await response.text();
  if (response.status === 201) return undefined;
  if (![400, 422].includes(response.status)) throw new Error(`${response.status}: ${body}`);
  return body;
}

test(`seed ${SEED}: TypeScript and the API server accept the same values`, { timeout: 300_000 }, async () => {
  const { text, cases } = await makeCases();
  const program = text + AS_JSON;
  const start = program.split('\n').length;
  const literals = cases.map(({ field, value }) => `({ ${field}: ${JSON.stringify(value)} }) satisfies AsJson<Spec>;`);
  const judged = judge(program, literals.join('\n'));
  const { files, diagnostics } = await planText(text);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const crd = files[0]?.text ?? '';
  const created = await transport.request({
    method: 'POST',
    path: CRDS,
    headers: { 'content-type': 'application/yaml' },
    body: crd.slice(crd.indexOf('---')),
  });
  expect(created.status, await created.text()).toBe(201);
  await untilAnswer(
    () => refusal({ field: 'none', type: '', value: 1 }),
    (refused) => expect(refused).toContain('unknown field'),
  );

  const differences: string[] = [];
  let accepted = 0;
  for (const [index, given] of cases.entries()) {
    const wrong = judged.errors.get(start + index);
    const refused = await refusal(given);
    if (wrong === undefined) accepted++;
    if ((wrong === undefined) === (refused === undefined)) continue;
    differences.push(
      `${given.field}: ${given.type} = ${JSON.stringify(given.value)}\n  TypeScript: ${wrong ?? 'accepted'}\n  server: ${refused?.slice(0, 300) ?? 'accepted'}`,
    );
  }

  console.log(`seed ${SEED}: ${cases.length} values, ${accepted} accepted, ${cases.length - accepted} refused by both`);
  expect(differences.slice(0, 30)).toEqual([]);
  expect(accepted).toBeGreaterThan(cases.length / 3);
  expect(accepted).toBeLessThan(cases.length * 0.95);
});
