/** Template literal types: finite ones are enums, others patterns. */
import { type Evaluator, type Shape, textOf, TypeProblem, placeOf, type TypeRef } from './type-ref.js';

type Template = Extract<Shape, { kind: 'template' }>;
type Literal = string | number | bigint | boolean;

/** More combinations than this make a pattern, not an enum. */
const MAX_COMBINATIONS = 256;

/** All texts that a template stands for, if these are few. */
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

const NUMBER = String.raw`-?[0-9]+(\.[0-9]+)?`;

/** An anchored RE2 pattern for a template. */
export function templatePattern(
  evaluator: Evaluator,
  template: Template,
  literalsOf: (evaluator: Evaluator, type: TypeRef) => Literal[] | undefined,
): string {
  return `^${templateBody(evaluator, template, literalsOf)}$`;
}

function templateBody(
  evaluator: Evaluator,
  template: Template,
  literalsOf: (evaluator: Evaluator, type: TypeRef) => Literal[] | undefined,
): string {
  return template.parts
    .map((part) => {
      if (typeof part === 'string') return escapePattern(part);
      const shape = evaluator.evaluate(part);
      if (shape.kind === 'template') return templateBody(evaluator, shape, literalsOf);
      if (shape.kind === 'keyword' && shape.name === 'string') return '.*';
      if (shape.kind === 'keyword' && shape.name === 'number') return NUMBER;
      if (shape.kind === 'known' && /^(?:Int32|Int64)$/.test(shape.name)) return '-?[0-9]+';
      if (shape.kind === 'known' && /^(?:Float|Double)$/.test(shape.name)) return NUMBER;
      if (shape.kind === 'keyword' && shape.name === 'boolean') return '(true|false)';
      const literals = literalsOf(evaluator, part);
      if (literals !== undefined) return `(${literals.map((literal) => escapePattern(String(literal))).join('|')})`;
      const message = `"${textOf(part)}" cannot be part of a template literal type in a schema`;
      throw new TypeProblem(
        placeOf(part),
        'type-unsupported',
        message,
        'use string, number, boolean or literals inside ${…}',
      );
    })
    .join('');
}

/** Text as a pattern that matches just that text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
