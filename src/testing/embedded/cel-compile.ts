/** Compile-time checks of CEL rules: syntax, names, and fields that the schema does not have. */
import { CelFailure, type CelProgram, type Selection } from './cel-environment.js';
import { ruleCompiler } from './cel-rules.js';
import { escapeName } from './cel-values.js';
import type { SchemaNode } from './schema-node.js';

/** Why an expression does not compile; undefined when it does. */
export function compileProblem(expression: string, schema: SchemaNode, type: 'bool' | 'string'): string | undefined {
  let program: CelProgram;
  try {
    program = ruleCompiler().compile(expression);
  } catch (error) {
    if (!(error instanceof CelFailure)) throw error;
    return located(expression, error.column, wording(error.message));
  }
  for (const selection of program.selections) {
    const missing = undefinedField(selection, schema);
    if (missing !== undefined) return located(expression, selection.column, `undefined field '${missing}'`);
  }
  const result = resultType(program, schema);
  if (result === 'dyn' || result === type) return undefined;
  return type === 'bool' ? 'cel expression must evaluate to a bool' : 'must evaluate to a string';
}

const CEL_TYPES: Readonly<Record<string, string>> = {
  boolean: 'bool',
  string: 'string',
  integer: 'int',
  number: 'double',
};

function resultType({ type, selection }: CelProgram, schema: SchemaNode): string {
  if (type !== 'dyn' || selection === undefined || selection[0] !== 'self') return type;
  let node: SchemaNode | undefined = schema;
  for (const field of selection.slice(1)) {
    node = Object.entries(node?.properties ?? {}).find(([key]) => escapeName(key) === field)?.[1];
  }
  return CEL_TYPES[node?.type ?? ''] ?? 'dyn';
}

function wording(message: string): string {
  const unknown = /^Unknown variable: (.*)$/.exec(message);
  return unknown === null ? message : `undeclared reference to '${unknown[1] ?? ''}' (in container '')`;
}

function located(expression: string, column: number, message: string): string {
  const line = expression.slice(0, column).split('\n').length;
  const start = expression.lastIndexOf('\n', column - 1) + 1;
  const text = expression.split('\n')[line - 1] ?? '';
  const place = column - start;
  return `compilation failed: ERROR: <input>:${line}:${place + 1}: ${message}\n | ${text}\n | ${'.'.repeat(place)}^`;
}

/** The last field of a chain when its parent is a closed object that does not have it. */
function undefinedField({ path }: Selection, schema: SchemaNode): string | undefined {
  const [root, ...fields] = path;
  if (root !== 'self' && root !== 'oldSelf') return undefined;
  let node: SchemaNode | undefined = schema;
  for (const [index, field] of fields.entries()) {
    if (node === undefined || node.type !== 'object' || node.properties === undefined) return undefined;
    if (node['x-kubernetes-preserve-unknown-fields'] === true) return undefined;
    const found: SchemaNode | undefined = Object.entries(node.properties).find(
      ([key]) => escapeName(key) === field,
    )?.[1];
    if (found === undefined) {
      if (typeof node.additionalProperties === 'object') return undefined;
      const isMeta = index === 0 && ['apiVersion', 'kind', 'metadata'].includes(field);
      return isMeta || index < fields.length - 1 ? undefined : field;
    }
    node = found;
  }
  return undefined;
}
