/** Mutating policies with their bindings; each is for the objects that have its name as a label. */
type Spec = Record<string, unknown>;
/** An object of any kind. */
export type Plain = Spec & { metadata: Spec };

/** The version of all policies and webhooks. */
export const V1 = 'admissionregistration.k8s.io/v1';
const apply = (expression: string): Spec => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } });
const patch = (expression: string): Spec => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
const data = (entries: string): Spec => apply(`Object{data: {${entries}}}`);

const policy = (name: string, mutations: readonly Spec[], spec: Spec = {}): Plain => ({
  apiVersion: V1,
  kind: 'MutatingAdmissionPolicy',
  metadata: { name },
  spec: {
    reinvocationPolicy: 'Never',
    matchConstraints: {
      resourceRules: [{ apiGroups: ['*'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['*'] }],
      objectSelector: { matchLabels: { policy: name.replace(/-\d$/, '') } },
    },
    mutations,
    ...spec,
  },
});
const binding = (policyName: string, spec: Spec = {}): Plain => ({
  apiVersion: V1,
  kind: 'MutatingAdmissionPolicyBinding',
  metadata: { name: `${policyName}-binding` },
  spec: { policyName, ...spec },
});
const bound = (name: string, mutations: readonly Spec[], spec: Spec = {}, bindingSpec: Spec = {}): Plain[] => [
  policy(name, mutations, spec),
  binding(name, bindingSpec),
];
const folds = (depth: number): string => {
  const numbers = `[${Array.from({ length: 60 }, (_, index) => index).join(', ')}]`;
  return Array.from({ length: depth }).reduce<string>((body, _, level) => `${numbers}.all(v${level}, ${body})`, 'true');
};
const PARAMS = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
const LIMITS = { paramRef: { name: 'limits', namespace: 'default', parameterNotFoundAction: 'Deny' } };
const add = (path: string, value: string): Spec => patch(`[JSONPatch{op: 'add', path: '${path}', value: ${value}}]`);

/** Policies with their bindings. */
export const POLICIES: readonly Plain[] = [
  ...bound('plain', [data("'b': '2'")]),
  ...bound('two', [data("'b': object.data.a + '!'"), data("'c': object.data.b + '?'")]),
  ...bound('patched', [
    patch(
      "[JSONPatch{op: 'replace', path: '/data/a', value: '2'}, JSONPatch{op: 'copy', from: '/data/a', path: '/data/b'}]",
    ),
  ]),
  ...bound('escaped', [
    add('/metadata/annotations', '{}'),
    patch("[JSONPatch{op: 'add', path: '/metadata/annotations/' + jsonpatch.escapeKey('a.b/c~d'), value: 'x'}]"),
  ]),
  ...bound('tested', [
    patch("[JSONPatch{op: 'test', path: '/data/a', value: 'x'}, JSONPatch{op: 'remove', path: '/data/a'}]"),
  ]),
  ...bound('unfit', [patch("[JSONPatch{op: 'remove', path: '/data/missing'}]")]),
  ...bound('unknown', [add('/spec', "{'a': 1}")]),
  ...bound('wrong-type', [add('/data/a', '5')]),
  ...bound('ignored', [patch("[JSONPatch{op: 'remove', path: '/data/missing'}]"), data("'b': '2'")], {
    failurePolicy: 'Ignore',
  }),
  ...bound('failing', [data("'b': object.data.missing"), data("'c': object.data.gone")]),
  ...bound('misnamed', [apply('Object{data: Object.wrong{a: "1"}}')]),
  ...bound('undeclared', [apply('Object{spec: Object.spec{a: 1}}')]),
  ...bound('dear', [data(`'b': string(${folds(4)})`)]),
  ...bound('dear-variable', [data("'b': string(variables.dear)")], {
    variables: [{ name: 'dear', expression: folds(4) }],
  }),
  ...bound('variables', [data("'b': variables.b, 'c': variables.c")], {
    variables: [
      { name: 'b', expression: "object.data.a + 'b'" },
      { name: 'c', expression: "variables.b + 'c'" },
    ],
  }),
  ...bound('conditional', [data("'b': '2'")], {
    matchConditions: [
      { name: 'first', expression: 'has(object.data.yes)' },
      { name: 'second', expression: "object.data.yes == 'x'" },
    ],
  }),
  ...bound('broken-condition', [data("'b': '2'")], {
    matchConditions: [{ name: 'a', expression: "object.data.b == 'x'" }],
  }),
  ...bound('param', [data("'max': params.data.max")], PARAMS, LIMITS),
  ...bound('lost', [data("'max': params.data.max")], PARAMS, { paramRef: { ...LIMITS.paramRef, name: 'nothing' } }),
  ...bound(
    'kindless',
    [data("'b': params.data.max")],
    { paramKind: { apiVersion: 'nope.io/v1', kind: 'Nope' } },
    LIMITS,
  ),
  ...bound('allowed', [data("'max': params.data.max")], PARAMS, {
    paramRef: { ...LIMITS.paramRef, name: 'nothing', parameterNotFoundAction: 'Allow' },
  }),
  ...bound('asking', [
    data(
      "'b': string(authorizer.group('').resource('pods').check('get').allowed()), 'c': request.operation + namespaceObject.metadata.name",
    ),
  ]),
  ...bound('moved', [apply("Object{metadata: Object.metadata{name: 'other'}}")]),
  ...bound('optional', [apply("Object{data: {?'b': optional.of('2')}, ?immutable: object.?immutable}")]),
  // Webhooks come after policies, which see what they have changed when they want to, and change it for them again.
  ...bound('hooked-1', [data("'a': object.data.a + '1'")], { reinvocationPolicy: 'IfNeeded' }),
  ...bound('hooked-2', [data("'b': '2'")]),
  ...bound('late', [data("'seen': string(has(object.data.hook))")], { reinvocationPolicy: 'IfNeeded' }),
  ...bound('early', [data("'seen': string(has(object.data.hook))")]),
  // Each runs again after the other, in whatever order the server takes them.
  ...bound('again-1', [data("'a': object.data.a + '1'")], { reinvocationPolicy: 'IfNeeded' }),
  ...bound('again-2', [data("'b': object.data.b + '2'")], { reinvocationPolicy: 'IfNeeded' }),
  ...bound('never-1', [data("'a': object.data.a + '1'")]),
  ...bound('never-2', [data("'b': '2'")]),
  ...bound('sidecar', [
    apply(
      "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: 'b', image: 'b:1'}, Object.spec.template.spec.containers{name: 'a', env: [Object.spec.template.spec.containers.env{name: 'X', value: 'y'}]}]}}}}",
    ),
  ]),
  ...bound('atomic', [
    apply(
      "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{tolerations: [Object.spec.template.spec.tolerations{key: 'a'}]}}}}",
    ),
  ]),
  ...bound('replicas', [
    apply('Object{spec: Object.spec{replicas: has(object.spec.replicas) ? object.spec.replicas + 1 : 7}}'),
  ]),
  ...bound('text-replicas', [apply("Object{spec: Object.spec{replicas: 'x'}}")]),
  ...bound('patched-replicas', [add('/spec/replicas', "'x'")]),
  ...bound('strict', [add('/spec/zzz', '1')]),
  ...bound('keyed', [
    apply(
      "Object{spec: Object.spec{ports: [Object.spec.ports{name: 'a', port: 1}, Object.spec.ports{name: 'b', port: 2}]}}",
    ),
  ]),
  ...bound('keyless', [apply('Object{spec: Object.spec{ports: [Object.spec.ports{port: 1}]}}')]),
  ...bound('twice', [
    apply("Object{spec: Object.spec{ports: [Object.spec.ports{name: 'a'}, Object.spec.ports{name: 'a'}]}}"),
  ]),
  ...bound('fixed', [apply("Object{spec: Object.spec{fixed: Object.spec.fixed{a: 'x'}}}")]),
  ...bound('pruned', [add('/spec/zzz', '1')]),
  ...bound('pruned-then-applied', [add('/spec/zzz', '1'), apply('Object{spec: Object.spec{size: 2}}')]),
  ...bound('applied-unknown', [apply('Object{spec: Object.spec{zzz: 1}}')]),
  ...bound('free-map', [apply("Object{spec: Object.spec{free: {'a': {'b': 'c'}}}}")]),
  ...bound('free-list', [apply("Object{spec: Object.spec{free: {'a': ['b', 'c']}}}")]),
  ...bound('free-copy', [apply("Object{spec: Object.spec{free: {'a': object.metadata.labels, 'b': dyn(1)}}}")]),
  ...bound('map-in-list', [apply("Object{spec: Object.spec{ports: [{'name': 'a'}]}}")]),
  ...bound('free', [apply('Object{spec: Object.spec{free: {"a": 1, "b": 2}}}')]),
  ...bound('invalid', [apply('Object{spec: Object.spec{size: 9007199254740997}}')]),
  ...bound('exact', [apply('Object{spec: Object.spec{size: object.spec.size + 2}}')]),
  ...bound('exact-patch', [add('/spec/free', "{'large': 9007199254740993, 'small': 3}")]),
  ...bound('defaulted', [patch("[JSONPatch{op: 'remove', path: '/spec/mode'}]")]),
  ...bound('numbers', [
    apply(
      "Object{spec: Object.spec{mode: type(object.spec.ratio) == double ? 'double' : 'int', note: type(object.spec.since) == string ? 'text' : 'time'}}",
    ),
  ]),
  ...bound('nulls', [apply("Object{spec: Object.spec{mode: has(object.spec.note) ? 'has' : 'no'}}")]),
  ...bound('moved-item', [patch("[JSONPatch{op: 'move', from: '/spec/size', path: '/spec/tags/0'}]")]),
  ...bound('negative', [
    add('/spec/tags', "['a', 'b']"),
    add('/spec/tags/-1', "'c'"),
    patch("[JSONPatch{op: 'remove', path: '/spec/tags/-2'}]"),
  ]),
  ...bound('status', [add('/status', '{}')]),
];
