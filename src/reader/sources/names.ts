/** Type reference → what it names: a type parameter, a declaration, or a type that kbts knows. */
import type { ts } from 'ts-morph';
import { narrowedBase, type CoreTypes, isRuntimeType, runtimeTypeName } from '../schema/core-types.js';
import type { Binding } from './program.js';
import { enumEntries } from '../evaluate/evaluate-value.js';
import {
  computed,
  type Evaluator,
  type Named,
  type Place,
  TypeProblem,
  type TypeRef,
  type TypeScope,
  Unsettled,
} from '../evaluate/type-ref.js';

/** Types of TypeScript itself that the reader knows. */
const GLOBALS = new Set([
  'Array',
  'ReadonlyArray',
  'Record',
  'Partial',
  'Required',
  'Readonly',
  'Pick',
  'Omit',
  'Exclude',
  'Extract',
  'NonNullable',
  'Uppercase',
  'Lowercase',
  'Capitalize',
  'Uncapitalize',
  'NoInfer',
  'Date',
  'Uint8Array',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'ReadonlyMap',
  'ReadonlySet',
  'Promise',
  'Function',
  'RegExp',
  'Error',
  'String',
  'Number',
  'Boolean',
  'Object',
  'Symbol',
]);

/** What a reference node names; `undefined` for nodes that are not references. */
export function resolveName(evaluator: Evaluator, core: CoreTypes, node: ts.Node, scope: TypeScope): Named | undefined {
  const { ts, program } = evaluator;
  const place: Place = { unit: scope.unit, node };
  if (ts.isParenthesizedTypeNode(node) || ts.isNamedTupleMember(node) || ts.isOptionalTypeNode(node))
    return resolveName(evaluator, core, node.type, scope);
  const typeArguments = (nodes: readonly ts.TypeNode[] | undefined): TypeRef[] =>
    (nodes ?? []).map((argument) => ({ kind: 'node', node: argument, scope }));
  if (ts.isImportTypeNode(node)) {
    const { argument, qualifier } = node;
    if (!ts.isLiteralTypeNode(argument) || !ts.isStringLiteral(argument.literal) || qualifier === undefined)
      return undefined;
    if (node.isTypeOf) throw new Unsettled(place, 'the type of a value of another module');
    const [first = '', ...rest] = nameParts(ts, qualifier);
    const start = program.importFrom(scope.unit, argument.literal.text, first);
    return meaningOf(evaluator, core, follow(evaluator, start, rest, place), {
      args: typeArguments(node.typeArguments),
      place,
      name: qualifier.getText(scope.unit.ast),
    });
  }
  if (!ts.isTypeReferenceNode(node) && !ts.isExpressionWithTypeArguments(node)) return undefined;
  const parts = nameParts(ts, ts.isTypeReferenceNode(node) ? node.typeName : node.expression);
  const [first = '', ...rest] = parts;
  const parameter = rest.length === 0 ? scope.parameters.get(first) : undefined;
  if (parameter !== undefined) return { kind: 'type', type: parameter };
  if (isInNamespace(ts, node)) throw new Unsettled(place, `"${parts.join('.')}" is a name inside a namespace`);
  return meaningOf(evaluator, core, follow(evaluator, program.lookUp(scope.unit, first), rest, place), {
    args: typeArguments(node.typeArguments),
    place,
    name: parts.join('.'),
  });
}

function meaningOf(
  evaluator: Evaluator,
  core: CoreTypes,
  found: Found,
  { args, place, name }: { readonly args: readonly TypeRef[]; readonly place: Place; readonly name: string },
): Named {
  if (found.kind === 'member') return { kind: 'type', type: found.type };
  rejectAugmented(evaluator, found.binding, place);
  return fromBinding(found.binding, core, args, place, name);
}

/** Only the checker puts the parts of a declaration together that several modules make. */
function rejectAugmented({ program }: Evaluator, binding: Binding, place: Place): void {
  if (binding.kind !== 'declared') return;
  if (binding.declarations.some((node) => program.isAugmented(binding.unit, node)))
    throw new Unsettled(place, 'this type is declared in several modules');
}

