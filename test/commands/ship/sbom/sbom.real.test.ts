/** Bills of materials, judged by the schema of CycloneDX and by the tools of the SPDX project. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { planSbom, type SbomFormat } from '../../../../src/commands/ship/sbom/sbom.js';
import { cycloneDxSchemas } from '../../../control-plane/cyclonedx.mjs';
import { temporaryFolder } from '../../../project-folder.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { program } from '../operator-sdk.js';
import { makeProjectWithPackages } from './project-with-packages.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let bills: Readonly<Record<SbomFormat, string>>;
beforeAll(async () => {
  await ensureBinaries(['spdx-judge']);
  folder = await temporaryFolder('shop');
  await makeProjectWithPackages(folder.root);
  bills = { cyclonedx: await bill('cyclonedx'), spdx: await bill('spdx') };
});
afterAll(async () => folder?.clean());

async function bill(format: SbomFormat): Promise<string> {
  const { changes } = await planSbom({ root: folder.root, env: {} }, format);
  const [change] = changes;
  return String(change !== undefined && 'text' in change ? change.text : '');
}

/** What is wrong with a document by the schema of CycloneDX 1.6. */
async function schemaErrors(document: unknown): Promise<string[]> {
  const [bom, ...others] = await cycloneDxSchemas();
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  for (const { address, schema } of others) ajv.addSchema(schema, address);
  const validate = ajv.compile(bom?.schema ?? false);
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

interface Bom {
  readonly components: readonly Readonly<Record<string, unknown>>[];
}

test('CycloneDX 1.6', async () => {
  const document = JSON.parse(bills.cyclonedx) as Bom;

  expect(document.components.length).toBeGreaterThan(10);
  expect(await schemaErrors(document)).toEqual([]);
});

test('the schema refuses what is wrong', async () => {
  const document = JSON.parse(bills.cyclonedx) as Bom;
  const components = document.components.map((one) => ({ ...one, licenses: [{ license: { id: 'Nonsense' } }] }));

  expect(await schemaErrors({ ...document, components })).not.toEqual([]);
  expect(await schemaErrors({ ...document, serialNumber: '1' })).not.toEqual([]);
});

/** What the tools of the SPDX project read. */
async function spdxTools(document: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(program('spdx-judge'), { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(document);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = await text(child.stdout);
  return { code: await ended, output };
}

test('SPDX 2.3', async () => {
  const { code, output } = await spdxTools(bills.spdx);
  const bom = JSON.parse(bills.cyclonedx) as Bom;

  expect(code).toBe(0);
  const read = JSON.parse(output) as { packages: Record<string, string[]>; described: number };
  expect(read.described).toBe(1);
  expect(Object.keys(read.packages)).toHaveLength(bom.components.length + 1);
  expect(read.packages['ajv']).toEqual([
    expect.stringMatching(/^\d/),
    'MIT',
    expect.stringMatching(/^SHA512:[0-9a-f]{128}$/),
    expect.stringMatching(/^pkg:npm\/ajv@/),
  ]);
});

test('the tools refuse what is wrong', async () => {
  const document = bills.spdx.replace(
    /"relatedSpdxElement": "SPDXRef-Package-ajv[^"]*"/,
    '"relatedSpdxElement": "SPDXRef-none"',
  );

  expect((await spdxTools(document)).code).toBe(1);
});
