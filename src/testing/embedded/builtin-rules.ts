/** What single built-in kinds need beyond the common rules. */
import type { ApiObject } from './api-object.js';
import type { FieldError } from './api-status.js';
import { crdRules } from './builtin-crd.js';
import { namespaceRules } from './builtin-namespace.js';
import type { ResourceType } from './resource-type.js';

/** Rules of one kind. */
export interface KindRules {
  /** On create: what the server sets before anything else. */
  readonly prepareCreate?: (object: ApiObject) => ApiObject;
  /** On update: what the server keeps or sets. */
  readonly prepareUpdate?: (after: ApiObject, before: ApiObject) => ApiObject;
  readonly setDefaults?: (object: ApiObject) => ApiObject;
  readonly validate?: (after: ApiObject, before: ApiObject | undefined) => FieldError[];
}

const RULES = new Map<string, KindRules>(
  Object.entries({
    '/Namespace': namespaceRules,
    'apiextensions.k8s.io/CustomResourceDefinition': crdRules,
  }),
);

/** The rules of a built-in kind, if it has any. */
export function builtinRules(type: ResourceType): KindRules | undefined {
  return type.custom === undefined ? RULES.get(`${type.group}/${type.kind}`) : undefined;
}