/** Names inside a namespace are those of the namespace first; the checker knows its rules. */
function isInNamespace(ts: Evaluator['ts'], node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent)
    if (ts.isModuleBlock(at)) return true;
  return false;
}

function nameParts(ts: Evaluator['ts'], node: ts.Node): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isQualifiedName(node)) return [...nameParts(ts, node.left), node.right.text];
  if (ts.isPropertyAccessExpression(node)) return [...nameParts(ts, node.expression), node.name.text];
  return [''];
}

type Found =
  | { readonly kind: 'binding'; readonly binding: Binding }
  | { readonly kind: 'member'; readonly type: TypeRef };

/** `ns.Type` with `import * as ns`, and `Phase.Running`. */
function follow(evaluator: Evaluator, start: Binding, names: readonly string[], place: Place): Found {
  let binding = start;
  for (const [index, name] of names.entries()) {
    if (binding.kind === 'namespace') binding = evaluator.program.exportOf(binding.unit, name);
    else if (binding.kind === 'known' && binding.name === '*') binding = { ...binding, name };
    else if (binding.kind === 'declared') {
      const member = index === names.length - 1 ? enumMember(evaluator, binding, name, place) : undefined;
      if (member === undefined) throw new Unsettled(place, `"${name}" is a name inside a namespace`);
      return { kind: 'member', type: member };
    } else break;
  }
  return { kind: 'binding', binding };
}

/** `Phase.Running` is one value of an enum. */
function enumMember(evaluator: Evaluator, binding: Binding, name: string, place: Place): TypeRef | undefined {
  if (binding.kind !== 'declared') return undefined;
  const enums = binding.declarations.filter((candidate) => evaluator.ts.isEnumDeclaration(candidate));
  if (enums.length === 0) return undefined;
  const entries = enums.flatMap((node) => enumEntries(evaluator, node, evaluator.program.unitOf(node) ?? place.unit));
  const entry = entries.find((candidate) => candidate.name === name);
  if (entry === undefined)
    throw new TypeProblem(place, 'type-unknown', `the enum has no member "${name}"`, 'check the name');
  return computed({ kind: 'literal', value: entry.value, isEnum: true }, place);
}

function fromBinding(binding: Binding, core: CoreTypes, args: readonly TypeRef[], place: Place, name: string): Named {
  switch (binding.kind) {
    case 'declared':
      return { kind: 'declared', unit: binding.unit, declarations: binding.declarations, arguments: args };
    case 'known':
      return fromKnown(binding, core, args, place);
    case 'namespace':
      throw new TypeProblem(place, 'type-unknown', `"${name}" is a module, not a type`, 'name one of its types');
    case 'missing-module':
      throw new TypeProblem(
        place,
        'module-missing',
        `the type "${name}" comes from "${binding.specifier}", which was not found`,
        'check the path, or install the package',
      );
    case 'missing-export':
      // It may be a namespace, which only the checker knows.
      throw new Unsettled(
        place,
        `"${binding.specifier}" does not export "${binding.name}"`,
        'type-unknown',
        'check the name',
      );
    case 'global':
      return fromGlobal(name, args, place);
  }
}

function fromKnown(
  binding: Extract<Binding, { kind: 'known' }>,
  core: CoreTypes,
  args: readonly TypeRef[],
  place: Place,
): Named {
  const runtime = runtimeTypeName(binding.name);
  if (runtime !== undefined) return { kind: 'known', name: runtime, arguments: args, ...narrowedBase(core, runtime) };
  const schema = core.find(binding.specifier, binding.name);
  if (schema !== undefined) return { kind: 'core', name: binding.name, schema };
  throw new TypeProblem(
    place,
    'type-unknown',
    `"${binding.specifier}" has no type "${binding.name}" that can be part of a schema`,
    'use a type of kbts/k8s by its Kubernetes name, or declare your own',
  );
}

function fromGlobal(name: string, args: readonly TypeRef[], place: Place): Named {
  if (GLOBALS.has(name)) return { kind: 'global', name, arguments: args };
  const fix = isRuntimeType(name) ? `import type { ${name} } from 'kbts/runtime'` : 'declare or import it';
  throw new Unsettled(place, `the type "${name}" is not declared`, 'type-unknown', fix);
}
