/** Rules of a kind, compiled once for all checks. */
import { type DeclaredType, declareType } from '../kubernetes/cel/declared-type.js';
import { compileRule, type CompiledRule } from '../kubernetes/cel/rule.js';
import type { ValidationRule } from '../model/schema.js';
import type { SchemaNode } from './schema-walk.js';

const compiled = new WeakMap<ValidationRule, { readonly node: SchemaNode['schema']; readonly rule: CompiledRule }>();

/** The type that the rules of a node see; undefined where they see nothing. */
export function typeOfNode({ schema, path }: SchemaNode): DeclaredType | undefined {
  return declareType(schema, path === '' || schema['x-kubernetes-embedded-resource'] === true);
}

/** A rule of a node; undefined where rules see nothing, and for rules without text. */
export function compiledRule(rule: ValidationRule, node: SchemaNode): CompiledRule | undefined {
  const known = compiled.get(rule);
  if (known?.node === node.schema) return known.rule;
  const type = rule.rule.trim() === '' ? undefined : typeOfNode(node);
  if (type === undefined) return undefined;
  const made = compileRule(rule, type);
  compiled.set(rule, { node: node.schema, rule: made });
  return made;
}
