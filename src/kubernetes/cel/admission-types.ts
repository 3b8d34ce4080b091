/** What expressions of webhooks and admission policies see. */
import { type Names, STANDARD_NAMES } from './check/functions.js';
import { JSON_PATCHES, OBJECT, PATCH_NAMES } from './check/patch-names.js';
import {
  BOOL,
  DYN,
  INT,
  isSame,
  listOf,
  mapOf,
  NULL,
  STRING,
  structOf,
  TIMESTAMP,
  type Type,
  unwrapOptional,
} from './check/types.js';

const object = (name: string, fields: Readonly<Record<string, Type>>): Type =>
  structOf(`kubernetes.${name}`, () => new Map(Object.entries(fields)));
const strings = (names: string): Record<string, Type> =>
  Object.fromEntries(names.split(' ').map((name) => [name, STRING]));

const KIND = object('GroupVersionKind', strings('group version kind'));
const RESOURCE = object('GroupVersionResource', strings('group version resource'));
const USER = object('UserInfo', {
  ...strings('username uid'),
  groups: listOf(STRING),
  extra: mapOf(STRING, listOf(STRING)),
});
const REQUEST = object('AdmissionRequest', {
  ...strings('subResource requestSubResource name namespace operation'),
  kind: KIND,
  requestKind: KIND,
  resource: RESOURCE,
  requestResource: RESOURCE,
  userInfo: USER,
  dryRun: BOOL,
  options: DYN,
});
const CONDITION = object('NamespaceCondition', {
  ...strings('status type message reason'),
  lastTransitionTime: TIMESTAMP,
});
const NAMESPACE = object('Namespace', {
  metadata: object('NamespaceMetadata', {
    ...strings('name generateName namespace UID resourceVersion'),
    labels: mapOf(STRING, STRING),
    annotations: mapOf(STRING, STRING),
    creationTimestamp: TIMESTAMP,
    deletionTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    generation: INT,
    finalizers: listOf(STRING),
  }),
  spec: object('NamespaceSpec', { finalizers: listOf(STRING) }),
  status: object('NamespaceStatus', { ...strings('phase'), conditions: listOf(CONDITION) }),
});
const AUTHORIZER = structOf('kubernetes.authorization.Authorizer');
const CHECK = structOf('kubernetes.authorization.ResourceCheck');

/** What can be there in addition to the object and the request. */
export interface AdmissionScope {
  readonly hasParams: boolean;
  /** Everywhere but in message expressions. */
  readonly hasAuthorizer?: boolean;
  /** In the patches of mutating policies: whether they can make objects and operations. */
  readonly hasPatches?: boolean;
  /** Types of the policy's variables so far; undefined where there are none. */
  readonly variables?: ReadonlyMap<string, Type>;
}

/** The types of all variables. */
export function admissionVariables(scope: AdmissionScope): Readonly<Record<string, Type>> {
  const { hasParams, hasAuthorizer = true, variables } = scope;
  return {
    object: DYN,
    oldObject: DYN,
    request: REQUEST,
    namespaceObject: NAMESPACE,
    ...(hasAuthorizer && { authorizer: AUTHORIZER, 'authorizer.requestResource': CHECK }),
    ...(hasParams && { params: DYN }),
    ...(variables !== undefined && { variables: structOf('kubernetes.variables', () => variables) }),
  };
}

/** What expressions can name besides variables. */
export function admissionNames({ hasPatches = false }: AdmissionScope): Names {
  return hasPatches ? PATCH_NAMES : STANDARD_NAMES;
}

/** A type as variables of a policy have it: of what is inside them, only lists, maps and plain values are known. */
export function variableType(type: Type): Type {
  const [first = DYN, second = DYN] = type.params.map(variableType);
  if (type.kind === 'list') return listOf(first);
  if (type.kind === 'map') return mapOf(first, second);
  return ['opaque', 'struct', 'type', 'param'].includes(type.kind) ? DYN : type;
}

const RESULTS = { bool: BOOL, string: STRING, null: NULL, Object: OBJECT, 'list(JSONPatch)': JSON_PATCHES };

/** The sorts of results that an expression can be asked for. */
export type ResultSort = keyof typeof RESULTS;

/** Whether a result is of one of the sorts; a value that is only known at run time is of none. */
export function isResult(type: Type, sorts: readonly ResultSort[]): boolean {
  return sorts.some((sort) => {
    const wanted = RESULTS[sort];
    if (wanted === OBJECT || wanted === JSON_PATCHES) return isSame(wanted, type);
    return wanted.kind === unwrapOptional(type).type.kind && type.kind !== 'opaque';
  });
}
