/** What the API server says about accepted objects in `Warning` headers. */
import { section, type ApiObject } from '../storage/api-object.js';
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import type { ResourceType } from '../resources/resource-type.js';

type Warn = (object: ApiObject, before: ApiObject | undefined) => (string | false)[];

const hasItems = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

const service: Warn = (object) => {
  const spec = section(object, 'spec');
  const [isNamed, isHeadless] = [spec['type'] === 'ExternalName', isHeadlessService(spec)];
  const hasAddresses = hasItems(spec['externalIPs']);
  return [
    isHeadless && (spec['loadBalancerIP'] ?? '') !== '' && 'spec.loadBalancerIP is ignored for headless services',
    isHeadless && hasAddresses && 'spec.externalIPs is ignored for headless services',
    isHeadless && spec['sessionAffinity'] !== 'None' && 'spec.SessionAffinity is ignored for headless services',
    hasAddresses &&
      !isHeadless &&
      !isNamed &&
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
    hasAddresses && isNamed && 'spec.externalIPs is ignored when spec.type is "ExternalName"',
    !isNamed &&
      (spec['externalName'] ?? '') !== '' &&
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    spec['trafficDistribution'] === 'PreferClose' &&
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
  ];
};

function isHeadlessService(spec: JsonObject): boolean {
  return spec['type'] === 'ClusterIP' && spec['clusterIP'] === 'None';
}

const endpointSlice: Warn = (object, before) => [
  before === undefined && object['addressType'] === 'FQDN' && 'spec.addressType: FQDN endpoints are deprecated',
];

const secret: Warn = (object) => {
  if (object['type'] !== 'kubernetes.io/tls') return [];
  const data = section(object, 'data');
  const isPem = (key: string): boolean => Buffer.from(String(data[key] ?? ''), 'base64').includes('-----BEGIN ');
  if (!isPem('tls.crt')) return ['tls: failed to find any PEM data in certificate input'];
  return [!isPem('tls.key') && 'tls: failed to find any PEM data in key input'];
};

const KINDS = new Map<string, Warn>([
  ['/Service', service],
  ['/Secret', secret],
  ['discovery.k8s.io/EndpointSlice', endpointSlice],
]);

const STANDARD_FINALIZERS = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

/** Custom resources may have any finalizer, but one without a domain and a path may be someone else's as well. */
function finalizerWarnings({ metadata }: ApiObject, before: ApiObject | undefined): string[] {
  const known = new Set(before?.metadata.finalizers);
  const added = [...new Set(metadata.finalizers)].filter((name) => !known.has(name)).sort();
  return added
    .filter((name) => !name.includes('/') && !STANDARD_FINALIZERS.has(name))
    .map((name) => {
      const path = name.includes('.') ? ' including a path (/)' : '';
      const reason = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`;
      return `metadata.finalizers: ${JSON.stringify(name)}: ${reason}`;
    });
}

/** Warnings about an object that is about to be stored. */
export function warningsOf({ group, kind, custom }: ResourceType, object: ApiObject, before?: ApiObject): string[] {
  if (custom !== undefined) return finalizerWarnings(object, before);
  return (KINDS.get(`${group}/${kind}`)?.(object, before) ?? []).filter((text) => text !== false);
}
