/** Finds out what a type is, from syntax alone: names are followed, generics filled in, computed types computed. */
import type { ts } from 'ts-morph';
import type { CoreTypes } from './core-types.js';
import {
  evaluateConditional,
  evaluateIndexedAccess,
  evaluateKeyof,
  evaluateMapped,
  evaluateTuple,
} from './evaluate-computed.js';
import {
  evaluateClass,
  evaluateInterface,
  evaluateIntersection,
  evaluateLiteralType,
  knownObject,
} from './evaluate-object.js';
import { evaluateConstant, evaluateEnum } from './evaluate-value.js';
import { evaluateGlobal, isUtility } from './evaluate-utility.js';
import { resolveName } from './names.js';
import type { Program } from './program.js';
import {
  type Evaluator,
  type KeywordName,
  type Named,
  type ObjectShape,
  placeOf,
  type Shape,
  textOf,
  TypeProblem,
  type TypeRef,
  type TypeScope,
} from './type-ref.js';
import { parametersFor } from './type-parameters.js';

/** Deeper nesting than this is a type that never ends. */
const MAX_DEPTH = 200;

/** An evaluator over the files of a program. */
export function makeEvaluator(program: Program, core: CoreTypes): Evaluator {
  return new SyntaxEvaluator(program, core);
}

class SyntaxEvaluator implements Evaluator {
  readonly program: Program;
  readonly ts;
  private readonly core: CoreTypes;
  private readonly keywords: ReadonlyMap<number, KeywordName>;
  private depth = 0;

  constructor(program: Program, core: CoreTypes) {
    this.program = program;
    this.ts = program.ts;
    this.core = core;
    this.keywords = keywordTable(program.ts.SyntaxKind);
  }

  evaluate(type: TypeRef): Shape {
    if (type.kind === 'shape') return type.shape;
    if (this.depth > MAX_DEPTH) {
      const fix = 'break the cycle, or use Json for the part of unknown depth';
      throw new TypeProblem(
        placeOf(type),
        'type-cyclic',
        `the type "${textOf(type)}" refers to itself without end`,
        fix,
      );
    }
    this.depth++;
    try {
      return this.evaluateNode(type.node, type.scope);
    } finally {
      this.depth--;
    }
  }

  objectOf(type: TypeRef): ObjectShape {
    const shape = this.evaluate(type);
    if (shape.kind === 'object') return shape;
    const known = knownObject(shape, placeOf(type));
    if (known !== undefined) return known;
    throw new TypeProblem(
      placeOf(type),
      'type-not-an-object',
      `"${textOf(type)}" is not an object type, so it has no properties to take`,
      'use an interface or an object type here',
    );
  }

  resolve(type: TypeRef): Named | undefined {
    return type.kind === 'node' ? resolveName(this, this.core, type.node, type.scope) : undefined;
  }

  private evaluateNode(node: ts.Node, scope: TypeScope): Shape {
    const { ts } = this;
    const at = (inner: ts.Node): TypeRef => ({ kind: 'node', node: inner, scope });
    const keyword = this.keywords.get(node.kind);
    if (keyword !== undefined) return { kind: 'keyword', name: keyword };
    if (ts.isParenthesizedTypeNode(node) || ts.isNamedTupleMember(node) || ts.isOptionalTypeNode(node))
      return this.evaluate(at(node.type));
    if (ts.isLiteralTypeNode(node)) return this.literal(node);
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
    if (ts.isIndexedAccessTypeNode(node)) return evaluateIndexedAccess(this, at(node.objectType), at(node.indexType));
    if (ts.isMappedTypeNode(node)) return evaluateMapped(this, node, scope);
    if (ts.isConditionalTypeNode(node)) return evaluateConditional(this, node, scope);
    if (ts.isTypeQueryNode(node)) return evaluateConstant(this, node, scope);
    if (ts.isFunctionTypeNode(node) || ts.isConstructorTypeNode(node)) return { kind: 'function' };
    const place = { unit: scope.unit, node };
    throw new TypeProblem(
      place,
      'type-unsupported',
      `the type "${textOf(at(node))}" has no schema`,
      'write the type out as an interface',
    );
  }

