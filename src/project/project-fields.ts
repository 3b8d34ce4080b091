/** Reads fields of PROJECT, and names line and fix for everything that is wrong. */
import { UserError } from '../errors.js';
import { isMap, isNode, isScalar, isSeq, type YAMLMap } from '../yaml.js';
import { shown, type NameRule } from './names.js';

/** Typed access to the fields of one map, with positions in every complaint. */
export class Fields {
  private readonly source: YAMLMap;
  private readonly text: string;
  private readonly where: string;

  constructor(source: YAMLMap, text: string, where: string) {
    this.source = source;
    this.text = text;
    this.where = where;
  }

  string(field: string): string | undefined {
    const value = this.scalar(field);
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string')
      throw this.problem(field, `it must be a string, not ${shown(value)}`, 'put it in quotes');
    return value;
  }

  checked(field: string, rule?: NameRule): string | undefined {
    const value = this.string(field);
    if (value === undefined || value === '') return value;
    const wrong = rule?.(value);
    if (wrong !== undefined) throw this.problem(field, `${shown(value)} is not allowed: ${wrong}`, 'correct the value');
    return value;
  }

  required(field: string, rule?: NameRule): string {
    const value = this.checked(field, rule);
    if (value === undefined || value === '') throw this.problem(field, 'it is missing', `add "${field}"`);
    return value;
  }

  boolean(field: string): boolean {
    const value = this.scalar(field) ?? false;
    if (typeof value !== 'boolean')
      throw this.problem(field, `it must be true or false, not ${shown(value)}`, 'correct the value');
    return value;
  }

  strings(field: string, rule: NameRule): string[] {
    const node = this.source.get(field, true) as unknown;
    if (node === undefined) return [];
    const items: unknown = isSeq(node) ? node.toJSON() : undefined;
    if (!Array.isArray(items) || !items.every((item): item is string => typeof item === 'string')) {
      throw this.problem(field, 'it must be a list of strings', 'correct the value');
    }
    for (const item of items) {
      const wrong = rule(item);
      if (wrong !== undefined)
        throw this.problem(field, `${shown(item)} is not allowed: ${wrong}`, 'correct the value');
    }
    return items;
  }

  map(field: string): YAMLMap | undefined {
    const node = this.source.get(field, true) as unknown;
    if (node === undefined || (isScalar(node) && node.value === null)) return undefined;
    if (!isMap(node)) throw this.problem(field, 'it must be a map of fields', 'correct the value');
    return node;
  }

  maps(field: string): YAMLMap[] {
    const node = this.source.get(field, true) as unknown;
    if (node === undefined || (isScalar(node) && node.value === null)) return [];
    if (!isSeq(node) || !node.items.every(isMap))
      throw this.problem(field, 'it must be a list of maps', 'correct the value');
    return node.items.filter(isMap);
  }

  problem(field: string, message: string, fix: string): UserError {
    const node = this.source.get(field, true) as unknown;
    const place = isNode(node) ? node : this.source;
    const name = this.where === '' ? field : `${this.where}.${field}`;
    return problem(this.text, place.range?.[0], `${name}: ${message}`, fix);
  }

  private scalar(field: string): unknown {
    const node = this.source.get(field, true) as unknown;
    if (node === undefined) return undefined;
    if (!isScalar(node)) throw this.problem(field, 'it must be a single value', 'correct the value');
    return node.value;
  }
}

/** Says the line of PROJECT. */
export function problem(text: string, offset: number | undefined, message: string, fix: string): UserError {
  const line = text.slice(0, offset ?? 0).split('\n').length;
  return new UserError('project-invalid', `PROJECT:${line}: ${message}`, { fix });
}
