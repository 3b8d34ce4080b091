/** Ingresses and IngressClasses. */
import { isDnsLabel, isPathSegment, isSubdomain } from '../../../kubernetes/value/names.js';
import { ipFamily, isAddress } from '../address-rules.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { isDomainPath, isPortName, isWildcardDomain } from '../text-rules.js';

const CLASS = 'kubernetes.io/ingress.class';
const BAD_PARTS = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_ENDS = ['/..', '/.'];

/** Checks of Ingress. */
export const ingress: KindChecks = {
  spec: (object, before) => {
    const spec = object.at('spec');
    if (spec.at('rules').size === 0 && !spec.at('defaultBackend').isSet) {
      spec.invalid('either `defaultBackend` or `rules` must be specified', spec.at('rules').value ?? null);
    }
    if (spec.at('defaultBackend').isSet) backend(spec.at('defaultBackend'));
    for (const rule of spec.at('rules').items) oneRule(rule);
    for (const tls of spec.at('tls').items) {
      for (const host of tls.at('hosts').items) host.matches(host.text.includes('*') ? isWildcardDomain : isSubdomain);
      tls.at('secretName').may(isSubdomain);
    }
    const className = spec.at('ingressClassName');
    if (className.isSet) className.matches(isSubdomain);
    const annotation = object.at('metadata').at('annotations').key(CLASS);
    if (before === undefined && annotation.isSet && className.isSet && annotation.text !== className.text) {
      annotation.named(`annotations.${CLASS}`).invalid('must match `ingressClassName` when both are specified');
    }
  },
  status: (object) => {
    for (const item of object.at('status').at('loadBalancer').at('ingress').items) {
      item.at('ip').may(isAddress);
      item.at('hostname').may(isSubdomain);
      notAddress(item.at('hostname'));
    }
  },
};

function notAddress(host: Field): void {
  if (ipFamily(host.text) !== undefined) host.invalid('must be a DNS name, not an IP address');
}

function oneRule(rule: Field): void {
  const host = rule.at('host');
  notAddress(host);
  host.may(host.text.includes('*') ? isWildcardDomain : isSubdomain);
  const http = rule.at('http');
  if (!http.isSet) return;
  if (http.at('paths').size === 0) http.at('paths').required();
  for (const path of http.at('paths').items) onePath(path);
}

function onePath(item: Field): void {
  const [path, type] = [item.at('path'), item.at('pathType')];
  if (!type.isSet) return void type.required('pathType must be specified');
  if (type.text === 'Exact' || type.text === 'Prefix') {
    if (!path.text.startsWith('/')) path.invalid('must be an absolute path', path.text);
    for (const part of BAD_PARTS) if (path.text.includes(part)) path.invalid(`must not contain '${part}'`);
    for (const end of BAD_ENDS) if (path.text.endsWith(end)) path.invalid(`cannot end with '${end}'`);
  } else if (type.text === 'ImplementationSpecific') {
    if (path.text !== '' && !path.text.startsWith('/')) path.invalid('must be an absolute path');
  } else type.unsupported(['Exact', 'ImplementationSpecific', 'Prefix']);
  backend(item.at('backend'));
}

function backend(field: Field): void {
  const [resource, service] = [field.at('resource'), field.at('service')];
  if (resource.isSet && service.isSet) field.invalid('cannot set both resource and service backends', '');
  else if (resource.isSet) reference(resource);
  else if (service.isSet) serviceBackend(field, service);
  else field.invalid('resource or service backend is required', '');
}

function reference(field: Field): void {
  if (field.at('apiGroup').isSet) field.at('apiGroup').matches(isSubdomain);
  field.at('kind').needs(isPathSegment);
  field.at('name').needs(isPathSegment);
}

function serviceBackend(field: Field, service: Field): void {
  service.at('name').needs(isDnsLabel);
  const [name, number] = [service.at('port').at('name'), service.at('port').at('number')];
  if (name.text !== '' && number.number !== 0) field.invalid('cannot set both port name & port number', '');
  else if (name.text !== '') name.matches(isPortName);
  else if (number.number !== 0) number.inRange(1, 65535);
  else field.required('port name or number is required');
}

/** Checks of IngressClass. */
export const ingressClass: KindChecks = {
  spec: (object, before) => {
    const controller = object.at('spec').at('controller');
    if (before !== undefined) controller.unchangedFrom(before.at('spec').at('controller'));
    if (controller.text.length > 250) controller.tooLong(250);
    controller.needs(isDomainPath);
    parameters(object.at('spec').at('parameters'));
  },
};

function parameters(field: Field): void {
  if (!field.isSet) return;
  reference(field);
  const [scope, namespace] = [field.at('scope'), field.at('namespace')];
  if (!scope.isSet) return void scope.required();
  scope.oneOf(['Cluster', 'Namespace']);
  if (scope.text === 'Namespace') {
    if (namespace.text === '') namespace.required("`parameters.scope` is set to 'Namespace'");
    else namespace.matches(isDnsLabel);
  }
  if (scope.text === 'Cluster' && namespace.isSet) namespace.forbidden("`parameters.scope` is set to 'Cluster'");
}
