/** Template literal types: finite ones are enums, others patterns. */
import { escapePattern, type Piece, piecesPattern } from '../text/template-pattern.js';
import { type Evaluator, type Shape, textOf, TypeProblem, placeOf, type TypeRef } from './type-ref.js';

type Template = Extract<Shape, { kind: 'template' }>;
type Literal = string | number | bigint | boolean;

/** More combinations than this make a pattern, not an enum. */
const MAX_COMBINATIONS = 256;

/** All strings that a template stands for, if these are few. */
export function expandTemplate(
  evaluator: Evaluator,
  template: Template,
  literalsOf: (evaluator: Evaluator, type: TypeRef) => Literal[] | undefined,
): string[] | undefined {
  let texts = [''];
  for (const part of template.parts) {
    const pieces = typeof part === 'string' ? [part] : literalsOf(evaluator, part)?.map(String);
    if (pieces === undefined || texts.length * pieces.length > MAX_COMBINATIONS) return undefined;
    texts = texts.flatMap((text) => pieces.map((piece) => text + piece));
  }
  return texts;
}

/** An anchored RE2 pattern for a template. */
export function templatePattern(
  evaluator: Evaluator,
  template: Template,
  literalsOf: (evaluator: Evaluator, type: TypeRef) => Literal[] | undefined,
  type: TypeRef,
): string {
  const pattern = piecesPattern(piecesOf(evaluator, template, literalsOf));
  if (pattern !== undefined) return `^${pattern}$`;
  throw new TypeProblem(
    placeOf(type),
    'type-unsupported',
    `no short pattern says what TypeScript takes for "${textOf(type)}": each part ends where the next text is found first`,
    'use string with +kubebuilder:validation:Pattern, or one character between the parts',
  );
}

function piecesOf(
  evaluator: Evaluator,
  template: Template,
  literalsOf: (evaluator: Evaluator, type: TypeRef) => Literal[] | undefined,
): Piece[] {
  return template.parts.flatMap((part): Piece[] => {
    if (typeof part === 'string') return part === '' ? [] : [{ kind: 'texts', texts: [part] }];
    const shape = evaluator.evaluate(part);
    if (shape.kind === 'template') return piecesOf(evaluator, shape, literalsOf);
    if (shape.kind === 'keyword' && shape.name === 'string') return [{ kind: 'open', values: 'string' }];
    if (shape.kind === 'keyword' && shape.name === 'number') return [{ kind: 'open', values: 'number' }];
    if (shape.kind === 'known' && /^(?:Int32|Int64)$/.test(shape.name)) return [{ kind: 'open', values: 'integer' }];
    if (shape.kind === 'known' && /^(?:Float|Double)$/.test(shape.name)) return [{ kind: 'open', values: 'number' }];
    if (shape.kind === 'keyword' && shape.name === 'boolean') return [{ kind: 'texts', texts: ['true', 'false'] }];
    const literals = literalsOf(evaluator, part);
    if (literals !== undefined) return [{ kind: 'texts', texts: literals.map(String) }];
    throw new TypeProblem(
      placeOf(part),
      'type-unsupported',
      `"${textOf(part)}" cannot be part of a template literal type in a schema`,
      'use string, number, boolean or literals inside ${…}',
    );
  });
}

export { escapePattern };
