/** A value with its place in an object, and the findings about it in the words of `field.Error`. */
import {
  duplicateValue,
  forbiddenValue,
  invalidValue,
  requiredValue,
  unsupportedValue,
  type Finding,
} from './finding.js';
import { sameInGo } from './json/go-equality.js';
import { isObject, own, type JsonObject, type JsonValue } from './json/json-value.js';

/** Says what is wrong with a string. */
export type TextRule = (text: string) => readonly string[];

/** Looks at a field and reports what is wrong with it. */
export type Rule = (field: Field) => void;

/** Everything that a rule finds in a value. */
export function findings(value: JsonValue | undefined, path: string, rule: Rule): Finding[] {
  const sink: Finding[] = [];
  rule(new Field(value, path, sink));
  return sink;
}

/** One place in an object. Absent values read as Go's zero values. */
export class Field {
  readonly value: JsonValue | undefined;
  readonly path: string;
  private readonly sink: Finding[];

  constructor(value: JsonValue | undefined, path: string, sink: Finding[]) {
    this.value = value;
    this.path = path;
    this.sink = sink;
  }

  /** The member of an object. */
  at(key: string): Field {
    const value = isObject(this.value) ? own(this.value, key) : undefined;
    return new Field(value, this.path === '' ? key : `${this.path}.${key}`, this.sink);
  }

  /** The entry of a map or list, written `path[key]`. */
  key(key: string | number): Field {
    const value = Array.isArray(this.value)
      ? this.value[Number(key)]
      : isObject(this.value)
        ? own(this.value, String(key))
        : undefined;
    return new Field(value, `${this.path}[${key}]`, this.sink);
  }

  /** The same place with another value. */
  with(value: JsonValue | undefined): Field {
    return new Field(value, this.path, this.sink);
  }

  /** The same value at another place. */
  named(path: string): Field {
    return new Field(this.value, path, this.sink);
  }

  /** Reports what other code found. */
  add(found: readonly Finding[]): this {
    for (const finding of found) this.sink.push(finding);
    return this;
  }

  /** Runs a rule here and says how much it found. */
  collected(rule: Rule): number {
    const before = this.sink.length;
    rule(this);
    return this.sink.length - before;
  }

  get isSet(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  get text(): string {
    return typeof this.value === 'string' ? this.value : '';
  }

  get number(): number {
    return typeof this.value === 'number' ? this.value : 0;
  }

  get isTrue(): boolean {
    return this.value === true;
  }

  get object(): JsonObject {
    return isObject(this.value) ? this.value : {};
  }

  get items(): Field[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.key(index)) : [];
  }

  get texts(): string[] {
    return Array.isArray(this.value) ? this.value.map(String) : [];
  }

  get size(): number {
    return Array.isArray(this.value) ? this.value.length : Object.keys(this.object).length;
  }

  /** Keys in Go's sorted order. */
  get keys(): string[] {
    return Object.keys(this.object).sort();
  }

  equals(other: Field | JsonValue | undefined): boolean {
    return sameInGo(this.value, other instanceof Field ? other.value : other);
  }

  invalid(why: string, shown: JsonValue | undefined = this.value): this {
    this.sink.push(invalidValue(this.path, shown, why));
    return this;
  }

  required(why = ''): this {
    this.sink.push(requiredValue(this.path, why));
    return this;
  }

  forbidden(why: string): this {
    this.sink.push(forbiddenValue(this.path, why));
    return this;
  }

  unsupported(allowed: readonly string[], shown: JsonValue | undefined = this.text): this {
    this.sink.push(unsupportedValue(this.path, shown, allowed));
    return this;
  }

  duplicate(shown: JsonValue | undefined = this.value): this {
    this.sink.push(duplicateValue(this.path, shown));
    return this;
  }

  notFound(shown: JsonValue | undefined = this.text): this {
    this.sink.push({
      reason: 'FieldValueNotFound',
      field: this.path,
      message: `Not found: ${JSON.stringify(shown ?? null)}`,
    });
    return this;
  }

  internal(why: string): this {
    this.sink.push({ reason: 'InternalError', field: this.path, message: `Internal error: ${why}` });
    return this;
  }

  tooLong(limit: number): this {
    const message = `Too long: may not be more than ${limit} bytes`;
    this.sink.push({ reason: 'FieldValueTooLong', field: this.path, message });
    return this;
  }

  tooMany(limit: number): this {
    const message = `Too many: ${this.size}: must have at most ${limit} items`;
    this.sink.push({ reason: 'FieldValueTooMany', field: this.path, message });
    return this;
  }

  /** Every problem that a rule for strings names, empty strings too. */
  matches(rule: TextRule): this {
    for (const why of rule(this.text)) this.invalid(why, this.text);
    return this;
  }

  /** As `matches`, but an empty string is missing. */
  needs(rule?: TextRule): this {
    if (this.text === '') return this.required();
    return rule === undefined ? this : this.matches(rule);
  }

  /** As `matches`, but an empty string is fine. */
  may(rule: TextRule): this {
    return this.text === '' ? this : this.matches(rule);
  }

  /** Must be one of these; an empty string is missing. */
  needsOneOf(allowed: readonly string[]): this {
    if (this.text === '') return this.required();
    return this.oneOf(allowed);
  }

  /** Must be one of these, an empty string too. */
  oneOf(allowed: readonly string[]): this {
    return allowed.includes(this.text) ? this : this.unsupported(allowed);
  }

  /** If given, must be one of these. */
  mayBeOneOf(allowed: readonly string[]): this {
    return this.isSet ? this.oneOf(allowed) : this;
  }

  /** Invalid, without showing a value that says nothing. */
  refused(why: string): this {
    this.sink.push({ reason: 'FieldValueInvalid', field: this.path, message: `Invalid value: ${why}` });
    return this;
  }

  notNegative(): this {
    return this.number < 0 ? this.invalid('must be greater than or equal to 0', this.number) : this;
  }

  positive(): this {
    return this.number <= 0 ? this.invalid('must be greater than 0', this.number) : this;
  }

  inRange(low: number, high: number): this {
    return this.number < low || this.number > high
      ? this.invalid(`must be between ${low} and ${high}, inclusive`, this.number)
      : this;
  }

  /** Must be what it was. */
  unchangedFrom(before: Field, why = 'field is immutable'): this {
    return this.equals(before) ? this : this.invalid(why);
  }
}
