/** Values of CEL at run time: null, booleans, `bigint` for int, numbers for double, strings, bytes, arrays, and these classes. */

/** An expression that cannot be evaluated. */
export class CelFailure extends Error {
  override readonly name = 'CelFailure';
}

/** An unsigned integer. */
export class CelUint {
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
}

/** A span of time in nanoseconds. */
export class CelDuration {
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A point in time, in nanoseconds since 1970. */
export class CelTimestamp {
  readonly nanoseconds: bigint;
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A type as a value. */
export class CelTypeName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A value that may be absent. */
export class CelOptional {
  static readonly none = new CelOptional(undefined);

  static of(value: unknown): CelOptional {
    return value === undefined ? CelOptional.none : new CelOptional(value);
  }

  /** Undefined when there is none. */
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** A value that is only worked out, once, when an expression reads it. */
export class CelLater {
  private readonly make: () => unknown;
  private made: { readonly value: unknown } | undefined;

  constructor(make: () => unknown) {
    this.make = make;
  }

  /** May be a `CelFailure`. */
  get(): unknown {
    this.made ??= { value: this.make() };
    return this.made.value;
  }
}

/** A map or object. Keys that are equal numbers are one key. */
export class CelMap {
  private readonly entries = new Map<string, readonly [key: unknown, value: unknown]>();

  /** Whether all its keys are strings because it was JSON. */
  readonly isJson: boolean;

  /** Whether its fields were declared: those that are null do not exist. */
  private readonly isDeclared: boolean;

  constructor(isJson = false, isDeclared = false) {
    this.isJson = isJson;
    this.isDeclared = isDeclared;
  }

  static of(entries: Iterable<readonly [unknown, unknown]>, isJson = false, isDeclared = false): CelMap {
    const map = new CelMap(isJson, isDeclared);
    for (const [key, value] of entries) map.entries.set(keyText(key), [key, value]);
    return map;
  }

  /** Adds entries to this very map: for macros, whose maps nobody else has. */
  add(entries: Iterable<readonly [unknown, unknown]>): this {
    for (const [key, value] of entries) this.entries.set(keyText(key), [key, value]);
    return this;
  }

  get size(): number {
    return this.entries.size;
  }

  has(key: unknown): boolean {
    return this.entries.has(keyText(key));
  }

  /** Undefined when there is no such key. */
  get(key: unknown): unknown {
    return this.entries.get(keyText(key))?.[1];
  }

  /** The member of that name; members with the name of a keyword are also found under it. */
  field(name: string): unknown {
    const own = this.get(name);
    return own === undefined || (own === null && this.isDeclared) ? this.get(`__${name}__`) : own;
  }

  keys(): unknown[] {
    return [...this.entries.values()].map(([key]) => key);
  }

  pairs(): (readonly [key: unknown, value: unknown])[] {
    return [...this.entries.values()];
  }
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return `s${key}`;
  if (typeof key === 'boolean') return `b${key}`;
  if (key instanceof CelUint) return `n${key.value}`;
  return `n${String(key)}`;
}

/** Lists that were JSON. Like maps that were, they cannot be compared with values of other types. */
export const jsonLists = new WeakSet<readonly unknown[]>();

/** The failure of a call with values that it does not take. */
export function noOverload(name: string, ...args: readonly unknown[]): CelFailure {
  void args;
  return new CelFailure(`no such overload: ${name}`);
}
