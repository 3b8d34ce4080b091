/** Finds out what a type is, from syntax alone: names are followed, generics filled in, computed types computed. */
import type { ts } from 'ts-morph';
import type { CoreTypes } from '../schema/core-types.js';
import { Checker } from '../checker/checker.js';
import { checkedName, checkedType } from '../checker/checked-name.js';
import { checkedShape } from '../checker/checked-shape.js';
import { evaluateKeyof, evaluateTuple, settleConditional, settleIndexedAccess } from './evaluate-computed.js';
import { keywordTable, literalShape } from './evaluate-literal.js';
import { evaluateMapped } from './evaluate-mapped.js';
import {
  evaluateClass,
  evaluateInterface,
  evaluateIntersection,
  evaluateLiteralType,
  knownObject,
} from './evaluate-object.js';
import { evaluateEnum, settleConstant } from './evaluate-value.js';
import { evaluateGlobal, isFilter, isUtility, settleFilter } from './evaluate-utility.js';
import { resolveName } from '../sources/names.js';
import type { Program } from '../sources/program.js';
import { carry, remembered } from '../taken/taken.js';
import {
  type CheckedRef,
  endlessType,
  type Evaluator,
  type KeywordName,
  type Named,
  type NodeRef,
  type ObjectShape,
  placeOf,
  type Shape,
  textOf,
  TypeProblem,
  type TypeRef,
  type TypeScope,
  Unsettled,
} from './type-ref.js';
import { parametersFor } from './type-parameters.js';
import { isValue } from '../sources/bindings.js';

/** Deeper nesting than this is a type that never ends. */
const MAX_DEPTH = 200;

/** An evaluator over the files of a program. */
export function makeEvaluator(program: Program, core: CoreTypes): Evaluator {
  return new SyntaxEvaluator(program, core);
}

class SyntaxEvaluator implements Evaluator {
  readonly program: Program;
  readonly ts;
  readonly checker: Checker;
  private readonly core: CoreTypes;
  private readonly keywords: ReadonlyMap<number, KeywordName>;
  private readonly shapes = new WeakMap<TypeRef, Shape>();
  private readonly settled = new WeakMap<TypeRef, TypeRef>();
  private depth = 0;

  constructor(program: Program, core: CoreTypes) {
    this.program = program;
    this.ts = program.ts;
    this.checker = new Checker(program);
    this.core = core;
    this.keywords = keywordTable(program.ts.SyntaxKind);
  }

  evaluate(type: TypeRef): Shape {
    if (type.kind === 'shape') return type.shape;
    const known = this.shapes.get(type);
    if (known !== undefined) return known;
    const shape = remembered(type.kind === 'checked' ? this.evaluateChecked(type) : this.evaluateWritten(type), type);
    this.shapes.set(type, shape);
    return shape;
  }

  private evaluateWritten(type: NodeRef): Shape {
    const decide = (): Shape => this.evaluateNode(type.node, type.scope);
    return this.nested(type, decide, (found) => this.evaluate(found));
  }

  settle(type: TypeRef): TypeRef {
    if (type.kind !== 'node') return type;
    const known = this.settled.get(type);
    if (known !== undefined) return known;
    const next = this.nested(
      type,
      () => this.step(type),
      (found) => found,
    );
    const result = next === type ? type : carry(this.settle(next), type.taken);
    this.settled.set(type, result);
    return result;
  }

  checked(type: TypeRef): CheckedRef | undefined {
    return type.kind === 'checked' ? type : type.kind === 'node' ? checkedType(this, type) : undefined;
  }

  /** Declarations are read as written, because only there are the names of aliases. */
  private evaluateChecked(type: CheckedRef): Shape {
    const named = this.resolve(type);
    try {
      if (named?.kind === 'declared') return this.declared(named, type);
      if (named?.kind === 'known' || named?.kind === 'core') return named;
    } catch (error) {
      if (!(error instanceof Unsettled)) throw error;
    }
    return checkedShape(this.checker, type);
  }

  /** What syntax decides, or else the checker, where the type depends on no parameter. */
  private nested<T>(type: NodeRef, decide: () => T, accept: (found: CheckedRef) => T): T {
    if (this.depth > MAX_DEPTH) throw endlessType(type);
    this.depth++;
    try {
      return decide();
    } catch (error) {
      const found = error instanceof Unsettled ? this.checked(type) : undefined;
      if (found === undefined) throw error;
      return accept(found);
    } finally {
      this.depth--;
    }
  }

  /** One step towards the type that a computed one is. */
  private step(type: NodeRef): TypeRef {
    const { ts } = this;
    const { node, scope } = type;
    const at = (inner: ts.Node): TypeRef => ({ kind: 'node', node: inner, scope });
    if (ts.isParenthesizedTypeNode(node)) return at(node.type);
    if (ts.isIndexedAccessTypeNode(node)) return settleIndexedAccess(this, at(node.objectType), at(node.indexType));
    if (ts.isConditionalTypeNode(node)) return settleConditional(this, type);
    if (ts.isTypeQueryNode(node)) return settleConstant(this, node, scope);
    if (!ts.isTypeReferenceNode(node) && !ts.isImportTypeNode(node)) return type;
    const named = this.resolve(type);
    if (named?.kind === 'type') return named.type;
    if (named?.kind !== 'global' || !isFilter(named.name)) return type;
    return settleFilter(this, named.name, named.arguments, placeOf(type));
  }

