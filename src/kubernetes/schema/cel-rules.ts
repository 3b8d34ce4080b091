/** Running the CEL rules of a custom resource. */
import { int64 } from '../json/exact-integers.js';
import { type DeclaredType, declareType } from '../cel/declared-type.js';
import { celValue } from '../cel/run/from-json.js';
import { ProgramCache } from '../cel/run/program.js';
import { Budget, CallTooDear, OutOfBudget } from '../cel/meter/meter.js';
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
  try {
    walk({ value: after, old: before, schema, path: '', errors, isResource, budget: new Budget() });
  } catch (error) {
    // No further rule is run.
    if (!(error instanceof TooDear)) throw error;
    errors.push(error.finding);
  }
  return errors;
}

interface Step {
  readonly value: JsonValue;
  readonly old: JsonValue | undefined;
  readonly schema: SchemaNode;
  readonly path: string;
  readonly errors: Finding[];
  readonly budget: Budget;
  readonly isResource?: boolean;
  /** Integers that their numbers have rounded. */
  readonly exact?: bigint | undefined;
  readonly exactOld?: bigint | undefined;
}

function walk(step: Step): void {
  const { value, old, schema, path, errors, budget } = step;
  // Rules judge values; whether a nullable field has one is for the rules around it.
  if (value === null || !hasRules(schema)) return;
  const rules = schema['x-kubernetes-validations'] ?? [];
  // Ratcheting: what an update does not touch is not judged again, except by rules about the change itself.
  const isUntouched = old !== undefined && path !== '' && jsonEqual(value, old) && step.exact === step.exactOld;
  for (const rule of rules) errors.push(...broken(rule, step, isUntouched));
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return;
    const before = oldItems(old, schema);
    value.forEach((item, index) => {
      const was = before === undefined || !isObject(item) ? undefined : before.get(keysText(item, schema));
      const exact = int64.get(value, String(index));
      walk({ value: item, old: was, schema: items, path: `${path}[${index}]`, errors, budget, exact });
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
    const was = isObject(old) ? (own(old, key) ?? undefined) : undefined;
    walk({ value: member, old: was, schema: child, path: place, errors, budget, exact, exactOld });
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
  { value, old, schema, path, budget, exact, exactOld, isResource = false }: Step,
  isUntouched: boolean,
): Finding[] {
  const isOptional = rule.optionalOldSelf === true;
  const isRoot = isResource || schema['x-kubernetes-embedded-resource'] === true;
  const compiler = programsOf(schema, isRoot)?.[isOptional ? 'optional' : 'plain'];
  if (compiler === undefined || rule.rule.trim() === '') return [];
  try {
    const program = compiler.compile(rule.rule);
    const isTransition = program.variables.has('oldSelf');
    if (isUntouched && !isTransition) return [];
    if (isTransition && old === undefined && !isOptional) return [];
    const before = old === undefined ? undefined : integerOr(exactOld, old, schema);
    const oldSelf = isOptional ? (before === undefined ? CelOptional.none : new CelOptional(before)) : before;
    const variables = { self: integerOr(exact, value, schema), ...(oldSelf !== undefined && { oldSelf }) };
    if (program.run(variables, budget) === true) return [];
    return [finding(rule, path, messageOf(rule, compiler, variables, budget), exact ?? value)];
  } catch (error) {
    if (error instanceof MessageTooDear) {
      const at = `${path}${rule.fieldPath ?? ''}`.replace(/^\./, '');
      throw new TooDear(refused(at, value, error.message));
    }
    if (error instanceof OutOfBudget) throw new TooDear(refused(path, value, error.message));
    if (error instanceof CallTooDear) {
      const message = `'${error.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${ruleText(rule)}`;
      throw new TooDear(refused(path, value, message));
    }
    if (!(error instanceof CelFailure)) throw error;
    return [refused(path, value, `${error.message} evaluating rule: ${ruleText(rule)}`)];
  }
}

/** The same, about the expression that makes the message of a rule. */
class MessageTooDear extends Error {
  constructor(cause: CallTooDear | OutOfBudget, expression: string) {
    super(
      cause instanceof OutOfBudget
        ? 'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run'
        : `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${JSON.stringify(expression)}`,
    );
  }
}

/** A rule, or all rules together, cost too much: the finding that ends the validation. */
class TooDear extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.message);
    this.finding = finding;
  }
}

const ruleText = ({ message, rule }: ValidationRule): string => message ?? rule;

function refused(path: string, value: JsonValue, message: string): Finding {
  return {
    reason: 'FieldValueInvalid',
    field: path || '<nil>',
    message: `Invalid value: "${typeWord(value)}": ${message}`,
  };
}

/** A value for an expression; an integer may be known better than by its number. */
function integerOr(exact: bigint | undefined, value: JsonValue, schema: SchemaNode): unknown {
  return (schema.type === 'number' ? undefined : exact) ?? celValue(value, schema, int64.get);
}

function messageOf(
  rule: ValidationRule,
  compiler: ProgramCache,
  variables: Record<string, unknown>,
  budget: Budget,
): string {
  if (rule.messageExpression !== undefined) {
    try {
      const text = compiler.compile(rule.messageExpression).run(variables, budget);
      if (typeof text === 'string' && text.trim() !== '' && !text.trim().includes('\n')) return text.trim();
    } catch (error) {
      if (error instanceof OutOfBudget || error instanceof CallTooDear)
        throw new MessageTooDear(error, rule.messageExpression);
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
