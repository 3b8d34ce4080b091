import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startDevPlane } from '../../../../src/commands/cluster/dev/dev-plane.js';
import { loadProject } from '../../../../src/commands/load-project.js';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { loadClusterConfig } from '../../../../src/runtime/client/config/kube-config.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import { addValidator, scaffoldProject } from '../project-fixture.js';
import { ValidatingWebhookConfiguration } from '../../../../src/k8s/admissionregistration/v1/index.js';
import { widgetCrd } from '../../widget-crd.js';

const Guestbooks = defineKind({
  group: 'webapp.my.domain',
  version: 'v1',
  kind: 'Guestbook',
  plural: 'guestbooks',
  scope: 'Namespaced',
});

test('has the CRDs and webhooks of the project, a kubeconfig for kubectl and one for the operator, and leaves nothing behind', async () => {
  await using scaffolded = await scaffoldProject();
  await addValidator(scaffolded.root);
  await mkdir(path.join(scaffolded.root, 'config/crd/external'));
  await writeFile(path.join(scaffolded.root, 'config/crd/external/acme.io_widgets.yaml'), widgetCrd);
  const { project } = await loadProject(scaffolded.root);

  const started = await startDevPlane(scaffolded.root, project, 'embedded');

  const { client, webhooks, config } = started.plane;
  const [hook] = (await client.list(ValidatingWebhookConfiguration)).items;
  for (const name of ['guestbooks.webapp.my.domain', 'widgets.acme.io'])
    expect(await client.find(CustomResourceDefinition, { name })).toBeDefined();
  expect(hook?.webhooks?.[0]?.clientConfig.url).toContain(`:${webhooks?.port}/`);
  expect(await loadClusterConfig({ kubeconfig: started.kubeconfig })).toMatchObject({ server: config.server });
  const operator = createClient({ config: await loadClusterConfig({ kubeconfig: started.operatorKubeconfig }) });
  await expect(operator.list(Guestbooks)).resolves.toBeDefined();
  await expect(operator.list(ValidatingWebhookConfiguration)).rejects.toMatchObject({ code: 403 });
  await started.refresh(project);
  await started[Symbol.asyncDispose]();
  expect([started.kubeconfig, started.operatorKubeconfig ?? ''].filter((file) => existsSync(file))).toEqual([]);
});

test('a conversion webhook is called here, too', async () => {
  await using scaffolded = await scaffoldProject();
  const { project } = await loadProject(scaffolded.root);
  const resources = project.resources.map((one) => ({
    ...one,
    webhooks: { webhookVersion: 'v1' as const, conversion: true },
  }));

  await using started = await startDevPlane(scaffolded.root, { ...project, resources }, 'embedded');

  const { spec } = await started.plane.client.get(CustomResourceDefinition, { name: 'guestbooks.webapp.my.domain' });
  expect(spec.conversion?.webhook?.clientConfig?.url).toBe(`https://127.0.0.1:${started.plane.webhooks?.port}/convert`);
});
