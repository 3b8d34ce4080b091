/** Deployments as OLM installs them: with its certificates, and with the namespaces of the OperatorGroup. */
import { isMap, type Json, type JsonMap, type Manifest, valueAt } from '../json.js';
import { mapsAt, stringAt } from '../operator.js';

/** An entry of the install strategy. */
export interface StrategyDeployment {
  readonly name: string;
  readonly label?: JsonMap;
  readonly spec: Json;
}

/** Where OLM mounts the certificate of webhooks, in every container. */
const certificateFolder = '/tmp/k8s-webhook-server/serving-certs';
const certificateFlag = `--webhook-cert-path=${certificateFolder}`;
/** What tells the manager how to manage certificates itself. */
const ownCertificates = new Set([
  'WEBHOOK_SERVICE_NAME',
  'WEBHOOK_SECRET_NAME',
  'WEBHOOK_MUTATING_CONFIGURATION',
  'WEBHOOK_VALIDATING_CONFIGURATION',
]);
const targetNamespaces = { fieldRef: { fieldPath: "metadata.annotations['olm.targetNamespaces']" } };

/** The entry for a Deployment. */
export function strategyDeployment(deployment: Manifest, hasWebhooks: boolean): StrategyDeployment {
  const { labels } = deployment.metadata;
  const spec = valueAt(deployment, 'spec') ?? {};
  return {
    name: deployment.metadata.name,
    ...(isMap(labels) && { label: labels }),
    spec: withPod(spec, (pod) => podForOlm(pod, hasWebhooks)),
  };
}

function withPod(spec: Json, change: (pod: JsonMap) => JsonMap): Json {
  const [template, pod] = [valueAt(spec, 'template'), valueAt(spec, 'template', 'spec')];
  if (!isMap(spec) || !isMap(template) || !isMap(pod)) return spec;
  return { ...spec, template: { ...template, spec: change(pod) } };
}

function podForOlm(pod: JsonMap, hasWebhooks: boolean): JsonMap {
  // Told apart by what they mount and where, never by their place in a list.
  const isOurs = (name: Json | undefined): boolean =>
    hasWebhooks && mapsAt(pod, 'volumes').some((volume) => volume['name'] === name && isCertificate(volume, pod));
  const containers = mapsAt(pod, 'containers').map((container) => ({
    ...container,
    ...(container['env'] !== undefined && { env: environment(container, hasWebhooks) }),
    ...(container['volumeMounts'] !== undefined && {
      volumeMounts: mapsAt(container, 'volumeMounts').filter(({ name }) => !isOurs(name)),
    }),
    ...(hasWebhooks && isServer(container) && { args: withCertificate(container) }),
  }));
  const volumes = mapsAt(pod, 'volumes').filter(({ name }) => !isOurs(name));
  return { ...pod, containers, ...(pod['volumes'] !== undefined && { volumes }) };
}

function isCertificate(volume: JsonMap, pod: JsonMap): boolean {
  const mounts = mapsAt(pod, 'containers').flatMap((container) => mapsAt(container, 'volumeMounts'));
  const isThere = mounts.some(({ name, mountPath }) => name === volume['name'] && mountPath === certificateFolder);
  return isThere && stringAt(volume, 'secret', 'secretName') !== undefined;
}

function isServer(container: JsonMap): boolean {
  return mapsAt(container, 'ports').some(({ name }) => name === 'webhook-server');
}

function withCertificate(container: JsonMap): Json[] {
  const given = container['args'];
  const args = Array.isArray(given) ? (given as readonly Json[]) : [];
  return args.some((one) => String(one).startsWith('--webhook-cert-path=')) ? [...args] : [...args, certificateFlag];
}

function environment(container: JsonMap, hasWebhooks: boolean): JsonMap[] {
  return mapsAt(container, 'env')
    .filter(({ name }) => !hasWebhooks || !ownCertificates.has(String(name)))
    .map((entry) =>
      entry['name'] === 'WATCH_NAMESPACE' ? { name: 'WATCH_NAMESPACE', valueFrom: targetNamespaces } : entry,
    );
}
