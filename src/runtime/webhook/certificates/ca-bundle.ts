/** Puts the CA into everything that makes the API server call our service. */
import type { Client, JsonPatchOperation } from '../../client/client.js';
import { defineKind, type Kind } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import type { DeepReadonly } from '../../object/readonly.js';

/** The service in front of the webhook server. */
export interface WebhookService {
  readonly name: string;
  readonly namespace: string;
}

/** Names of webhook configurations, as the cluster knows them. */
export interface WebhookConfigurationNames {
  readonly mutating?: readonly string[];
  readonly validating?: readonly string[];
}

/** Where the CA goes. */
export interface CaBundleTargets {
  readonly service: WebhookService;
  /** Without names all configurations of the cluster are listed, which needs the right to do so. */
  readonly configurations?: WebhookConfigurationNames;
  /** CRDs with conversion, as `guestbooks.webapp.my.domain`. */
  readonly crds: readonly string[];
}

interface ClientConfig {
  readonly service?: { readonly name?: string; readonly namespace?: string };
  readonly caBundle?: string;
}

interface WebhookConfiguration extends KubeObject {
  webhooks?: { name: string; clientConfig: ClientConfig }[];
}

interface CustomResourceDefinition extends KubeObject {
  spec: { conversion?: { webhook?: { clientConfig?: ClientConfig } } };
}

const admission = { group: 'admissionregistration.k8s.io', version: 'v1', scope: 'Cluster' } as const;

const configurationKinds: readonly (readonly [keyof WebhookConfigurationNames, Kind<WebhookConfiguration>])[] = [
  [
    'mutating',
    defineKind({ ...admission, kind: 'MutatingWebhookConfiguration', plural: 'mutatingwebhookconfigurations' }),
  ],
  [
    'validating',
    defineKind({ ...admission, kind: 'ValidatingWebhookConfiguration', plural: 'validatingwebhookconfigurations' }),
  ],
];

const CustomResourceDefinition = defineKind<CustomResourceDefinition>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
});

/**
 * Makes the API server trust `bundle` (PEM) for calls to the service, and resolves to how many objects
 * had to be changed. It is a JSON patch on purpose: with server-side apply we would co-own entries of
 * `webhooks`, and nobody could remove one any more.
 */
export async function putCaBundle(
  client: Client,
  { service, crds, configurations }: CaBundleTargets,
  { bundle, signal }: { bundle: string; signal: AbortSignal },
): Promise<number> {
  const caBundle = Buffer.from(bundle).toString('base64');
  const isOurs = (config: ClientConfig | undefined): boolean =>
    config?.service?.name === service.name && config.service.namespace === service.namespace;
  const isStale = (config: ClientConfig | undefined): boolean => isOurs(config) && config?.caBundle !== caBundle;
  const options = { signal, fieldManager: 'kbts-certificates' };
  let changed = 0;
  for (const [which, kind] of configurationKinds) {
    const names = configurations && (configurations[which] ?? []);
    for (const item of await findConfigurations(client, kind, names, signal)) {
      const operations = bundleOperations(item, isStale, caBundle);
      if (operations.length === 0) continue;
      await client.patch({ kind, name: item.metadata.name ?? '' }, { type: 'json', operations }, options);
      changed++;
    }
  }
  for (const name of crds) {
    const crd = await client.live.find(CustomResourceDefinition, { name }, { signal });
    if (!isStale(crd?.spec.conversion?.webhook?.clientConfig)) continue;
    const path = '/spec/conversion/webhook/clientConfig/caBundle';
    const operations = [{ op: 'add', path, value: caBundle }] as const;
    await client.patch({ kind: CustomResourceDefinition, name }, { type: 'json', operations }, options);
    changed++;
  }
  return changed;
}

/** Those with these names, as far as they exist; all there are when no names are known. */
async function findConfigurations(
  client: Client,
  kind: Kind<WebhookConfiguration>,
  names: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly DeepReadonly<WebhookConfiguration>[]> {
  if (!names) return (await client.list(kind, { source: 'live', signal })).items;
  const found = await Promise.all(names.map((name) => client.live.find(kind, { name }, { signal })));
  return found.flatMap((one) => (one ? [one] : []));
}

function bundleOperations(
  { webhooks = [] }: DeepReadonly<WebhookConfiguration>,
  isStale: (config: ClientConfig) => boolean,
  caBundle: string,
): readonly JsonPatchOperation[] {
  return webhooks.flatMap(({ name, clientConfig }, index): JsonPatchOperation[] => {
    if (!isStale(clientConfig)) return [];
    const path = `/webhooks/${index}`;
    return [
      // Someone may have reordered the list meanwhile.
      { op: 'test', path: `${path}/name`, value: name },
      { op: 'add', path: `${path}/clientConfig/caBundle`, value: caBundle },
    ];
  });
}
