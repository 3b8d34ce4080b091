/** Every right that the calls of an operator need, with the call; and the calls about which nothing can be known. */
import type { ts } from 'ts-morph';
import {
  type Call,
  hasOption,
  isLive,
  optionOf,
  ownCallee,
  receiverOf,
  returnsStatus,
  subresourceOf,
} from './calls.js';
import { callsOf } from './type-parameters.js';
import { type KindName, type KindsOfType, kindsOfType } from './kinds-of-type.js';
import type { OpenProject } from './open-project.js';
import { handedOver } from './handed-over.js';
import { CALL_RULES, type CallRule, FIXED_RIGHTS, RAW_ACCESS } from './rules.js';

/** Verbs on a kind or on a resource, because of a call. */
export interface Use {
  readonly target: KindName | { readonly group: string; readonly resource: string };
  readonly subresource: string | undefined;
  readonly verbs: readonly string[];
  readonly isOptional: boolean;
  readonly node: ts.Node;
}

/** A call whose rights cannot be known, and why. */
export interface Unclear {
  readonly node: ts.Node;
  readonly reason: string;
}

/** What the calls of an operator need. */
export interface Uses {
  readonly uses: readonly Use[];
  readonly unclear: readonly Unclear[];
}

/** Looks at every call in the operator's own modules. */
export function findUses(project: OpenProject): Uses {
  const found: { uses: Use[]; unclear: Unclear[] } = { uses: [], unclear: [] };
  const calls = new Set<string>();
  for (const module of project.modules) visit(module);
  const writesChildren = ['OwnedClient.create', 'OwnedClient.apply'].some((name) => calls.has(name));
  // An owner matters to those who give it children; listing them needs no right on it.
  const uses = found.uses.filter(({ node }) => writesChildren || !isOwnerOnly(node));
  return { uses, unclear: found.unclear };

  function visit(node: ts.Node): void {
    const { ts } = project;
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const callee = ownCallee(project, node);
      if (callee !== undefined) {
        calls.add(callee);
        add(usesOfCall(project, node, callee));
      }
    }
    found.unclear.push(...handedOver(project, node));
    ts.forEachChild(node, visit);
  }

  function add({ uses, unclear }: Uses): void {
    found.uses.push(...uses);
    found.unclear.push(...unclear);
  }

  function isOwnerOnly(node: ts.Node): boolean {
    return project.ts.isCallExpression(node) && ownCallee(project, node) === 'Client.owned';
  }
}

function usesOfCall(project: OpenProject, call: Call, callee: string): Uses {
  const fixed = FIXED_RIGHTS[callee];
  if (fixed !== undefined)
    return {
      uses: [{ target: fixed, subresource: undefined, verbs: fixed.verbs, isOptional: false, node: call }],
      unclear: [],
    };
  if (RAW_ACCESS.has(callee))
    return { uses: [], unclear: [{ node: call, reason: 'sends requests that kbts does not see' }] };
  const results = (CALL_RULES[callee] ?? []).map((rule) => usesOfRule(project, call, rule));
  if (callee === 'Client.with') results.push(usesOfOwner(project, call));
  return { uses: results.flatMap(({ uses }) => uses), unclear: uniqueReasons(results.flatMap((one) => one.unclear)) };
}

function uniqueReasons(unclear: readonly Unclear[]): Unclear[] {
  return [...new Map(unclear.map((one) => [`${one.node.pos} ${one.reason}`, one])).values()];
}

function usesOfRule(project: OpenProject, call: Call, rule: CallRule): Uses {
  const node = rule.of === 'receiver' ? receiverOf(project, call) : call.arguments?.[rule.of];
  if (node === undefined) return { uses: [], unclear: [] };
  const [work] = call.arguments ?? [];
  if (rule.unlessOption !== undefined && hasOption(project, call, rule.unlessOption)) return { uses: [], unclear: [] };
  if (rule.ifWorkReturns === 'status' && (work === undefined || !returnsStatus(project, work)))
    return { uses: [], unclear: [] };
  const subresource = subresourceIn(project, call, rule);
  if (subresource === 'computed')
    return { uses: [], unclear: [{ node: call, reason: 'is about a subresource whose name is computed' }] };
  const type = project.types.getTypeAtLocation(node);
  const kinds = rule.of === 'receiver' ? kindsOfReceiver(project, type, node) : kindsOfType(project, type, node);
  const verbs = rule.live !== undefined && isLive(project, call) ? rule.live : rule.verbs;
  return resolve(project, kinds, { node: call, verbs, subresource, isOptional: rule.isOptional === true });
}

function subresourceIn(project: OpenProject, call: Call, rule: CallRule): string | undefined {
  if (rule.subresource !== 'named') return rule.subresource;
  const isOfClient = ownCallee(project, call)?.startsWith('SubresourceClient.') === true;
  return isOfClient ? (subresourceOf(project, call) ?? 'computed') : optionOf(project, call, 'subresource');
}

/** The reconciled kind of a chain is the first argument of its type. */
function kindsOfReceiver(project: OpenProject, type: ts.Type, node: ts.Node): KindsOfType {
  const [kind] = project.types.getTypeArguments(type as ts.TypeReference);
  return kind === undefined ? { names: [], open: [], isUnclear: true } : kindsOfType(project, kind, node);
}

/** `client.with({ owner })`. */
function usesOfOwner(project: OpenProject, call: Call): Uses {
  const [defaults] = call.arguments ?? [];
  const owner = defaults && project.types.getTypeAtLocation(defaults).getProperty('owner');
  if (defaults === undefined || owner === undefined) return { uses: [], unclear: [] };
  const type = project.types.getTypeOfSymbolAtLocation(owner, defaults);
  const about = { node: call, verbs: ['update'], subresource: 'finalizers', isOptional: false };
  return resolve(project, kindsOfType(project, type, defaults), about);
}

interface About {
  readonly node: ts.Node;
  readonly verbs: readonly string[];
  readonly subresource: string | undefined;
  readonly isOptional: boolean;
}

/** Names become uses; a type parameter is followed to those who call the helper that declares it. */
function resolve(project: OpenProject, kinds: KindsOfType, about: About): Uses {
  const uses: Use[] = [];
  const unclear: Unclear[] = [];
  const seen = new Set<ts.TypeParameter>();
  const waiting: { kinds: KindsOfType; node: ts.Node }[] = [{ kinds, node: about.node }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const target of next.kinds.names) uses.push({ ...about, target });
    if (next.kinds.isUnclear) unclear.push({ node: next.node, reason: 'is about a kind that its type does not name' });
    for (const parameter of next.kinds.open) {
      if (seen.has(parameter)) continue;
      seen.add(parameter);
      waiting.push(...callsOf(project, parameter, about.node));
    }
  }
  return { uses, unclear };
}
