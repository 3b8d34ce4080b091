/** The cells of Services and of the network. */
import type { ApiObject } from '../storage/api-object.js';
import { getPath, type JsonObject } from '../../kubernetes/json/json-value.js';
import {
  age,
  isSet,
  labelText,
  mapAt,
  nameOf,
  numberAt,
  objectsAt,
  selectorText,
  shortList,
  textAt,
  textsAt,
  type Cells,
} from './cell-values.js';

const service: Cells = (object, now) => [
  nameOf(object),
  textAt(object, 'spec.type'),
  textsAt(object, 'spec.clusterIPs')[0] ?? '<none>',
  externalAddress(object),
  objectsAt(object, 'spec.ports').map(servicePort).join(',') || '<none>',
  age(object, now),
  labelText(mapAt(object, 'spec.selector')),
];

function servicePort(port: JsonObject): string {
  const node = numberAt(port, 'nodePort');
  return `${numberAt(port, 'port')}${node > 0 ? `:${node}` : ''}/${textAt(port, 'protocol')}`;
}

function externalAddress(object: ApiObject): string {
  const external = textsAt(object, 'spec.externalIPs');
  switch (textAt(object, 'spec.type')) {
    case 'ClusterIP':
    case 'NodePort':
      return external.join(',') || '<none>';
    case 'LoadBalancer':
      return [...balancerAddresses(object), ...external].join(',') || '<pending>';
    case 'ExternalName':
      return textAt(object, 'spec.externalName');
    default:
      return '<unknown>';
  }
}

function balancerAddresses(object: ApiObject): string[] {
  const found = objectsAt(object, 'status.loadBalancer.ingress').map(
    (ingress) => textAt(ingress, 'ip') || textAt(ingress, 'hostname'),
  );
  return [...new Set(found.filter((address) => address !== ''))].sort();
}

const ingress: Cells = (object, now) => [
  nameOf(object),
  textAt(object, 'spec.ingressClassName', '<none>'),
  ingressHosts(object),
  balancerAddresses(object).join(','),
  objectsAt(object, 'spec.tls').length > 0 ? '80, 443' : '80',
  age(object, now),
];

/** The rest is counted in rules, with a host or without: as the API server does it. */
function ingressHosts(object: ApiObject): string {
  const rules = objectsAt(object, 'spec.rules');
  const hosts: string[] = [];
  let hasMore = false;
  for (const rule of rules) {
    if (hosts.length === 3) hasMore = true;
    const host = textAt(rule, 'host');
    if (!hasMore && host !== '') hosts.push(host);
  }
  if (hosts.length === 0) return '*';
  return hasMore ? `${hosts.join(',')} + ${rules.length - 3} more...` : hosts.join(',');
}

const DEFAULT_CLASS = 'ingressclass.kubernetes.io/is-default-class';

const ingressClass: Cells = (object, now) => {
  const isDefault = object.metadata.annotations?.[DEFAULT_CLASS] === 'true';
  const group = textAt(object, 'spec.parameters.apiGroup');
  const kind = textAt(object, 'spec.parameters.kind');
  const parameters = `${isSet(object, 'spec.parameters.apiGroup') ? `${kind}.${group}` : kind}/${textAt(object, 'spec.parameters.name')}`;
  return [
    `${nameOf(object)}${isDefault ? ' (default)' : ''}`,
    textAt(object, 'spec.controller'),
    isSet(object, 'spec.parameters') ? parameters : '<none>',
    age(object, now),
  ];
};

const endpoints: Cells = (object, now) => [nameOf(object), endpointTexts(object), age(object, now)];

function endpointTexts(object: ApiObject): string {
  const subsets = objectsAt(object, 'subsets');
  if (subsets.length === 0) return '<none>';
  const texts = subsets.flatMap((subset) => {
    const addresses = objectsAt(subset, 'addresses').map((address) => textAt(address, 'ip'));
    const ports = objectsAt(subset, 'ports');
    if (ports.length === 0) return addresses;
    return ports.flatMap((port) => addresses.map((ip) => `${bracketed(ip)}:${numberAt(port, 'port')}`));
  });
  return shortList(texts, 3);
}

function bracketed(ip: string): string {
  return ip.includes(':') ? `[${ip}]` : ip;
}

const endpointSlice: Cells = (object, now) => {
  const ports = objectsAt(object, 'ports').map((port) => textAt(port, 'port') || textAt(port, 'name', '*'));
  const addresses = objectsAt(object, 'endpoints').flatMap((endpoint) => textsAt(endpoint, 'addresses'));
  return [
    nameOf(object),
    textAt(object, 'addressType'),
    shortList(ports, 3) || '<unset>',
    shortList(addresses, 3) || '<unset>',
    age(object, now),
  ];
};

const ipAddress: Cells = (object) => {
  const parent = mapAt(object, 'spec.parentRef');
  const group = textAt(parent, 'group');
  const namespace = textAt(parent, 'namespace');
  const resource = `${textAt(parent, 'resource')}${group === '' ? '' : `.${group}`}`.toLowerCase();
  const reference = `${resource}${namespace === '' ? '' : `/${namespace}`}/${textAt(parent, 'name')}`;
  return [nameOf(object), isSet(object, 'spec.parentRef') ? reference : '<none>'];
};

/** By group and plural. */
export const NETWORK: Readonly<Record<string, Cells>> = {
  '/services': service,
  '/endpoints': endpoints,
  'discovery.k8s.io/endpointslices': endpointSlice,
  'networking.k8s.io/ingresses': ingress,
  'networking.k8s.io/ingressclasses': ingressClass,
  'networking.k8s.io/ipaddresses': ipAddress,
  'networking.k8s.io/networkpolicies': (object, now) => [
    nameOf(object),
    selectorText(getPath(object, ['spec', 'podSelector'])) || '<none>',
    age(object, now),
  ],
  'networking.k8s.io/servicecidrs': (object, now) => [
    nameOf(object),
    textsAt(object, 'spec.cidrs').join(','),
    age(object, now),
  ],
};
