/** What users of a chart can choose: what config/ says is the default. */
import { isList, type Json, type JsonMap, type Manifest, valueAt } from '../json.js';
import { electsLeader, isNamespaced, managerContainer } from '../operator.js';
import { type Feature, featureNames, features } from './features.js';

/** Where the defaults come from. */
export interface ValuesSource {
  /** The manager's Deployment as config/default renders it. */
  readonly deployment: Manifest;
  readonly image: { readonly repository: string; readonly tag: string; readonly digest: string };
  /** Features that the project can have. */
  readonly available: readonly Feature[];
  /** Those that config/default has switched on. */
  readonly enabled: readonly Feature[];
  readonly hasCrds: boolean;
  /** How long the start of names may be. */
  readonly longestName: number;
}

/** One value with its comment. */
export interface ValueField {
  readonly comment: string;
  readonly value: Json;
  readonly schema: JsonMap;
}

const text = { type: 'string' };
/** What can begin the names of objects. */
const nameOrNothing = '^([a-z0-9]([-a-z0-9]*[a-z0-9])?)?$';
const flag = { type: 'boolean' };
const list = { type: 'array' };
const map = { type: 'object' };
const objects = { ...list, items: map };
const namedObjects = { ...list, items: { ...map, required: ['name'], properties: { name: text } } };
const amounts = { ...map, additionalProperties: { type: ['string', 'number'] } };
const resources = {
  ...map,
  properties: { limits: amounts, requests: amounts, claims: namedObjects },
  additionalProperties: false,
};
const wholeNumber = { type: 'integer', minimum: 0 };
const strings = { type: 'object', additionalProperties: { type: 'string' } };

/** Every value under its path, in the order of the file. */
export function fieldsOf(source: ValuesSource): Record<string, ValueField> {
  const { image, hasCrds } = source;
  return {
    nameOverride: {
      comment: 'Replaces the name of the chart in labels.',
      value: '',
      schema: { ...text, maxLength: 63, pattern: nameOrNothing },
    },
    fullnameOverride: {
      comment: 'Replaces the start of all names; otherwise that of the release.',
      value: '',
      schema: { ...text, maxLength: source.longestName, pattern: nameOrNothing },
    },
    commonLabels: { comment: 'Labels of every object.', value: {}, schema: strings },
    'manager.image.repository': {
      comment: 'Image of the operator.',
      value: image.repository,
      schema: { ...text, minLength: 1 },
    },
    'manager.image.tag': { comment: 'Tag of the image; that of the chart by default.', value: image.tag, schema: text },
    'manager.image.digest': {
      comment: 'Digest such as sha256:…, which wins over the tag.',
      value: image.digest,
      schema: { ...text, pattern: '^([a-z0-9]+([+._-][a-z0-9]+)*:[0-9a-fA-F]{32,})?$' },
    },
    'manager.image.pullPolicy': {
      comment: 'Always, IfNotPresent or Never; the default of the cluster when empty.',
      value: valueAt(managerContainer(source.deployment), 'imagePullPolicy') ?? '',
      schema: { enum: ['', 'Always', 'IfNotPresent', 'Never'] },
    },
    ...managerFields(source),
    'serviceAccount.create': { comment: 'Create the account of the operator.', value: true, schema: flag },
    'serviceAccount.name': { comment: 'Its name; needed when it is not created here.', value: '', schema: text },
    'serviceAccount.annotations': {
      comment: 'Annotations, such as those of cloud identities.',
      value: {},
      schema: strings,
    },
    'rbac.helpers.enabled': {
      comment: 'Roles admin, editor and viewer of the custom resources, for people.',
      value: true,
      schema: flag,
    },
    ...(hasCrds && {
      'crd.enabled': { comment: 'Install and upgrade the CRDs with the chart.', value: true, schema: flag },
      'crd.keep': {
        comment: 'Keep CRDs and all custom resources when the chart is uninstalled.',
        value: true,
        schema: flag,
      },
    }),
    ...featureFields(source),
  };
}

