/** Which requests webhooks and policies are for. */
import { isPathSegment } from '../value/names.js';
import type { Field } from '../field.js';
import { labelSelector } from '../selector/selector-rules.js';

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

/** Operations, groups, versions and resources. */
export function ruleWithOperations(rule: Field): void {
  const operations = rule.at('operations');
  if (operations.size === 0) operations.required();
  onlyWildcard(operations, 'operations');
  for (const operation of operations.items) operation.oneOf(OPERATIONS);
  const [groups, versions] = [rule.at('apiGroups'), rule.at('apiVersions')];
  if (groups.size === 0) groups.required();
  onlyWildcard(groups, 'API groups');
  if (versions.size === 0) versions.required();
  onlyWildcard(versions, 'API versions');
  for (const version of versions.items) if (version.text === '') version.required();
  resources(rule.at('resources'));
  rule.at('scope').mayBeOneOf(['*', 'Cluster', 'Namespaced']);
}

function onlyWildcard(field: Field, what: string): void {
  if (field.size > 1 && field.texts.includes('*')) field.invalid(`if '*' is present, must not specify other ${what}`);
}

function resources(field: Field): void {
  if (field.size === 0) field.required();
  const [wholeResources, wholeSubresources] = [new Set<string>(), new Set<string>()];
  let hasPlain = false;
  for (const item of field.items) {
    const { text } = item;
    const slash = text.indexOf('/');
    if (text === '') item.required();
    else if (slash < 0) hasPlain = text !== '*';
    else {
      const [resource, subresource] = [text.slice(0, slash), text.slice(slash + 1)];
      if (wholeResources.has(resource)) item.invalid(`if '${resource}/*' is present, must not specify ${text}`);
      if (wholeSubresources.has(subresource))
        item.invalid(`if '*/${subresource}' is present, must not specify ${text}`);
      if (subresource === '*') wholeResources.add(resource);
      if (resource === '*') wholeSubresources.add(subresource);
    }
  }
  if (field.size > 1 && field.texts.includes('*/*')) {
    field.invalid("if '*/*' is present, must not specify other resources");
  }
  if (field.texts.includes('*') && hasPlain) {
    field.invalid("if '*' is present, must not specify other resources without subresources");
  }
}

/** `matchConstraints` and `matchResources` of policies. */
export function matchResources(field: Field): void {
  if (!field.isSet) return;
  if (!field.at('matchPolicy').isSet) field.at('matchPolicy').required();
  else field.at('matchPolicy').oneOf(['Equivalent', 'Exact']);
  for (const key of ['namespaceSelector', 'objectSelector']) {
    if (!field.at(key).isSet) field.at(key).required();
    else labelSelector(field.at(key));
  }
  for (const rule of [...field.at('resourceRules').items, ...field.at('excludeResourceRules').items]) {
    const names = new Set<string>();
    for (const name of rule.at('resourceNames').items) {
      name.matches(isPathSegment);
      if (names.has(name.text)) name.duplicate();
      names.add(name.text);
    }
    ruleWithOperations(rule);
  }
}
