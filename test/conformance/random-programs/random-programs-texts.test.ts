/** A text fits the pattern of a template literal type when TypeScript takes it for that type. */
import { expect, test } from 'vitest';
import { planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import type { JsonSchema } from '../../../src/model/schema.js';
import { Random } from './generate.js';
import { judge } from './judge.js';
import { isOddNumber, randomTemplate, type TemplateCase } from './texts.js';
import { seedOf } from '../../lanes/seed.js';

const SEED = seedOf('KBTS_TEXT_SEED', 20_261_119);
const TEMPLATES = Number(process.env['KBTS_TEXT_TEMPLATES'] ?? 300);
const TEXTS = 12;

function programOf(cases: readonly TemplateCase[]): string {
  const fields = cases.map(({ type }, index) => `  f${index}: ${type};`);
  return `// +groupName=random.kbts.dev\nimport type { CustomResource } from 'kbts/runtime';\nexport interface Row extends CustomResource<Spec> {}\nexport interface Spec {\n${fields.join('\n')}\n}\n`;
}

async function schemasOf(text: string): Promise<Readonly<Record<string, JsonSchema>>> {
  const overlay = new Map([['src/v1/types.ts', text]]);
  const { model } = await planManifests({ root: '/nowhere', overlay, generators: ['crd'] });
  return model.kinds[0]?.schema.properties?.['spec']?.properties ?? {};
}

function accepts(schema: JsonSchema, text: string): boolean {
  return schema.enum === undefined ? new RegExp(schema.pattern ?? '', 'u').test(text) : schema.enum.includes(text);
}

test(`seed ${SEED}: patterns take the texts that TypeScript takes`, { timeout: 120_000 }, async () => {
  const random = new Random(SEED);
  const cases = Array.from({ length: TEMPLATES }, () => randomTemplate(random, TEXTS));
  const program = programOf(cases);
  const schemas = await schemasOf(program);
  const tried = cases.flatMap(({ type, texts }, index) =>
    texts.filter((text) => !isOddNumber(type, text)).map((text) => ({ type, field: `f${index}`, text })),
  );
  const lines = tried.map(({ field, text }) => `${JSON.stringify(text)} satisfies Spec['${field}'];`);
  const start = program.split('\n').length;
  const { errors } = judge(program, lines.join('\n'));

  const differences: string[] = [];
  const count = { accepted: 0, refused: 0, without: 0 };
  for (const [index, { type, field, text }] of tried.entries()) {
    const schema = schemas[field] ?? {};
    if (schema.type !== 'string') {
      count.without++;
      continue;
    }
    const isTaken = !errors.has(start + index);
    count[isTaken ? 'accepted' : 'refused']++;
    if (accepts(schema, text) !== isTaken)
      differences.push(
        `${type} = ${JSON.stringify(text)}: TypeScript ${isTaken ? 'takes' : 'refuses'} it, ${schema.pattern ?? 'the enum'} does not`,
      );
  }

  console.log(
    `seed ${SEED}: ${TEMPLATES} templates, ${count.accepted} texts accepted, ${count.refused} refused, ${count.without} of templates without a schema`,
  );
  expect(differences.slice(0, 20)).toEqual([]);
  expect(count.accepted).toBeGreaterThan(tried.length / 5);
  expect(count.refused).toBeGreaterThan(tried.length / 10);
  expect(count.without).toBeLessThan(tried.length / 4);
});