  objectOf(type: TypeRef): ObjectShape {
    const shape = this.evaluate(type);
    if (shape.kind === 'object') return shape;
    const known = knownObject(shape, placeOf(type));
    if (known !== undefined) return known;
    throw new Unsettled(
      placeOf(type),
      `"${textOf(type)}" is not an object type, so it has no properties to take`,
      'type-not-an-object',
      'use an interface or an object type here',
    );
  }

  resolve(type: TypeRef): Named | undefined {
    if (type.kind === 'checked') return checkedName(this.checker, this.core, type);
    return type.kind === 'node' ? resolveName(this, this.core, type.node, type.scope) : undefined;
  }

  private evaluateNode(node: ts.Node, scope: TypeScope): Shape {
    const { ts } = this;
    const at = (inner: ts.Node): TypeRef => ({ kind: 'node', node: inner, scope });
    const keyword = this.keywords.get(node.kind);
    if (keyword !== undefined) return { kind: 'keyword', name: keyword };
    if (ts.isParenthesizedTypeNode(node) || ts.isNamedTupleMember(node) || ts.isOptionalTypeNode(node))
      return this.evaluate(at(node.type));
    if (ts.isLiteralTypeNode(node)) return literalShape(ts, node);
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node) || ts.isImportTypeNode(node)) {
      return this.reference(at(node));
    }
    if (ts.isTypeLiteralNode(node)) return evaluateLiteralType(this, node, scope);
    if (ts.isArrayTypeNode(node)) return { kind: 'array', item: at(node.elementType) };
    if (ts.isTupleTypeNode(node)) return evaluateTuple(this, node, scope);
    if (ts.isUnionTypeNode(node)) return { kind: 'union', types: node.types.map(at) };
    if (ts.isIntersectionTypeNode(node))
      return evaluateIntersection(this, node.types.map(at), { unit: scope.unit, node });
    return this.evaluateOperator(node, scope);
  }

  private evaluateOperator(node: ts.Node, scope: TypeScope): Shape {
    const { ts } = this;
    const at = (inner: ts.Node): TypeRef => ({ kind: 'node', node: inner, scope });
    if (ts.isTypeOperatorNode(node)) {
      if (node.operator === ts.SyntaxKind.KeyOfKeyword) return evaluateKeyof(this, at(node.type));
      return node.operator === ts.SyntaxKind.ReadonlyKeyword
        ? this.evaluate(at(node.type))
        : { kind: 'keyword', name: 'symbol' };
    }
    if (ts.isTemplateLiteralTypeNode(node)) {
      const parts = node.templateSpans.flatMap((span) => [at(span.type), span.literal.text]);
      return { kind: 'template', parts: [node.head.text, ...parts] };
    }
    if (ts.isIndexedAccessTypeNode(node) || ts.isConditionalTypeNode(node) || ts.isTypeQueryNode(node))
      return this.evaluate(this.step({ kind: 'node', node, scope }));
    if (ts.isMappedTypeNode(node)) return evaluateMapped(this, node, scope);
    if (ts.isFunctionTypeNode(node) || ts.isConstructorTypeNode(node)) return { kind: 'function' };
    const place = { unit: scope.unit, node };
    if (node.kind === ts.SyntaxKind.ThisType)
      throw new TypeProblem(place, 'type-unsupported', 'the type "this" has no schema', 'name the type');
    throw new Unsettled(place, `the type "${textOf(at(node))}" has no schema`);
  }

  private reference(type: TypeRef): Shape {
    const named = this.resolve(type);
    const place = placeOf(type);
    switch (named?.kind) {
      case 'type':
      case 'alias':
        return this.evaluate(named.type);
      case 'known':
      case 'core':
        return named;
      case 'global':
        return isUtility(named.name)
          ? evaluateGlobal(this, named.name, named.arguments, place)
          : { kind: 'global', name: named.name };
      case 'declared':
        return this.declared(named, type);
      default:
        throw new Unsettled(
          place,
          `the type "${textOf(type)}" is not declared`,
          'type-unknown',
          'declare or import it',
        );
    }
  }

  private declared(named: Extract<Named, { kind: 'declared' }>, type: TypeRef): Shape {
    const { ts } = this;
    const { unit } = named;
    const [first] = named.declarations;
    if (first === undefined) return { kind: 'keyword', name: 'unknown' };
    const scope: TypeScope = { unit, parameters: parametersFor(ts, first, named.arguments, { unit, node: first }) };
    const types = named.declarations.filter((candidate) => !isValue(ts, candidate));
    const declaration = types[0] ?? first;
    if (types.some(({ kind }) => kind !== declaration.kind) || (types.length > 1 && ts.isClassDeclaration(declaration)))
      throw new Unsettled(placeOf(type), `"${textOf(type)}" is declared in several ways`);
    if (ts.isTypeAliasDeclaration(declaration)) return this.evaluate({ kind: 'node', node: declaration.type, scope });
    if (ts.isInterfaceDeclaration(declaration))
      return evaluateInterface(this, named, (node) => ({
        unit,
        parameters: parametersFor(ts, node, named.arguments, { unit, node }),
      }));
    if (ts.isClassDeclaration(declaration)) return evaluateClass(this, declaration, scope);
    if (ts.isEnumDeclaration(declaration)) return evaluateEnum(this, types, { unit, node: declaration });
    const message = `"${textOf(type)}" is a value, not a type`;
    throw new TypeProblem(placeOf(type), 'type-unknown', message, 'write `typeof` before it, or declare a type');
  }
}
