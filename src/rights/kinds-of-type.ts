/** Which kinds of objects a type stands for: a kind as a value, an object, a reference to one, or a list of any of these. */
import type { ts } from 'ts-morph';
import type { OpenProject } from './open-project.js';

/** A kind by the names that an object carries. */
export interface KindName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What a type says about kinds. */
export interface KindsOfType {
  readonly names: readonly KindName[];
  /** Type parameters that decide about the rest. */
  readonly open: readonly ts.TypeParameter[];
  /** Whether the type may stand for kinds that it does not name. */
  readonly isUnclear: boolean;
}

const NOTHING: KindsOfType = { names: [], open: [], isUnclear: false };
const UNCLEAR: KindsOfType = { names: [], open: [], isUnclear: true };

/** Types of kbts refer to each other a few times at most; what goes deeper is not understood. */
const MAX_DEPTH = 6;

/** The kinds of a type, as seen from `node`. */
export function kindsOfType(project: OpenProject, type: ts.Type, node: ts.Node, depth = 0): KindsOfType {
  const { ts, types } = project;
  if (depth > MAX_DEPTH) return UNCLEAR;
  const inner = (next: ts.Type): KindsOfType => kindsOfType(project, next, node, depth + 1);
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return UNCLEAR;
  if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Never)) return NOTHING;
  if (type.flags & ts.TypeFlags.TypeParameter) return ofParameter(project, type);
  if (type.isUnion()) return merge(type.types.map(inner));

  const made = types.getSignaturesOfType(type, ts.SignatureKind.Construct)[0];
  if (made !== undefined) return inner(made.getReturnType());
  const kind = propertyType(project, type, 'kind', node);
  if (kind !== undefined && types.getSignaturesOfType(kind, ts.SignatureKind.Construct).length > 0) return inner(kind);
  const apiVersion = propertyType(project, type, 'apiVersion', node);
  const named = kind && apiVersion && namesOf(apiVersion, kind);
  if (named !== undefined) return { ...NOTHING, names: named };

  const parameters = parametersIn(project, type);
  if (parameters.length > 0) return merge(parameters.map((parameter) => ofParameter(project, parameter)));
  const item = types.getIndexTypeOfType(type, ts.IndexKind.Number);
  return item === undefined ? UNCLEAR : inner(item);
}

/** Several answers as one. */
export function merge(all: readonly KindsOfType[]): KindsOfType {
  return {
    names: all.flatMap(({ names }) => names),
    open: [...new Set(all.flatMap(({ open }) => open))],
    isUnclear: all.some(({ isUnclear }) => isUnclear),
  };
}

/** A parameter of a type that can only be one kind is that kind; others are decided by whoever calls. */
function ofParameter({ types }: OpenProject, parameter: ts.TypeParameter): KindsOfType {
  const constraint = types.getBaseConstraintOfType(parameter);
  const [apiVersion, kind] = ['apiVersion', 'kind'].map((name) => {
    const property = constraint?.getProperty(name);
    return property && types.getTypeOfSymbol(property);
  });
  const names = apiVersion && kind && namesOf(apiVersion, kind);
  return names === undefined ? { ...NOTHING, open: [parameter] } : { ...NOTHING, names };
}

function propertyType({ types }: OpenProject, type: ts.Type, name: string, node: ts.Node): ts.Type | undefined {
  const property = types.getPropertyOfType(type, name);
  return property && types.getNonNullableType(types.getTypeOfSymbolAtLocation(property, node));
}

/** Every pair of literal names; undefined when one of them could be any text. */
function namesOf(apiVersion: ts.Type, kind: ts.Type): KindName[] | undefined {
  const [versions, kinds] = [literals(apiVersion), literals(kind)];
  if (versions === undefined || kinds === undefined) return undefined;
  return versions.flatMap((version) => kinds.map((name) => ({ apiVersion: version, kind: name })));
}

function literals(type: ts.Type): string[] | undefined {
  const members = type.isUnion() ? type.types : [type];
  const texts = members.flatMap((member) => (member.isStringLiteral() ? member.value : []));
  return texts.length === members.length && texts.length > 0 ? texts : undefined;
}

/** The type parameters that a type is made from, as `T` in `Stored<T>`. */
function parametersIn({ ts, types }: OpenProject, type: ts.Type): ts.TypeParameter[] {
  const found = new Set<ts.TypeParameter>();
  const seen = new Set<ts.Type>();
  const visit = (next: ts.Type, depth: number): void => {
    if (seen.has(next) || depth > MAX_DEPTH) return;
    seen.add(next);
    if (next.flags & ts.TypeFlags.TypeParameter) found.add(next);
    for (const argument of next.aliasTypeArguments ?? []) visit(argument, depth + 1);
    if (next.isUnionOrIntersection()) for (const member of next.types) visit(member, depth + 1);
    if (next.flags & ts.TypeFlags.Conditional) visit((next as ts.ConditionalType).checkType, depth + 1);
    if (next.flags & ts.TypeFlags.IndexedAccess) visit((next as ts.IndexedAccessType).objectType, depth + 1);
    const isReference =
      next.flags & ts.TypeFlags.Object && (next as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference;
    if (isReference)
      for (const argument of types.getTypeArguments(next as ts.TypeReference)) visit(argument, depth + 1);
  };
  visit(type, 0);
  return [...found].filter((parameter) => !(parameter as { isThisType?: boolean }).isThisType);
}
