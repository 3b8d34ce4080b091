/** Running the CEL rules of a custom resource. */
import { int64 } from '../json/exact-integers.js';
import { type DeclaredType, declareType } from '../cel/declared-type.js';
import { celValue } from '../cel/run/from-json.js';
import { ProgramCache } from '../cel/run/program.js';
import { CelFailure, CelOptional } from '../cel/run/values.js';
import { optionalOf } from '../cel/check/types.js';
import type { Finding } from '../finding.js';
import { canonicalText, isObject, jsonEqual, own, type JsonObject, type JsonValue } from '../json/json-value.js';
import { hasRules } from './schema-search.js';
import { typeWord } from './schema-validate.js';
import { memberSchema, type SchemaNode, type ValidationRule } from './schema-node.js';

/** Programs of the rules of a schema: with `oldSelf` as it is, and as an optional. */
interface Programs {
  readonly plain: ProgramCache;
  readonly optional: ProgramCache;
}

const programs = new WeakMap<SchemaNode, Programs>();

function programsOf(schema: SchemaNode, isRoot: boolean): Programs | undefined {
  const known = programs.get(schema);
  if (known !== undefined) return known;
  const declared: DeclaredType | undefined = declareType(schema, isRoot);
  if (declared === undefined) return undefined;
  const { type } = declared;
  const made = {
    plain: new ProgramCache({ self: type, oldSelf: type }),
    optional: new ProgramCache({ self: type, oldSelf: optionalOf(type) }),
  };
  programs.set(schema, made);
  return made;
}

/** The rules that a value breaks. Rules of a resource see its metadata. */
export function celErrors(
  after: JsonValue,
  before: JsonValue | undefined,
  schema: SchemaNode,
  isResource = true,
): Finding[] {
  const errors: Finding[] = [];
  walk({ value: after, old: before, schema, path: '', errors, isResource });
  return errors;
}

interface Step {
  readonly value: JsonValue;
  readonly old: JsonValue | undefined;
  readonly schema: SchemaNode;
  readonly path: string;
  readonly errors: Finding[];
  readonly isResource?: boolean;
  /** Integers that their numbers have rounded. */
  readonly exact?: bigint | undefined;
  readonly exactOld?: bigint | undefined;
}

function walk(step: Step): void {
  const { value, old, schema, path, errors } = step;
  if (!hasRules(schema)) return;
  const rules = schema['x-kubernetes-validations'] ?? [];
  // Ratcheting: what an update does not touch is not judged again.
  const isUntouched = old !== undefined && path !== '' && jsonEqual(value, old) && step.exact === step.exactOld;
  if (!isUntouched) for (const rule of rules) errors.push(...broken(rule, step));
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return;
    const before = oldItems(old, schema);
    value.forEach((item, index) => {
      const was = before === undefined || !isObject(item) ? undefined : before.get(keysText(item, schema));
      const exact = int64.get(value, String(index));
      walk({ value: item, old: was, schema: items, path: `${path}[${index}]`, errors, exact });
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
    const [exact, exactOld] = [int64.get(value, key), isObject(old) ? int64.get(old, key) : undefined];
    const was = isObject(old) ? own(old, key) : undefined;
    walk({ value: member, old: was, schema: child, path: place, errors, exact, exactOld });
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** The old items of a list by their keys; only list maps say which one an item was. */
function oldItems(old: JsonValue | undefined, schema: SchemaNode): ReadonlyMap<string, JsonValue> | undefined {
  if (schema['x-kubernetes-list-type'] !== 'map' || !Array.isArray(old)) return undefined;
  // Of equal ones the first counts.
  return new Map(
    old
      .filter(isObject)
      .reverse()
      .map((item) => [keysText(item, schema), item]),
  );
}

function keysText(item: JsonObject, schema: SchemaNode): string {
  return (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => canonicalText(own(item, key))).join(',');
}

function broken(
  rule: ValidationRule,
  { value, old, schema, path, exact, exactOld, isResource = false }: Step,
): Finding[] {
  const isOptional = rule.optionalOldSelf === true;
  const isRoot = isResource || schema['x-kubernetes-embedded-resource'] === true;
  const compiler = programsOf(schema, isRoot)?.[isOptional ? 'optional' : 'plain'];
  if (compiler === undefined || rule.rule.trim() === '') return [];
  try {
    const program = compiler.compile(rule.rule);
    const isTransition = program.variables.has('oldSelf');
    if (isTransition && old === undefined && !isOptional) return [];
    const before = old === undefined ? undefined : integerOr(exactOld, old, schema);
    const oldSelf = isOptional ? (before === undefined ? CelOptional.none : new CelOptional(before)) : before;
    const variables = { self: integerOr(exact, value, schema), ...(oldSelf !== undefined && { oldSelf }) };
    if (program.run(variables) === true) return [];
    return [finding(rule, path, messageOf(rule, compiler, variables), exact ?? value)];
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

/** A value for an expression; an integer may be known better than by its number. */
function integerOr(exact: bigint | undefined, value: JsonValue, schema: SchemaNode): unknown {
  return (schema.type === 'number' ? undefined : exact) ?? celValue(value, schema, int64.get);
}

function messageOf(rule: ValidationRule, compiler: ProgramCache, variables: Record<string, unknown>): string {
  if (rule.messageExpression !== undefined) {
    try {
      const text = compiler.compile(rule.messageExpression).run(variables);
      if (typeof text === 'string' && text.trim() !== '' && !text.trim().includes('\n')) return text.trim();
    } catch (error) {
      if (!(error instanceof CelFailure)) throw error;
    }
  }
  return rule.message?.trim() ?? `failed rule: ${rule.rule.trim()}`;
}

const WORDS: Readonly<Record<string, string>> = {
  FieldValueForbidden: 'Forbidden',
  FieldValueRequired: 'Required value',
};

function finding(rule: ValidationRule, path: string, message: string, value: JsonValue | bigint): Finding {
  const reason = rule.reason ?? 'FieldValueInvalid';
  const field = `${path}${rule.fieldPath ?? ''}`.replace(/^\./, '');
  const word = WORDS[reason];
  // Objects and lists are too long to show.
  const shown = typeof value === 'object' ? '' : `${typeof value === 'bigint' ? value : JSON.stringify(value)}: `;
  const text = word === undefined ? `Invalid value: ${shown}${message}` : `${word}: ${message}`;
  // A duplicate shows its value, and never the message.
  if (reason === 'FieldValueDuplicate')
    return {
      reason,
      field: field === '' ? '<nil>' : field,
      message: `Duplicate value: ${shown}`.replace(/(?<![: ])[: ]+$/, ''),
    };
  return { reason, field: field === '' ? '<nil>' : field, message: text };
}