  private literal(node: ts.LiteralTypeNode): Shape {
    const { ts } = this;
    const { literal } = node;
    if (ts.isStringLiteral(literal) || ts.isNoSubstitutionTemplateLiteral(literal))
      return { kind: 'literal', value: literal.text };
    if (ts.isNumericLiteral(literal)) return { kind: 'literal', value: Number(literal.text) };
    if (ts.isBigIntLiteral(literal)) return { kind: 'keyword', name: 'bigint' };
    if (ts.isPrefixUnaryExpression(literal)) {
      if (!ts.isNumericLiteral(literal.operand)) return { kind: 'keyword', name: 'bigint' };
      return { kind: 'literal', value: -Number(literal.operand.text) };
    }
    if (literal.kind === ts.SyntaxKind.NullKeyword) return { kind: 'keyword', name: 'null' };
    return { kind: 'literal', value: literal.kind === ts.SyntaxKind.TrueKeyword };
  }

  private reference(type: TypeRef): Shape {
    const named = this.resolve(type);
    const place = placeOf(type);
    switch (named?.kind) {
      case 'type':
        return this.evaluate(named.type);
      case 'known':
        return { kind: 'known', name: named.name, arguments: named.arguments };
      case 'core':
        return { kind: 'core', name: named.name, schema: named.schema };
      case 'global':
        return isUtility(named.name)
          ? evaluateGlobal(this, named.name, named.arguments, place)
          : { kind: 'global', name: named.name };
      case 'declared':
        return this.declared(named, type);
      default:
        throw new TypeProblem(
          place,
          'type-unknown',
          `the type "${textOf(type)}" is not declared`,
          'declare or import it',
        );
    }
  }

  private declared(named: Extract<Named, { kind: 'declared' }>, type: TypeRef): Shape {
    const { ts } = this;
    const [first] = named.declarations;
    const { unit } = named;
    if (first === undefined) return { kind: 'keyword', name: 'unknown' };
    const scope: TypeScope = { unit, parameters: parametersFor(ts, first, named.arguments, { unit, node: first }) };
    const declaration = named.declarations.find((candidate) => !ts.isVariableDeclaration(candidate)) ?? first;
    if (ts.isTypeAliasDeclaration(declaration)) return this.evaluate({ kind: 'node', node: declaration.type, scope });
    if (ts.isInterfaceDeclaration(declaration))
      return evaluateInterface(this, named, (node) => this.scopeOf(named, node));
    if (ts.isClassDeclaration(declaration)) return evaluateClass(this, declaration, scope);
    if (ts.isEnumDeclaration(declaration)) return evaluateEnum(this, declaration, unit);
    const message = `"${textOf(type)}" is a value, not a type`;
    throw new TypeProblem(placeOf(type), 'type-unknown', message, 'write `typeof` before it, or declare a type');
  }

  private scopeOf(named: Extract<Named, { kind: 'declared' }>, node: ts.InterfaceDeclaration): TypeScope {
    const { unit } = named;
    return { unit, parameters: parametersFor(this.ts, node, named.arguments, { unit, node }) };
  }
}

function keywordTable(kinds: typeof ts.SyntaxKind): ReadonlyMap<number, KeywordName> {
  return new Map<number, KeywordName>([
    [kinds.StringKeyword, 'string'],
    [kinds.NumberKeyword, 'number'],
    [kinds.BooleanKeyword, 'boolean'],
    [kinds.BigIntKeyword, 'bigint'],
    [kinds.SymbolKeyword, 'symbol'],
    [kinds.AnyKeyword, 'any'],
    [kinds.UnknownKeyword, 'unknown'],
    [kinds.NeverKeyword, 'never'],
    [kinds.UndefinedKeyword, 'undefined'],
    [kinds.ObjectKeyword, 'object'],
    [kinds.VoidKeyword, 'void'],
  ]);
}
