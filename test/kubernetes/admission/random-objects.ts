/** Random roles, bindings, webhook configurations and policies: most are wrong in one or two places. */
import { randomFrom } from '../regex/random-patterns.js';
import { EXPRESSIONS, PATCHES } from './random-expressions.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonMap = { [key: string]: Json };
type Choose = <T>(list: readonly T[]) => T;

/** An object, and its predecessor when it is an update. */
export interface RandomObject {
  readonly object: JsonMap;
  readonly old?: JsonMap;
}

const RBAC = 'rbac.authorization.k8s.io';
const NAMES = [
  'a',
  'b.c',
  'a.b.c',
  'x.y.example.com',
  '',
  'A',
  'a b',
  'a/b',
  '..',
  'a_b',
  'é',
  'a'.repeat(64),
  'system:a',
];
const VALUES = ['x', '', 'not valid', 'a'.repeat(64), '-', 'a.b'];

/** Reproducible objects. */
export function randomObjects(seed: number, count: number): RandomObject[] {
  const random = randomFrom(seed);
  const choose: Choose = (list) => list[Math.floor(random() * list.length)] as never;
  const maker = new Maker(random, choose);
  return Array.from({ length: count }, () => {
    const object = maker.object();
    if (random() > 0.4) return { object };
    const old = structuredClone(object);
    for (let times = 0; times < 3; times++) maker.change(choose([object, old]));
    return { object, old };
  });
}

class Maker {
  readonly #random: () => number;
  readonly #choose: Choose;

  constructor(random: () => number, choose: Choose) {
    this.#random = random;
    this.#choose = choose;
  }

