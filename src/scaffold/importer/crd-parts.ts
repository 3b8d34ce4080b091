/** Looks at the parts of something that should be a CRD, and says where one is not as it must be. */

/** Any object of JSON. */
export type JsonMap = Readonly<Record<string, unknown>>;

/** What is wrong, and where. */
export class CrdProblem extends Error {
  override readonly name = 'CrdProblem';
  readonly place: string;
  readonly problem: string;
  constructor(place: string, problem: string) {
    super(`${place} ${problem}`);
    this.place = place;
    this.problem = problem;
  }
}

/** An object below another one. */
export function mapAt(parent: JsonMap, key: string, place: string): JsonMap {
  const value = own(parent, key);
  if (!isMap(value)) throw new CrdProblem(below(place, key), 'must be an object');
  return value;
}

/** A string that is not empty. */
export function textAt(parent: JsonMap, key: string, place: string): string {
  const value = own(parent, key);
  if (typeof value !== 'string' || value === '') throw new CrdProblem(below(place, key), 'must be a string');
  return value;
}

/** Something that may be left out. */
export function optional(
  parent: JsonMap,
  key: string,
  place: string,
  isRight: (value: unknown) => boolean,
  what: string,
): void {
  const value = own(parent, key);
  if (value !== undefined && !isRight(value)) throw new CrdProblem(below(place, key), `must be ${what}`);
}

/** A list of objects that may be left out. */
export function each(value: unknown, place: string, check: (item: JsonMap, place: string) => void): void {
  if (value === undefined) return;
  if (!Array.isArray(value)) throw new CrdProblem(place, 'must be a list');
  for (const [index, item] of value.entries()) {
    const at = `${place}[${index}]`;
    if (!isMap(item)) throw new CrdProblem(at, 'must be an object');
    check(item, at);
  }
}

/** The place of a part. */
export function below(place: string, key: string): string {
  return place === '' ? key : `${place}.${key}`;
}

/** An object, and no list. */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A string. */
export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** True or false. */
export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** A number that is neither infinite nor NaN; integers beyond 2^53 are bigints. */
export function isFiniteNumber(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
}

/** A number that JSON writes without a fraction. */
export function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** A number of things as Kubernetes counts them: a 64-bit integer, 0 or larger. */
export function isCount(value: unknown): value is number | bigint {
  if (typeof value === 'bigint') return value >= 0n && value < 2n ** 63n;
  return isWholeNumber(value) && value >= 0;
}

/** The value with numbers in place of all bigints that a number can say exactly. */
export function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(withNumbers);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNumbers(item)]));
}

/** A list of strings. */
export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isString);
}

/** A map of strings. */
export function isTextMap(value: unknown): value is Readonly<Record<string, string>> {
  return isMap(value) && Object.values(value).every(isString);
}

function own(parent: JsonMap, key: string): unknown {
  return Object.hasOwn(parent, key) ? parent[key] : undefined;
}
