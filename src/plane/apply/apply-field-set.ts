/** Sets of field paths: what a manager owns. A tree of path elements `f:name`, `k:{…}`, `v:…`, in the form of FieldsV1. */
import { isObject, setOwn, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';

/** One node: whether the path itself is in the set, and what is below. Nodes without either are not kept below another. */
export class FieldSet {
  isMember = false;
  readonly children = new Map<string, FieldSet>();

  /** True when neither the node nor anything below is in the set. */
  get isEmpty(): boolean {
    return !this.isMember && this.children.size === 0;
  }

  child(element: string): FieldSet {
    const known = this.children.get(element);
    if (known !== undefined) return known;
    const made = new FieldSet();
    this.children.set(element, made);
    return made;
  }

  /** The node at a path; made when it is new. */
  at(path: readonly string[]): FieldSet {
    return path.reduce<FieldSet>((node, element) => node.child(element), this);
  }

  /** Takes a whole branch away. */
  removeBranch(path: readonly string[]): void {
    const last = path.length - 1;
    path.reduce<FieldSet | undefined>((node, element, index) => {
      if (index === last) node?.children.delete(element);
      return node?.children.get(element);
    }, this);
  }

  /** Takes a field away, with the fields around it that have nothing else left. */
  removeField(names: readonly string[]): void {
    const path = names.map((name) => `f:${name}`);
    for (let length = path.length; length > 0; length--) {
      const branch = path.slice(0, length);
      if (length === path.length || this.find(branch)?.isEmpty === true) this.removeBranch(branch);
    }
  }

  private find(path: readonly string[]): FieldSet | undefined {
    return path.reduce<FieldSet | undefined>((node, element) => node?.children.get(element), this);
  }
}

/** Everything that is in either. */
export function union(left: FieldSet, right: FieldSet): FieldSet {
  const result = new FieldSet();
  result.isMember = left.isMember || right.isMember;
  for (const [element, child] of left.children) {
    const other = right.children.get(element);
    result.children.set(element, other === undefined ? child : union(child, other));
  }
  for (const [element, child] of right.children) if (!left.children.has(element)) result.children.set(element, child);
  return result;
}

/** Everything that is in any of them. */
export function unionAll(sets: Iterable<FieldSet>): FieldSet {
  const result = new FieldSet();
  for (const set of sets) addTo(result, set);
  return result;
}

function addTo(target: FieldSet, set: FieldSet): void {
  target.isMember ||= set.isMember;
  for (const [element, child] of set.children) addTo(target.child(element), child);
}

/** What is in `left` and not in `right`, path by path. */
export function difference(left: FieldSet, right: FieldSet): FieldSet {
  const result = new FieldSet();
  result.isMember = left.isMember && !right.isMember;
  for (const [element, child] of left.children) {
    const other = right.children.get(element);
    const rest = other === undefined ? child : difference(child, other);
    if (!rest.isEmpty) result.children.set(element, rest);
  }
  return result;
}

/** What is in both. */
export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  const result = new FieldSet();
  result.isMember = left.isMember && right.isMember;
  for (const [element, child] of left.children) {
    const other = right.children.get(element);
    if (other === undefined) continue;
    const shared = intersection(child, other);
    if (!shared.isEmpty) result.children.set(element, shared);
  }
  return result;
}

/** Whether both contain the same paths. */
export function sameFields(left: FieldSet, right: FieldSet): boolean {
  return difference(left, right).isEmpty && difference(right, left).isEmpty;
}

/** Calls back for each path in the set, parents first, in order. */
export function forEachPath(set: FieldSet, visit: (path: readonly string[]) => void): void {
  const walk = (node: FieldSet, path: readonly string[]): void => {
    if (node.isMember) visit(path);
    for (const element of [...node.children.keys()].sort()) {
      const child = node.children.get(element);
      if (child !== undefined) walk(child, [...path, element]);
    }
  };
  walk(set, []);
}

/** FieldsV1 as JSON. */
export function encodeFields(set: FieldSet): JsonObject {
  const result: JsonObject = {};
  if (set.isMember && set.children.size > 0) result['.'] = {};
  for (const element of [...set.children.keys()].sort()) {
    const child = set.children.get(element);
    if (child !== undefined && !child.isEmpty) setOwn(result, element, encodeFields(child));
  }
  return result;
}

/** The inverse of `encodeFields`. */
export function decodeFields(fields: JsonObject | undefined): FieldSet {
  const set = new FieldSet();
  if (fields === undefined) return set;
  const keys = Object.keys(fields);
  for (const key of keys) {
    const value = fields[key];
    if (key === '.') {
      set.isMember = true;
      continue;
    }
    const child = decodeFields(isObject(value) ? value : {});
    if (child.children.size === 0) child.isMember = true;
    set.children.set(key, child);
  }
  return set;
}

/** `.spec.containers[name="web"].image`: how messages show a path. */
export function showPath(path: readonly string[]): string {
  return path.map(showElement).join('');
}

function showElement(element: string): string {
  const kind = element.slice(0, 2);
  const rest = element.slice(2);
  if (kind === 'f:') return `.${rest}`;
  if (kind === 'v:') return `[=${rest}]`;
  if (kind === 'k:') {
    const keys = JSON.parse(rest) as Record<string, JsonValue>;
    return `[${Object.entries(keys)
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join(',')}]`;
  }
  return `[${rest}]`;
}
