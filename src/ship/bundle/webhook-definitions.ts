/** Webhooks as OLM installs them: it makes Service, certificate and configuration itself. */
import { isMap, type Json, type JsonMap, type Manifest, valueAt } from '../json.js';
import { mapsAt, type OperatorParts, stringAt } from '../operator.js';

/** Webhook definitions of a CSV, and the Services that OLM replaces. */
export interface WebhookDefinitions {
  readonly definitions: readonly JsonMap[];
  readonly replaced: ReadonlySet<Manifest>;
  readonly warnings: readonly string[];
}

/** Fields of a webhook that mean the same in a CSV. */
const shared = [
  'admissionReviewVersions',
  'failurePolicy',
  'matchPolicy',
  'objectSelector',
  'reinvocationPolicy',
  'rules',
  'sideEffects',
  'timeoutSeconds',
] as const;

/** Fields for which a CSV has no place, and what happens instead. */
const lost: Readonly<Record<string, string>> = {
  namespaceSelector: 'OLM selects the namespaces of the OperatorGroup instead',
  matchConditions: 'OLM has no place for them, so that the webhook gets every request of its rules',
};

/** Definitions for all webhooks, of admission and of conversion. */
export function webhookDefinitions(parts: OperatorParts): WebhookDefinitions {
  const replaced = new Set<Manifest>();
  const warnings: string[] = [];
  const place = (client: Json | undefined): JsonMap => placeOf(client, parts, replaced);
  const admission = (configurations: readonly Manifest[], type: string): JsonMap[] =>
    configurations.flatMap((configuration) =>
      mapsAt(configuration, 'webhooks').map((webhook) => {
        for (const [field, instead] of Object.entries(lost))
          if (webhook[field] !== undefined && !isEmpty(webhook[field]))
            warnings.push(`webhook ${String(webhook['name'])} has ${field}: ${instead}`);
        return { type, generateName: String(webhook['name']), ...place(webhook['clientConfig']), ...sharedOf(webhook) };
      }),
    );
  const definitions = [
    ...conversions(parts.crds, place),
    ...admission(parts.mutatingWebhooks, 'MutatingAdmissionWebhook'),
    ...admission(parts.validatingWebhooks, 'ValidatingAdmissionWebhook'),
  ];
  return { definitions, replaced, warnings };
}

/** The name that OLM gives to the Service of a Deployment's webhooks. */
function olmServiceOf(deployment: string): string {
  return `${deployment}-service`;
}

/** A CRD whose conversion asks OLM's Service; OLM fills in namespace and CA. */
export function withOlmConversion(crd: Manifest, definitions: readonly JsonMap[]): Manifest {
  const { annotations, ...metadata } = crd.metadata;
  const own = Object.entries(isMap(annotations) ? annotations : {}).filter(
    ([key]) => !key.startsWith('cert-manager.io/'),
  );
  const clean: Manifest = {
    ...crd,
    metadata: { ...metadata, name: crd.metadata.name, ...(own.length > 0 && { annotations: Object.fromEntries(own) }) },
  };
  const definition = definitions.find(({ conversionCRDs: names }) =>
    Array.isArray(names) ? names.includes(crd.metadata.name) : false,
  );
  const [spec, conversion] = [valueAt(crd, 'spec'), valueAt(crd, 'spec', 'conversion')];
  const [webhook, client] = [valueAt(conversion, 'webhook'), valueAt(conversion, 'webhook', 'clientConfig')];
  const service = valueAt(client, 'service');
  if (definition === undefined || !isMap(spec) || !isMap(conversion) || !isMap(webhook) || !isMap(service))
    return clean;
  const name = olmServiceOf(String(definition['deploymentName']));
  const asked = { ...webhook, clientConfig: { service: { ...service, name } } };
  return { ...clean, spec: { ...spec, conversion: { ...conversion, webhook: asked } } };
}

/** CRDs that are converted at one place share a definition. */
function conversions(crds: readonly Manifest[], place: (client: Json | undefined) => JsonMap): JsonMap[] {
  const byPlace = new Map<string, { place: JsonMap; crds: Manifest[]; versions: Json }>();
  for (const crd of crds) {
    if (stringAt(crd, 'spec', 'conversion', 'strategy') !== 'Webhook') continue;
    const webhook = valueAt(crd, 'spec', 'conversion', 'webhook');
    const found = place(valueAt(webhook, 'clientConfig'));
    const versions = valueAt(webhook, 'conversionReviewVersions') ?? [];
    const key = JSON.stringify([found, versions]);
    const known = byPlace.get(key) ?? { place: found, crds: [], versions };
    known.crds.push(crd);
    byPlace.set(key, known);
  }
  return [...byPlace.values()].map((one) => {
    const names = one.crds.map(({ metadata }) => metadata.name).sort();
    const plurals = one.crds.map((crd) => stringAt(crd, 'spec', 'names', 'plural') ?? '').sort();
    return {
      type: 'ConversionWebhook',
      generateName: `c${plurals.join('-')}.kb.io`,
      ...one.place,
      admissionReviewVersions: one.versions,
      conversionCRDs: names,
      sideEffects: 'None',
    };
  });
}

/** Which Deployment answers, on which port: that which the Service selects. */
function placeOf(client: Json | undefined, parts: OperatorParts, replaced: Set<Manifest>): JsonMap {
  const name = stringAt(client, 'service', 'name');
  const path = stringAt(client, 'service', 'path');
  const wanted = valueAt(client, 'service', 'port') ?? 443;
  const service = parts.services.find(({ metadata }) => metadata.name === name);
  if (service === undefined)
    throw new WebhookProblem(
      `config/default renders a webhook at the Service ${name ?? '(none)'}, but no such Service`,
    );
  const port = mapsAt(service, 'spec', 'ports').find((one) => one['port'] === wanted);
  const selector = valueAt(service, 'spec', 'selector');
  const deployment = parts.deployments.find((one) =>
    selects(selector, valueAt(one, 'spec', 'template', 'metadata', 'labels')),
  );
  if (port === undefined || deployment === undefined)
    throw new WebhookProblem(
      port === undefined
        ? `the Service ${service.metadata.name} has no port ${String(wanted)}, at which a webhook is called`
        : `the Service ${service.metadata.name} selects no Deployment of config/default`,
    );
  replaced.add(service);
  return {
    deploymentName: deployment.metadata.name,
    containerPort: wanted,
    targetPort: port['targetPort'] ?? wanted,
    ...(path !== undefined && { webhookPath: path }),
  };
}

/** A webhook that cannot be described to OLM. */
export class WebhookProblem extends Error {
  override readonly name = 'WebhookProblem';
}

function selects(selector: Json | undefined, labels: Json | undefined): boolean {
  if (!isMap(selector) || !isMap(labels)) return false;
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}

function sharedOf(webhook: JsonMap): JsonMap {
  return Object.fromEntries(
    shared.flatMap((field) => {
      const value = webhook[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

function isEmpty(value: Json): boolean {
  return Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0;
}
