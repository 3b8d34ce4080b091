/**
 * What a CEL rule can cost at most, in the units of the API server, which refuses rules that could be too slow. The
 * numbers are those of Kubernetes 1.37; `test/conformance/cel-cost.test.ts` compares verdicts with a real server.
 */
import { type CostScope, type Estimate, type Operand, over } from './cel-estimate.js';
import { foldCost, isFold } from './cel-folds.js';
import { callCost, operatorCost } from './cel-functions.js';
import type { CelNode } from './cel-syntax.js';
import { type CelType, KEY, typeOfKind } from './cel-types.js';

/** The largest cost of an expression; `isGuess` when parts of it are not known here. */
export function estimateCost(
  node: CelNode,
  root: CelType,
  {
    hasOptionalOldSelf = false,
    onUnbounded = () => {},
  }: { hasOptionalOldSelf?: boolean; onUnbounded?: CostScope['onUnbounded'] } = {},
): { readonly cost: number; readonly isGuess: boolean } {
  const oldSelf = hasOptionalOldSelf ? typeOfKind('optional', root) : root;
  const variables = new Map<string, Operand>([
    ['self', { type: root, path: ['self'] }],
    ['oldSelf', { type: oldSelf, path: ['oldSelf'] }],
  ]);
  const { cost, isGuess = false } = estimate(node, { root, variables, onUnbounded });
  return { cost, isGuess };
}

/** The cost of a node and the value that it makes. */
function estimate(node: CelNode, scope: CostScope): Estimate {
  switch (node.kind) {
    case 'literal':
      return {
        cost: 0,
        type: typeOfKind(node.type),
        path: [],
        size: node.length,
        least: node.length,
        literal: node.text,
      };
    case 'name':
      return withSize({ cost: 1, ...(scope.variables.get(node.name) ?? { path: [node.name] }) }, scope);
    case 'field':
      return fieldCost(node, scope);
    case 'index':
      return indexCost(node, scope);
    case 'list':
    case 'map':
      return literalCost(node, scope);
    case 'operator':
      return operatorCost(
        node.operator,
        node.parts.map((part) => estimate(part, scope)),
      );
    case 'call':
      return isFold(node) ? foldCost(node, scope, estimate) : callNodeCost(node, scope);
  }
}

/** Sizes of values that a schema declares are found by their path. */
function withSize<T extends Operand>(value: T, scope: CostScope): T {
  if (value.size !== undefined || value.path.length === 0) return value;
  const declared = value.path.slice(1).reduce<CelType | undefined>(step, scope.root);
  if (declared === undefined) return value;
  if (!declared.isBounded) scope.onUnbounded(value.path);
  return { ...value, size: declared.largest };
}

function step(type: CelType | undefined, name: string): CelType | undefined {
  if (name === '@items' || name === '@values') return type?.element;
  return name === '@keys' ? KEY : type?.fields?.get(name);
}

function fieldCost(node: Extract<CelNode, { kind: 'field' }>, scope: CostScope): Estimate {
  const target = estimate(node.target, scope);
  const inner = target.type?.kind === 'optional' ? target.type.element : target.type;
  const type = inner?.kind === 'map' ? inner.element : inner?.fields?.get(node.field);
  if (node.isOptional) return { ...known(target), cost: target.cost + 1, type: typeOfKind('optional', type), path: [] };
  const isCharged = target.type === undefined || target.type.kind === 'map' || target.type.kind === 'object';
  const cost = target.cost + (isCharged ? 1 : 0);
  return withSize({ ...known(target), cost, type, path: [...target.path, node.field] }, scope);
}

function indexCost(node: Extract<CelNode, { kind: 'index' }>, scope: CostScope): Estimate {
  const target = estimate(node.target, scope);
  const index = estimate(node.index, scope);
  const cost = 1 + target.cost + index.cost;
  const { type } = target;
  if (node.isOptional) return { ...known(target), cost, type: typeOfKind('optional', type?.element), path: [] };
  const subpath = type?.kind === 'map' ? '@values' : '@items';
  return withSize(
    { ...known(target), cost, type: type?.element, path: [...target.path, subpath], size: target.entry },
    scope,
  );
}

const LIST = 10;
const MAP = 30;

function literalCost({ kind, parts }: Extract<CelNode, { kind: 'list' | 'map' }>, scope: CostScope): Estimate {
  const values = parts.map((part) => estimate(part, scope));
  const entries = kind === 'list' ? values : values.filter((_, index) => index % 2 === 1);
  const cost = values.reduce((sum, value) => sum + value.cost, kind === 'list' ? LIST : MAP);
  return {
    cost,
    type: typeOfKind(kind, entries[0]?.type),
    path: [],
    size: entries.length,
    entry: entries.reduce((most, value) => Math.max(most, value.size ?? over), 0),
    isGuess: values.some(({ isGuess }) => isGuess),
  };
}

function callNodeCost(node: Extract<CelNode, { kind: 'call' }>, scope: CostScope): Estimate {
  const [first] = node.arguments;
  if (node.target === undefined && node.name === 'has' && first?.kind === 'field') {
    // Only what leads to the field is charged.
    return { ...estimate(first.target, scope), type: typeOfKind('bool'), path: [], size: 1 };
  }
  const library = node.target?.kind === 'name' && !scope.variables.has(node.target.name) ? node.target.name : undefined;
  const target = node.target === undefined || library !== undefined ? undefined : estimate(node.target, scope);
  const name = library === undefined ? node.name : `${library}.${node.name}`;
  return callCost(
    name,
    target,
    node.arguments.map((argument) => estimate(argument, scope)),
  );
}

function known({ isGuess }: Operand): Pick<Operand, 'isGuess'> {
  return isGuess === true ? { isGuess } : {};
}