  object(): JsonMap {
    return this.#choose([
      () => this.#role('Role'),
      () => this.#role('ClusterRole'),
      () => this.#binding('RoleBinding'),
      () => this.#binding('ClusterRoleBinding'),
      () => this.#webhooks('ValidatingWebhookConfiguration'),
      () => this.#webhooks('MutatingWebhookConfiguration'),
      () => this.#policy(),
      () => this.#policyBinding('ValidatingAdmissionPolicyBinding'),
      () => this.#mutatingPolicy(),
      () => this.#policyBinding('MutatingAdmissionPolicyBinding'),
    ])();
  }

  /** Replaces or removes one member somewhere below `spec`, `webhooks`, `rules` and their like. */
  change(object: JsonMap): void {
    const other = this.#sibling(object);
    const keys = Object.keys(other).filter((key) => !['apiVersion', 'kind', 'metadata'].includes(key));
    const key = this.#choose(keys);
    if (other[key] === undefined || this.#chance(0.1)) delete object[key];
    else object[key] = other[key];
  }

  /** Another object of the same kind. */
  #sibling(object: JsonMap): JsonMap {
    for (;;) {
      const other = this.object();
      if (other['kind'] === object['kind']) return other;
    }
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  /** Usually the good value; sometimes one of the others, or nothing. */
  #mostly(good: Json, others: readonly Json[]): Json | undefined {
    if (this.#chance(0.85)) return good;
    return this.#chance(0.3) ? undefined : this.#choose(others);
  }

  #some<T>(make: () => T, most = 3): T[] {
    return Array.from({ length: Math.floor(this.#random() * (most + 1)) }, make);
  }

  #fields(fields: Readonly<Record<string, Json | undefined>>): JsonMap {
    return Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined),
    );
  }

  #texts(values: readonly string[]): Json {
    return this.#some(() => this.#choose(values));
  }

  #labels(): Json {
    return Object.fromEntries(
      this.#some(() => [this.#choose(['app', 'a.b/c', 'A_1', 'a b']), this.#choose(VALUES)], 2),
    );
  }

  #selector(): Json {
    const expression = (): Json =>
      this.#fields({
        key: this.#mostly('app', ['', 'a b', 'a/b/c']),
        operator: this.#choose(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', '']),
        values: this.#mostly(['x'], [[], ['not valid'], ['x', '-']]),
      });
    return this.#fields({
      matchLabels: this.#mostly({ app: 'x' }, [this.#labels()]),
      matchExpressions: this.#chance(0.3) ? this.#some(expression, 2) : undefined,
    });
  }

  #role(kind: string): JsonMap {
    const rule = (): Json =>
      this.#fields({
        verbs: this.#mostly(['get'], [[], ['*', 'get']]),
        apiGroups: this.#mostly([''], [[], ['apps']]),
        resources: this.#mostly(['pods'], [[], ['*']]),
        resourceNames: this.#mostly([], [['a'], ['']]),
        nonResourceURLs: this.#chance(0.2) ? ['/healthz'] : undefined,
      });
    const aggregationRule = this.#fields({ clusterRoleSelectors: this.#some(() => this.#selector(), 2) });
    return this.#fields({
      apiVersion: `${RBAC}/v1`,
      kind,
      metadata: { name: 'a', ...(kind === 'Role' && { namespace: 'default' }) },
      rules: this.#some(rule),
      aggregationRule: kind === 'ClusterRole' && this.#chance(0.3) ? aggregationRule : undefined,
    });
  }

  #binding(kind: string): JsonMap {
    const subject = (): Json =>
      this.#fields({
        kind: this.#choose(['ServiceAccount', 'User', 'Group', 'Robot', '']),
        name: this.#choose(NAMES),
        apiGroup: this.#mostly(RBAC, ['', 'apps']),
        namespace: this.#mostly('default', ['']),
      });
    return this.#fields({
      apiVersion: `${RBAC}/v1`,
      kind,
      metadata: { name: 'a', ...(kind === 'RoleBinding' && { namespace: 'default' }) },
      roleRef: this.#fields({
        apiGroup: this.#mostly(RBAC, ['', 'apps']),
        kind: this.#mostly('ClusterRole', ['Role', 'Deployment', '']),
        name: this.#choose(NAMES),
      }),
      subjects: this.#some(subject),
    });
  }

  #rule(): JsonMap {
    return this.#fields({
      operations: this.#mostly(['CREATE'], [[], ['*'], ['*', 'CREATE'], ['READ'], ['create'], ['CREATE', 'CREATE']]),
      apiGroups: this.#mostly(['apps'], [[], ['*'], ['*', 'apps'], ['']]),
      apiVersions: this.#mostly(['v1'], [[], ['*'], ['*', 'v1'], ['']]),
      resources: this.#mostly(
        ['deployments'],
        [
          [],
          ['*'],
          ['*', 'pods'],
          ['*/*', 'a'],
          ['a/*', 'a/b'],
          ['*/b', 'a/b'],
          [''],
          ['pods', '*'],
          ['pods/a/b', '*'],
        ],
      ),
      scope: this.#mostly('Namespaced', ['*', 'Cluster', 'All', '']),
    });
  }

  #clientConfig(): Json {
    const path = this.#choose(['/', '/a', '/a//b', 'a', '//', '/A', '/a/', '']);
    const port = this.#choose([443, 0, 70_000, -1]);
    return this.#choose<Json>([
      { service: { name: 'a', namespace: 'b' } },
      { service: { name: this.#choose(NAMES), namespace: this.#choose(NAMES), path, port } },
      { url: 'https://a/b' },
      { url: this.#choose(['', 'http://a', 'https://u@a', 'https://a?b=c', 'https://a#b', ':x', 'https:///a', '%']) },
      { url: 'https://a', service: { name: 'a', namespace: 'b' } },
      {},
    ]);
  }

  #condition(): Json {
    return { name: this.#choose(['a', 'b/c', '', 'a b', 'a']), expression: this.#choose(EXPRESSIONS) };
  }

  #webhooks(kind: string): JsonMap {
    const webhook = (): Json =>
      this.#fields({
        name: this.#mostly('a.b.c', ['a', 'a.b', 'A.b.c', '', 'a..c', 'x.y.z']),
        rules: this.#some(() => this.#rule(), 2),
        failurePolicy: this.#mostly('Fail', ['Ignore', 'fail', '']),
        matchPolicy: this.#mostly('Exact', ['Equivalent', 'exact', '']),
        sideEffects: this.#mostly('None', ['NoneOnDryRun', 'Some', 'Unknown', '']),
        timeoutSeconds: this.#mostly(10, [0, 31, -1, 30, 1]),
        namespaceSelector: this.#chance(0.3) ? this.#selector() : undefined,
        objectSelector: this.#chance(0.3) ? this.#selector() : undefined,
        clientConfig: this.#mostly({ service: { name: 'a', namespace: 'b' } }, [this.#clientConfig()]),
        admissionReviewVersions: this.#mostly(['v1'], [[], ['v1beta1'], ['v2'], ['v1', 'v1'], ['V_1', 'v1']]),
        reinvocationPolicy: kind.startsWith('Mutating') ? this.#mostly('Never', ['IfNeeded', 'Always']) : undefined,
        matchConditions: this.#chance(0.3) ? this.#some(() => this.#condition()) : undefined,
      });
    const apiVersion = 'admissionregistration.k8s.io/v1';
    return { apiVersion, kind, metadata: { name: 'a' }, webhooks: this.#some(webhook) };
  }

  #matchResources(): Json {
    const named = (): JsonMap => ({
      ...this.#rule(),
      ...(this.#chance(0.2) && { resourceNames: this.#texts(['a', 'b', '', 'a/b', '..']) }),
    });
    return this.#fields({
      matchPolicy: this.#mostly('Exact', ['Equivalent', 'exact', '']),
      namespaceSelector: this.#chance(0.3) ? this.#selector() : undefined,
      objectSelector: this.#chance(0.3) ? this.#selector() : undefined,
      resourceRules: this.#some(named, 2),
      excludeResourceRules: this.#chance(0.3) ? this.#some(named, 2) : undefined,
    });
  }

  #policy(): JsonMap {
    const expression = (): string => this.#choose(EXPRESSIONS);
    const validation = (): Json =>
      this.#fields({
        expression: this.#mostly('true', [expression(), expression()]),
        message: this.#mostly('no', ['', ' ', 'a\nb', 'a\n']),
        messageExpression: this.#chance(0.3) ? this.#mostly("'no'", [expression(), expression()]) : undefined,
        reason: this.#mostly('Invalid', ['Forbidden', 'Nope', '']),
      });
    const annotation = (): Json => ({
      key: this.#choose(['a', 'b', '', 'a b', 'a/b']),
      valueExpression: this.#mostly("'x'", [expression(), 'a'.repeat(5121)]) ?? '',
    });
    const variable = (): Json => ({
      name: this.#choose(['a', 'b', '', 'if', '1a', ' ', 'a-b']),
      expression: this.#mostly('1', [expression()]) ?? '',
    });
    const paramKind = {
      apiVersion: this.#choose(['v1', 'a/v1', '', '/', 'a/b/c', 'A/v1', 'a/V1', 'a/']),
      kind: this.#choose(['ConfigMap', '', 'a b', 'configmap']),
    };
    const spec = this.#fields({
      failurePolicy: this.#mostly('Fail', ['Ignore', 'fail', '']),
      paramKind: this.#chance(0.3) ? paramKind : undefined,
      matchConstraints: this.#chance(0.95) ? this.#matchResources() : undefined,
      matchConditions: this.#chance(0.3) ? this.#some(() => this.#condition()) : undefined,
      variables: this.#chance(0.4) ? this.#some(variable) : undefined,
      validations: this.#some(validation, 2),
      auditAnnotations: this.#chance(0.3) ? this.#some(annotation, 2) : undefined,
    });
    const metadata = { name: 'a' };
    return { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy', metadata, spec };
  }

  #mutatingPolicy(): JsonMap {
    const expressions = [...EXPRESSIONS, ...PATCHES];
    const { validations: _validations, auditAnnotations: _annotations, ...shared } = this.#policy()['spec'] as JsonMap;
    const mutation = (): Json => {
      const isApply = this.#chance(0.5);
      const good = isApply ? 'Object{}' : '[JSONPatch{op: "test", path: "/a"}]';
      const patch = { expression: this.#mostly(good, [this.#choose(expressions), this.#choose(expressions)]) ?? '' };
      const [own, other] = isApply ? ['applyConfiguration', 'jsonPatch'] : ['jsonPatch', 'applyConfiguration'];
      return this.#fields({
        patchType: this.#mostly(isApply ? 'ApplyConfiguration' : 'JSONPatch', ['', 'MergePatch', 'JSONPatch']),
        [own]: this.#mostly(patch, [null, {}]),
        [other]: this.#chance(0.1) ? patch : undefined,
      });
    };
    const spec = this.#fields({
      ...shared,
      mutations: this.#some(mutation, 2),
      reinvocationPolicy: this.#mostly('Never', ['IfNeeded', 'Always', '']),
    });
    const metadata = { name: 'a' };
    return { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'MutatingAdmissionPolicy', metadata, spec };
  }

  #policyBinding(kind: string): JsonMap {
    const reference = (): JsonMap =>
      this.#fields({
        name: this.#chance(0.6) ? this.#choose(NAMES) : undefined,
        namespace: this.#choose(['default', undefined]),
        selector: this.#chance(0.4) ? this.#selector() : undefined,
        parameterNotFoundAction: this.#mostly('Deny', ['Allow', '', 'Warn']),
      });
    const spec = this.#fields({
      policyName: this.#choose(NAMES),
      paramRef: this.#chance(0.4) ? reference() : undefined,
      matchResources: this.#chance(0.4) ? this.#matchResources() : undefined,
      validationActions: kind.startsWith('Mutating')
        ? undefined
        : this.#mostly(['Deny'], [[], ['Deny', 'Warn'], ['Audit', 'Audit'], ['deny'], ['Warn', 'Audit']]),
    });
    const metadata = { name: 'a' };
    return { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata, spec };
  }
}
