/** Which rights each call of kbts needs. A call is known by its declaration: `Interface.member`, or the name of a function. */

/** The rights of one call. */
export interface CallRule {
  /** What names the kind: an argument by its index, or the object whose method is called. */
  readonly of: number | 'receiver';
  readonly verbs: readonly string[];
  /** The verbs when the answer never comes from a cache. */
  readonly live?: readonly string[];
  /** `'named'`: the argument of `subresource(…)`, or the option `subresource`. */
  readonly subresource?: 'status' | 'finalizers' | 'named';
  /** Only work that returns a status needs this. */
  readonly ifWorkReturns?: 'status';
  /** An option of the call that is `true` takes the right away. */
  readonly unlessOption?: string;
  /** What happens decides: the right is not missing without it, and not unused with it. */
  readonly isOptional?: true;
}

/** A cache lists and watches; what it cannot answer is read from the server. */
const READ = ['get', 'list', 'watch'] as const;
const APPLY = ['create', 'patch'] as const;

const ownerRule: CallRule = { of: 0, verbs: ['update'], subresource: 'finalizers' };
const statusOfWork: CallRule = { of: 'receiver', verbs: ['patch'], subresource: 'status', ifWorkReturns: 'status' };
const finalizeRules: readonly CallRule[] = [{ of: 'receiver', verbs: ['patch'] }, statusOfWork];

/** A child that the garbage collector cannot delete holds its owner by a finalizer. */
const childRules: readonly CallRule[] = [
  { of: 1, verbs: [...READ, ...APPLY] },
  { of: 1, verbs: ['delete'], unlessOption: 'keep' },
  { of: 'receiver', verbs: ['update'], subresource: 'finalizers' },
  { of: 'receiver', verbs: ['patch'], isOptional: true },
];

function watched(of: number): readonly CallRule[] {
  return [{ of, verbs: READ }];
}

function status(...verbs: readonly string[]): readonly CallRule[] {
  return [{ of: 0, verbs, subresource: 'status' }];
}

function named(...verbs: readonly string[]): readonly CallRule[] {
  return [{ of: 0, verbs, subresource: 'named' }];
}

/** The rules, by declaration. */
export const CALL_RULES: Readonly<Record<string, readonly CallRule[]>> = {
  'Reader.get': [{ of: 0, verbs: READ, live: ['get'] }],
  'Reader.find': [{ of: 0, verbs: READ, live: ['get'] }],
  'Reader.list': [{ of: 0, verbs: READ, live: ['list'] }],
  'Writer.create': [{ of: 0, verbs: ['create'] }],
  'Writer.update': [{ of: 0, verbs: ['update'] }],
  'Writer.patch': [{ of: 0, verbs: ['patch'] }],
  'Writer.apply': [{ of: 0, verbs: APPLY }],
  'Writer.delete': [{ of: 0, verbs: ['delete'] }],
  'Writer.deleteAllOf': [{ of: 0, verbs: ['deletecollection'] }],
  'Client.pages': [{ of: 0, verbs: ['list'] }],
  'Client.watch': [{ of: 0, verbs: ['list', 'watch'] }],
  'Client.owned': [ownerRule],
  'OwnedClient.create': [{ of: 0, verbs: ['create'] }],
  'OwnedClient.apply': [{ of: 0, verbs: [...READ, ...APPLY] }],
  'OwnedClient.list': watched(0),
  'StatusClient.get': status('get'),
  'StatusClient.update': status('update'),
  'StatusClient.patch': status('patch'),
  'StatusClient.apply': status('patch'),
  'StatusClient.setCondition': status('patch'),
  'StatusClient.report': status('patch'),
  'SubresourceClient.get': named('get'),
  'SubresourceClient.create': named('create'),
  'SubresourceClient.update': named('update'),
  'SubresourceClient.patch': named('patch'),
  'SubresourceClient.apply': named('patch'),
  modify: [
    { of: 1, verbs: READ },
    { of: 1, verbs: ['patch'], subresource: 'named' },
  ],
  createOrUpdate: [{ of: 1, verbs: [...READ, 'create', 'update'] }],
  createOrPatch: [{ of: 1, verbs: [...READ, 'create', 'patch'] }],
  addFinalizer: [{ of: 1, verbs: ['patch'] }],
  removeFinalizer: [{ of: 1, verbs: ['patch'] }],
  'owners.setController': [ownerRule],
  'Cache.informer': watched(0),
  controller: watched(0),
  'Steps.owns': watched(0),
  'Steps.watches': watched(0),
  'KeyedSteps.watches': watched(0),
  'ControllerDraft.references': watched(1),
  'Steps.prunes': [{ of: 0, verbs: [...READ, 'delete'] }],
  'Chain.child': childRules,
  'Chain.children': childRules,
  'Chain.reconcile': [statusOfWork],
  'ControllerDraft.finalize': finalizeRules,
  'Works.finalize': finalizeRules,
};

/** Calls that need the same rights whatever they are about. */
export const FIXED_RIGHTS: Readonly<
  Record<string, { readonly group: string; readonly resource: string; readonly verbs: readonly string[] }>
> = {
  'EventRecorder.event': { group: 'events.k8s.io', resource: 'events', verbs: APPLY },
};

/** Calls whose requests nobody can see from here. */
export const RAW_ACCESS: ReadonlySet<string> = new Set(['toClientNode', 'createTransport', 'Transport.request']);

/** Whoever has one of these can send requests. */
export const CLIENTS: ReadonlySet<string> = new Set([
  'Client',
  'Reader',
  'Writer',
  'OwnedClient',
  'StatusClient',
  'SubresourceClient',
  'Manager',
  'Cache',
]);
