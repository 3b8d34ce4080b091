/**
 * What we refuse, the real kube-apiserver refuses as well, where it sees it: every fixture of an error about finished
 * objects is sent there although it has errors. Checks that are ours alone are listed, with what would happen.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emit } from '../../src/emitter/emit.js';
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../src/model/diagnostic-codes.js';
import { createTransport } from '../../src/runtime/client/connection/http-transport.js';
import type { Transport } from '../../src/runtime/client/connection/transport.js';
import { type ControlPlane, startControlPlane } from '../../src/testing/index.js';
import { diagnose, FIXTURES } from '../commands/manifests/diagnostic-fixtures.js';
import { ensureBinaries } from '../testing/real-binaries.js';

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

/** Errors about sources: no object comes of them, or one that lacks what could not be read. */
const ABOUT_SOURCES =
  /^(?:syntax|marker-|tag-|type-|module-|enum-computed|schema-conflict|group-missing|rights-|webhook-(?:invalid|configuration))/;

/** Errors that the API server does not make, because it would go wrong later or unseen. */
const OURS_ALONE: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  'enum-invalid': 'the value could never be used',
  'bounds-contradict': 'no value at all could be used',
  'served-missing': 'the kind could not be reached',
  'path-unknown': 'the scale subresource would not work',
};

const judged = (Object.keys(DIAGNOSTIC_CODES) as DiagnosticCode[]).filter((code) => !ABOUT_SOURCES.test(code));

test.each(judged)('%s', async (code) => {
  const { model, diagnostics } = await diagnose(FIXTURES[code]);
  const isError = diagnostics.some((diagnostic) => diagnostic.code === code && diagnostic.severity === 'error');
  const files = emit(model, {
    generators: ['crd', 'rbac', 'webhook'],
    crdFolder: '',
    rbacFolder: '',
    webhookFolder: '',
    roleName: 'manager-role',
    header: '',
  });
  const objects = files.flatMap((file) => file.objects) as { kind: string }[];

  const answers = await Promise.all(objects.map(create));

  const isRefused = answers.some(({ status }) => status === 422);
  const said = answers.map(({ body }) => body.slice(0, 500)).join('\n');
  expect(isRefused, said).toBe(isError && OURS_ALONE[code] === undefined);
  if (!isRefused) expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
});

async function create(object: { kind: string }): Promise<{ status: number; body: string }> {
  const response = await transport.request({
    method: 'POST',
    path: `${collection(object.kind)}?dryRun=All`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(object),
  });
  return { status: response.status, body: await response.text() };
}

function collection(kind: string): string {
  switch (kind) {
    case 'CustomResourceDefinition':
      return '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    case 'ClusterRole':
      return '/apis/rbac.authorization.k8s.io/v1/clusterroles';
    default:
      return `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}s`;
  }
}
