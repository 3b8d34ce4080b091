/** Running the CEL rules of a custom resource. */
import type { ApiObject } from './api-object.js';
import type { FieldError } from './api-status.js';
import { CelCompiler, CelFailure } from './cel-environment.js';
import { celValue } from './cel-values.js';
import { isObject, jsonEqual, own, type JsonValue } from './json.js';
import { hasRules } from './schema-search.js';
import { typeWord } from './schema-validate.js';
import { memberSchema, type SchemaNode, type ValidationRule } from './schema-node.js';

const compiler = new CelCompiler(['self', 'oldSelf']);

/** The compiler that rules are checked and run with. */
export function ruleCompiler(): CelCompiler {
  return compiler;
}

/** The rules that an object breaks. */
export function celErrors(after: ApiObject, before: ApiObject | undefined, schema: SchemaNode): FieldError[] {
  const errors: FieldError[] = [];
  walk({ value: after, old: before, schema, path: '', errors });
  return errors;
}

interface Step {
  readonly value: JsonValue;
  readonly old: JsonValue | undefined;
  readonly schema: SchemaNode;
  readonly path: string;
  readonly errors: FieldError[];
}

function walk(step: Step): void {
  const { value, old, schema, path, errors } = step;
  if (!hasRules(schema)) return;
  const rules = schema['x-kubernetes-validations'] ?? [];
  // Ratcheting: what an update does not touch is not judged again.
  const isUntouched = old !== undefined && path !== '' && jsonEqual(value, old);
  if (!isUntouched) for (const rule of rules) errors.push(...broken(rule, step));
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return;
    value.forEach((item, index) => {
      walk({ value: item, old: correlated(item, old, schema), schema: items, path: `${path}[${index}]`, errors });
    });
    return;
  }
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    const member = value[key];
    const child = memberSchema(schema, key);
    if (member === undefined || child === undefined) continue;
    const isProperty = schema.properties !== undefined && Object.hasOwn(schema.properties, key);
    const place = isProperty || path === '' ? join(path, key) : `${path}[${key}]`;
    walk({ value: member, old: isObject(old) ? own(old, key) : undefined, schema: child, path: place, errors });
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** The old item of a list: only list maps say which one it was. */
function correlated(item: JsonValue, old: JsonValue | undefined, schema: SchemaNode): JsonValue | undefined {
  if (schema['x-kubernetes-list-type'] !== 'map' || !Array.isArray(old) || !isObject(item)) return undefined;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  return old.find(
    (candidate) => isObject(candidate) && keys.every((key) => jsonEqual(own(candidate, key), own(item, key))),
  );
}

function broken(rule: ValidationRule, { value, old, schema, path }: Step): FieldError[] {
  try {
    const program = compiler.compile(rule.rule);
    const isTransition = program.variables.has('oldSelf');
    if (isTransition && old === undefined && rule.optionalOldSelf !== true) return [];
    const variables = variablesFor(value, old, schema);
    if (program.run(variables) === true) return [];
    return [finding(rule, path, messageOf(rule, variables), value)];
  } catch (error) {
    if (!(error instanceof CelFailure)) throw error;
    const message = `${error.message} evaluating rule: ${rule.message ?? rule.rule}`;
    return [
      {
        reason: 'FieldValueInvalid',
        field: path || '<nil>',
        message: `Invalid value: "${typeWord(value)}": ${message}`,
      },
    ];
  }
}

function variablesFor(value: JsonValue, old: JsonValue | undefined, schema: SchemaNode): Record<string, unknown> {
  return { self: celValue(value, schema), ...(old === undefined ? {} : { oldSelf: celValue(old, schema) }) };
}

function messageOf(rule: ValidationRule, variables: Record<string, unknown>): string {
  if (rule.messageExpression !== undefined) {
    try {
      const text = compiler.compile(rule.messageExpression).run(variables);
      if (typeof text === 'string' && text.trim() !== '' && !text.includes('\n')) return text;
    } catch (error) {
      if (!(error instanceof CelFailure)) throw error;
    }
  }
  return rule.message ?? `failed rule: ${rule.rule.trim()}`;
}

const WORDS: Readonly<Record<string, string>> = {
  FieldValueForbidden: 'Forbidden',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
};

function finding(rule: ValidationRule, path: string, message: string, value: JsonValue): FieldError {
  const reason = rule.reason ?? 'FieldValueInvalid';
  const field = `${path}${rule.fieldPath ?? ''}`.replace(/^\./, '');
  const word = WORDS[reason];
  // Objects and lists are too long to show.
  const shown = typeof value === 'object' ? '' : `${JSON.stringify(value)}: `;
  const text = word === undefined ? `Invalid value: ${shown}${message}` : `${word}: ${message}`;
  return { reason, field: field === '' ? '<nil>' : field, message: text };
}
