/** Puts manifests into a control plane. */
import type { Client } from '../runtime/client/client.js';
import { ConnectionError } from '../runtime/client/connection/connection-error.js';
import { ApiError, is } from '../runtime/client/requests/api-error.js';
import { defineKind } from '../runtime/object/kind.js';
import type { Condition, KubeObject } from '../runtime/object/meta.js';
import type { Stored } from '../runtime/object/readonly.js';
import { eventually } from './eventually.js';
import { fileOf } from './manifests.js';
import { waitFor } from './wait-for.js';
import { pointToEndpoint, type WebhookEndpoint } from './webhook-endpoint.js';

/** As much of a CRD as installing needs. */
interface CustomResourceDefinition extends KubeObject {
  spec: {
    group: string;
    names: { plural: string; kind: string };
    scope: 'Namespaced' | 'Cluster';
    versions: { name: string; served: boolean }[];
  };
  status?: { conditions?: Condition[] };
}

const CustomResourceDefinition = defineKind<CustomResourceDefinition>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
});

/** Applies everything, in an order in which it can be accepted, and waits until new kinds are served. */
export async function installObjects(
  client: Client,
  objects: readonly KubeObject[],
  webhooks: WebhookEndpoint | undefined,
): Promise<void> {
  const crds = objects.filter((object) => object.kind === 'CustomResourceDefinition');
  const rest = objects.filter((object) => object.kind !== 'CustomResourceDefinition');
  client.mapper.learn(CustomResourceDefinition);
  await Promise.all(crds.map((crd) => applyObject(client, crd, webhooks)));
  await Promise.all(crds.map((crd) => untilServed(client, crd.metadata.name ?? '')));
  for (const object of rest.sort((a, b) => rank(a) - rank(b))) {
    await applyObject(client, object, webhooks);
  }
}

async function applyObject(client: Client, object: KubeObject, webhooks: WebhookEndpoint | undefined): Promise<void> {
  // As with kubectl, what names no namespace goes into the default one.
  const namespace = object.metadata.namespace ?? 'default';
  const options = { fieldManager: 'kbts-testing', force: true };
  try {
    await client.with({ namespace }).apply(pointToEndpoint(object, webhooks), options);
  } catch (error) {
    const file = fileOf(object);
    // The same error, as tests look at its code.
    if (error instanceof ApiError && file !== undefined) error.message = `${file}: ${error.message}`;
    throw error;
  }
}

/** Established, and served in every version that is to be; says the server's own reason when it is not. */
async function untilServed(client: Client, name: string): Promise<void> {
  const crd = await established(client, name);
  if (!crd) return;
  const { group, names, scope, versions } = crd.spec;
  for (const version of versions.filter(({ served }) => served)) {
    const kind = defineKind({ group, version: version.name, kind: names.kind, plural: names.plural, scope });
    client.mapper.forget(kind.gvk);
    client.mapper.learn(kind);
    // Established comes a moment before the path is served. A conversion webhook that does not run yet does not matter.
    await eventually(() => client.list(kind, { limit: 1 }).catch(unlessMissing), { timeoutMs: 40_000 });
  }
}

/** The CRD once it is established. A busy server, which has nothing against its names, gets more time. */
async function established(client: Client, name: string): Promise<Stored<CustomResourceDefinition> | undefined> {
  const ref = { kind: CustomResourceDefinition, name };
  for (let attempt = 1; ; attempt++) {
    try {
      return await waitFor(client, ref, (found) => isTrue(found?.status?.conditions, 'Established'), {
        timeoutMs: 10_000,
      });
    } catch (cause) {
      const found = await client.find(CustomResourceDefinition, { name });
      const reasons = found?.status?.conditions?.filter((condition) => condition.status === 'False') ?? [];
      const isRefused = found === undefined || reasons.some(({ type }) => type === 'NamesAccepted');
      const why = reasons.map(({ type, message }) => `${type}: ${message}`).join('; ');
      if (isRefused || attempt === 4)
        throw new Error(`CRD ${name} was not accepted${why ? `: ${why}` : ''}`, { cause });
    }
  }
}

/** A path that is not served yet is an error of its own: there is no such kind. */
function unlessMissing(error: unknown): void {
  if (is.noMatch(error) || is.notFound(error) || error instanceof ConnectionError) throw error;
}

function isTrue(conditions: readonly { type: string; status: string }[] | undefined, type: string): boolean {
  return conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}

/** Namespaces before what lives in them, webhooks last so that they do not judge the rest. */
function rank({ kind }: KubeObject): number {
  if (kind === 'Namespace') return 0;
  return kind.endsWith('WebhookConfiguration') ? 2 : 1;
}
