/** Places in a document that operations of a JSON patch name, with what the API server says about those that do not exist. */
import { digitsOf, int64 } from '../../kubernetes/json/exact-integers.js';
import { isObject, own, setOwn, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { spliceExact, type Added } from '../decode/exact-json.js';

/** A patch that cannot be applied to this object. */
export class PatchFailure extends Error {
  override readonly name = 'PatchFailure';
}

/** A member of an object or an item of a list, which may not exist. */
export class Place {
  private readonly holder: JsonObject | JsonValue[];
  private readonly key: string;

  private constructor(holder: JsonObject | JsonValue[], key: string) {
    this.holder = holder;
    this.key = key;
  }

  /** Undefined when nothing holds such a place. */
  static find(root: JsonValue, path: string): Place | undefined {
    const [, ...parts] = path.split('/').map(decoded);
    const key = parts.pop();
    let holder: JsonValue | undefined = root;
    for (const part of parts) {
      if (Array.isArray(holder)) holder = holder[existing(holder, part) ?? -1];
      else holder = isObject(holder) ? own(holder, part) : undefined;
    }
    if (key === undefined || typeof holder !== 'object' || holder === null) return undefined;
    return new Place(holder, key);
  }

  get isInObject(): boolean {
    return !Array.isArray(this.holder);
  }

  /** Whether there is something; null is. */
  get exists(): boolean {
    return this.read() !== undefined;
  }

  /** The value; undefined for a member that an object does not have. Throws for an item that a list does not have. */
  get value(): JsonValue | undefined {
    if (Array.isArray(this.holder)) this.index(this.holder.length - 1);
    return this.read();
  }

  /** The digits of a number that was rounded. */
  get digits(): string | undefined {
    const key = Array.isArray(this.holder) ? String(existing(this.holder, this.key) ?? -1) : this.key;
    return digitsOf(this.holder, key);
  }

  /** Sets a member, or inserts an item. */
  insert(added: Added): void {
    if (!Array.isArray(this.holder)) this.set(added);
    else if (this.key === '-') spliceExact(this.holder, [this.holder.length, 0], added);
    else if (!WHOLE.test(this.key))
      throw new PatchFailure(`value was not a proper array index: '${this.key}': ${noNumber(this.key)}`);
    else spliceExact(this.holder, [this.index(this.holder.length), 0], added);
  }

  /** Sets a member or an item. */
  set(added: Added): void {
    const { value, digits } = added;
    if (Array.isArray(this.holder)) spliceExact(this.holder, [this.index(this.holder.length - 1), 1], added);
    else {
      setOwn(this.holder, this.key, value);
      if (digits !== undefined) int64.set(this.holder, this.key, BigInt(digits));
    }
  }

  remove(): void {
    if (Array.isArray(this.holder)) {
      spliceExact(this.holder, [this.index(this.holder.length - 1), 1]);
      return;
    }
    if (!this.exists) throw new PatchFailure(`Unable to remove nonexistent key: ${this.key}: missing value`);
    delete this.holder[this.key];
  }

  private read(): JsonValue | undefined {
    if (Array.isArray(this.holder)) return this.holder[existing(this.holder, this.key) ?? -1];
    return own(this.holder, this.key);
  }

  /** The index in a list of which `last` is the last that can be named; negative ones count from there. */
  private index(last: number): number {
    if (!WHOLE.test(this.key)) throw new PatchFailure(noNumber(this.key));
    const given = Number(this.key);
    const index = given < 0 ? given + last + 1 : given;
    if (index >= 0 && index <= last) return index;
    throw new PatchFailure(`Unable to access invalid index: ${given}: invalid index referenced`);
  }
}

const WHOLE = /^[-+]?\d+$/;

function noNumber(text: string): string {
  return `strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
}

/** The index of an item that a list has. */
function existing(list: readonly JsonValue[], key: string): number | undefined {
  if (!WHOLE.test(key)) return undefined;
  const index = Number(key) < 0 ? Number(key) + list.length : Number(key);
  return index >= 0 && index < list.length ? index : undefined;
}

function decoded(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