function managerFields({ deployment }: ValuesSource): Record<string, ValueField> {
  const spec = valueAt(deployment, 'spec', 'template', 'spec');
  const container = managerContainer(deployment);
  const args = valueAt(container, 'args');
  const pod = (key: string, otherwise: Json): Json => valueAt(spec, key) ?? otherwise;
  const own = (key: string, otherwise: Json): Json => valueAt(container, key) ?? otherwise;
  return {
    'manager.replicas': {
      comment: 'One leads, the others take over.',
      value: valueAt(deployment, 'spec', 'replicas') ?? 1,
      schema: wholeNumber,
    },
    'manager.leaderElection.enabled': {
      comment: 'Needed with more than one replica.',
      value: isList(args) && args.map(electsLeader).findLast((one) => one !== undefined) === true,
      schema: flag,
    },
    ...(isNamespaced([deployment]) && {
      'manager.watchNamespaces': {
        comment: 'Namespaces to watch, which must exist; each gets a Role. Its own namespace when empty.',
        value: [],
        schema: { ...list, items: { ...text, pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' }, uniqueItems: true },
      },
    }),
    'manager.logLevel': {
      comment: 'error, info or debug; info when empty.',
      value: '',
      schema: { enum: ['', 'error', 'info', 'debug'] },
    },
    'manager.args': { comment: 'Further arguments.', value: [], schema: { ...list, items: text } },
    'manager.env': { comment: 'Further environment variables.', value: [], schema: namedObjects },
    'manager.resources': { comment: 'Requests and limits.', value: own('resources', {}), schema: resources },
    'manager.securityContext': {
      comment: 'Security context of the container.',
      value: own('securityContext', {}),
      schema: map,
    },
    'manager.podSecurityContext': {
      comment: 'Security context of the pod.',
      value: pod('securityContext', {}),
      schema: map,
    },
    'manager.terminationGracePeriodSeconds': {
      comment: 'How long running reconciles may take to end.',
      value: pod('terminationGracePeriodSeconds', 30),
      schema: wholeNumber,
    },
    'manager.imagePullSecrets': {
      comment: 'Secrets of private registries.',
      value: pod('imagePullSecrets', []),
      schema: namedObjects,
    },
    'manager.nodeSelector': {
      comment: 'Labels of the nodes to run on.',
      value: pod('nodeSelector', {}),
      schema: strings,
    },
    'manager.tolerations': { comment: 'Taints to tolerate.', value: pod('tolerations', []), schema: objects },
    'manager.affinity': { comment: 'Affinity of the pods.', value: pod('affinity', {}), schema: map },
    'manager.topologySpreadConstraints': {
      comment: 'How pods are spread over nodes and zones.',
      value: pod('topologySpreadConstraints', []),
      schema: objects,
    },
    'manager.priorityClassName': {
      comment: 'Priority class of the pods.',
      value: pod('priorityClassName', ''),
      schema: text,
    },
    'manager.labels': { comment: 'Labels of the Deployment.', value: {}, schema: strings },
    'manager.annotations': { comment: 'Annotations of the Deployment.', value: {}, schema: strings },
    'manager.pod.labels': { comment: 'Labels of the pods.', value: {}, schema: strings },
    'manager.pod.annotations': { comment: 'Annotations of the pods.', value: {}, schema: strings },
    'manager.extraVolumes': { comment: 'Further volumes.', value: [], schema: namedObjects },
    'manager.extraVolumeMounts': { comment: 'Further mounts of the container.', value: [], schema: namedObjects },
  };
}

const featureComments: Readonly<Record<Feature, string>> = {
  metrics: 'Metrics over HTTPS on port 8443, for those who may read them.',
  prometheus: 'A ServiceMonitor; needs metrics and the Prometheus operator.',
  networkPolicy: 'Lets only metrics and webhook traffic in.',
  certManager: 'Webhook certificates from cert-manager instead of self-managed ones.',
  metricsCertificate: 'A metrics certificate from cert-manager; needs metrics.',
  podDisruptionBudget: 'Node drains stop one manager at a time.',
};

function featureFields({ available, enabled }: ValuesSource): Record<string, ValueField> {
  return Object.fromEntries(
    featureNames
      .filter((name) => available.includes(name))
      .map((name) => [
        features[name].value,
        { comment: featureComments[name], value: enabled.includes(name), schema: flag },
      ]),
  );
}
