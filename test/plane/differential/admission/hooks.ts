/** Webhook configurations for one run, and waiting until a server calls them. */
import { post, remove, type Call, type Run } from '../scenario.js';
import type { WebhookHost } from '../webhook-host.js';

const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1';

/** A rule of a webhook. */
export const ruleFor = (apiGroup: string, resources: string[], operations = ['*']): object => ({
  apiGroups: [apiGroup],
  apiVersions: ['*'],
  resources,
  operations,
});

/** One webhook that is called for the namespace of a run. */
export function webhook({ id, namespace }: Run, host: WebhookHost, path: string, more: object): object {
  return {
    name: `${(path.split('/')[0] ?? '').toLowerCase()}.${id}.kbts.dev`,
    clientConfig: { url: `${host.url}/${path}`, caBundle: host.caBundle },
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 20,
    ...more,
  };
}

/** Runs something while webhooks are configured; `probe` is sent until `isKnown` accepts its code. */
export async function whileHooked(
  run: Run,
  kind: 'mutating' | 'validating',
  webhooks: object[],
  act: () => Promise<void>,
): Promise<void> {
  const name = `${kind}-${run.id}`;
  const path = `${CONFIGURATIONS}/${kind}webhookconfigurations`;
  // A ConfigMap named "ready" is refused as soon as the server knows the configuration.
  const maps = `/api/v1/namespaces/${run.namespace}/configmaps`;
  const probe: Call = post(`${maps}?dryRun=All`, { metadata: { generateName: 'ready-', labels: { probe: run.id } } });
  const ready = {
    ...(webhooks[0] as object),
    name: `ready.${run.id}.kbts.dev`,
    clientConfig: { url: 'https://127.0.0.1:1/none' },
    objectSelector: { matchLabels: { probe: run.id } },
    matchConditions: [],
    failurePolicy: 'Fail',
    rules: [ruleFor('', ['configmaps'])],
  };
  const made = await run.quietly(post(path, { metadata: { name }, webhooks: [...webhooks, ready] }));
  if (made.code !== 201) throw new Error(JSON.stringify(made.body));
  await run.until(probe, ({ code }) => code !== 201);
  try {
    await act();
  } finally {
    await run.quietly(remove(`${path}/${name}`));
    await run.until(probe, ({ code }) => code === 201);
  }
}
