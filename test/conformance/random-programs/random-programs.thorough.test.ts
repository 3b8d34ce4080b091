/** What we accept, the real kube-apiserver accepts: random types with random markers on them. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { createTransport } from '../../../src/runtime/client/connection/http-transport.js';
import type { Transport } from '../../../src/runtime/client/connection/transport.js';
import { type ControlPlane, startControlPlane } from '../../../src/testing/index.js';
import { randomProgram } from '../../reader/random-program.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { seedOf } from '../../lanes/seed.js';

const RUNS = Number(process.env['KBTS_FUZZ_SERVER'] ?? 1500);
/** One that found something; CI must not depend on luck. Look for more with another. */
const SEED = seedOf('KBTS_FUZZ_SEED', 477425672);
const V = '+kubebuilder:validation:';
const marker = fc.constantFrom(
  'MaxLength=3',
  'MinLength=1',
  'Pattern=`^a`',
  'Maximum=3',
  'Minimum=1',
  'MultipleOf=2',
  'MaxItems=3',
  'MinItems=1',

  'MaxProperties=3',
  'MinProperties=1',
  'Enum=a;b',
  'Enum=1;2',
  'Format=date',
  'Type=string',
  'Schemaless',
  'XIntOrString',
  'XEmbeddedResource',
  'XPreserveUnknownFields',
  'UniqueItems=false',
  'XValidation:rule="self == oldSelf"',
  'XValidation:rule="true"',
  'XValidation:rule="has(self.x)"',
  'items:MaxLength=2',
  'items:Minimum=1',
  'values:MaxLength=2',
  'keys:MaxLength=3',
  'keys:Pattern=`^a`',
);
const other = fc.constantFrom(
  '+nullable',
  '+kubebuilder:default=1',
  '+kubebuilder:default=a',
  '+kubebuilder:default={}',
  '+default=null',
  '+kubebuilder:default={x:1}',
  '+kubebuilder:default={a}',
  '+kubebuilder:default=true',
  '+kubebuilder:example=1',
  '+listType=set',
  '+listType=atomic',
  '+listType=map',
  '+listMapKey=x',
  '+mapType=atomic',
  '+structType=atomic',
  '+k8s:immutable',
  '+k8s:required',
  '+optional',
  '+kubebuilder:pruning:PreserveUnknownFields',
);
const markers = fc.array(
  fc.oneof(
    marker.map((text) => V + text),
    other,
  ),
  { maxLength: 3 },
);

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

test(`of ${RUNS} random programs, the server refuses none that we accept`, { timeout: 600_000 }, async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(randomProgram, markers, async (program, lines) => {
      const source = program.replace('{ field:', `{\n${lines.map((line) => `// ${line}\n`).join('')}field:`);
      const overlay = new Map([['src/v1/types.ts', source]]);
      const { files } = await planManifests({ root: '/nowhere', overlay, generators: ['crd'] });
      const [file] = files;
      if (file === undefined) return;
      accepted++;

      const response = await transport.request({
        method: 'POST',
        path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All',
        headers: { 'content-type': 'application/yaml' },
        body: file.text.slice(file.text.indexOf('---')),
      });

      expect(response.status, `${await response.text()}\n${source}`).toBe(201);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(accepted).toBeGreaterThan(RUNS / 50);
});
