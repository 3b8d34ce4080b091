/** Macros that go over a list or map, and those that name a value: their cost is that of what they stand for. */
import { type CostScope, type Estimate, type Operand, over, times } from './cel-estimate.js';
import type { CelNode } from './cel-syntax.js';
import { type CelType, KEY, typeOfKind } from './cel-types.js';

type Call = Extract<CelNode, { kind: 'call' }>;
type Estimator = (node: CelNode, scope: CostScope) => Estimate;

/** Cost of one step without its expressions, of what comes before and after all steps, and what the macro makes. */
interface Fold {
  readonly step: number;
  readonly once: number;
  readonly makes: 'bool' | 'items' | 'list' | 'map';
}

const LIST = 10;
const MAP = 30;

const FOLDS: Readonly<Record<string, Fold>> = {
  all: { step: 3, once: 1, makes: 'bool' },
  exists: { step: 4, once: 1, makes: 'bool' },
  exists_one: { step: 2, once: 2, makes: 'bool' },
  existsOne: { step: 2, once: 2, makes: 'bool' },
  filter: { step: LIST + 3, once: LIST + 1, makes: 'items' },
  map: { step: LIST + 2, once: LIST + 1, makes: 'list' },
  transformList: { step: LIST + 2, once: LIST + 1, makes: 'list' },
  transformMap: { step: 3, once: MAP + 1, makes: 'map' },
  transformMapEntry: { step: MAP + 3, once: MAP + 1, makes: 'map' },
};
const BINDS = new Set(['bind', 'optMap', 'optFlatMap']);
const TWO_VARIABLES = new Set(['transformList', 'transformMap', 'transformMapEntry']);

/** Whether a call is such a macro. */
export function isFold({ target, name, arguments: args }: Call): boolean {
  return target !== undefined && args[0]?.kind === 'name' && (Object.hasOwn(FOLDS, name) || BINDS.has(name));
}

/** The cost of such a macro. */
export function foldCost(node: Call, scope: CostScope, estimate: Estimator): Estimate {
  if (BINDS.has(node.name)) return bindCost(node, scope, estimate);
  const fold = FOLDS[node.name];
  if (node.target === undefined || fold === undefined) throw new Error(`${node.name} is no fold`);
  const range = estimate(node.target, scope);
  const isPaired = TWO_VARIABLES.has(node.name) || (fold.makes === 'bool' && node.arguments.length === 3);
  const names = node.arguments.slice(0, isPaired ? 2 : 1).flatMap((part) => (part.kind === 'name' ? [part.name] : []));
  const inner = { ...scope, variables: new Map([...scope.variables, ...variablesOf(names, range)]) };
  const bodies = node.arguments.slice(names.length).map((part) => estimate(part, inner));
  const last = bodies.at(-1);
  const step = bodies.reduce((sum, body) => sum + body.cost, fold.step);
  const size = range.size ?? over;
  return {
    cost: range.cost + fold.once + times(size, step),
    ...made(fold, range, last),
    isGuess: [range, ...bodies].some(({ isGuess }) => isGuess),
  };
}

function variablesOf(names: readonly string[], range: Estimate): [string, Operand][] {
  const { type, path } = range;
  const isMap = type?.kind === 'map';
  const value: Operand = { type: type?.element, path: [...path, isMap ? '@values' : '@items'] };
  const key: Operand = isMap ? { type: KEY, path: [...path, '@keys'] } : { type: typeOfKind('int'), path: [], size: 1 };
  const [first, second] = names;
  if (first === undefined) return [];
  if (second !== undefined)
    return [
      [first, key],
      [second, value],
    ];
  return [[first, isMap ? key : value]];
}

function made({ makes }: Fold, range: Estimate, last: Estimate | undefined): Operand {
  if (makes === 'bool') return { type: typeOfKind('bool'), path: [], size: 1 };
  const element: CelType | undefined = makes === 'items' ? range.type?.element : last?.type;
  const itemSize = range.entry ?? range.type?.element?.largest;
  return {
    type: typeOfKind(makes === 'map' ? 'map' : 'list', element),
    path: [],
    size: range.size,
    entry: makes === 'items' ? itemSize : last?.size,
  };
}

/** `cel.bind(name, value, result)` and `optional.optMap(name, result)`. */
function bindCost(node: Call, scope: CostScope, estimate: Estimator): Estimate {
  const [variable] = node.arguments;
  const result = node.arguments.at(-1);
  const value = node.name === 'bind' ? node.arguments[1] : node.target;
  if (variable?.kind !== 'name' || result === undefined || value === undefined)
    return { cost: LIST, path: [], isGuess: true };
  const bound = estimate(value, scope);
  const isBind = node.name === 'bind';
  const named: Operand = isBind ? bound : { type: bound.type?.element, path: [] };
  const inner = estimate(result, { ...scope, variables: new Map([...scope.variables, [variable.name, named]]) });
  const isGuess = bound.isGuess === true || inner.isGuess === true;
  if (isBind) return { ...inner, cost: LIST + bound.cost + inner.cost, isGuess };
  // It asks whether there is a value, takes it, and wraps the result.
  const cost = 1 + bound.cost + 1 + LIST + 1 + bound.cost + inner.cost;
  return { cost, type: typeOfKind('optional', inner.type), path: [], isGuess };
}
