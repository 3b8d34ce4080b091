/** Structural rules that the API server would refuse a CRD for. */
import type { KindVersion } from '../model/api.js';
import type { Diagnostic } from '../model/diagnostic.js';
import type { DiagnosticCode } from '../model/diagnostic-codes.js';
import type { JsonSchema } from '../model/schema.js';
import { misfit, withDefaultsFilled } from './json-check.js';
import { compilePattern } from '../kubernetes/regex/pattern.js';
import { structuralProblems } from '../kubernetes/schema/structural-rules.js';
import { atNode } from './report.js';
import { type SchemaNode, walkSchema } from './schema-walk.js';

/** All problems of a kind's schema. */
export function checkSchema(kind: KindVersion): Diagnostic[] {
  const found: Diagnostic[] = [];
  walkSchema(kind.schema, (node) => {
    const before = found.length;
    const report = (
      code: DiagnosticCode,
      keyword: string,
      message: string,
      fix: string,
      severity: Diagnostic['severity'] = 'error',
    ): void => {
      found.push(atNode(kind, node, keyword, { severity, code, message: `${name(node)}: ${message}`, fix }));
    };
    checkType(node, report);
    checkList(node, report);
    checkValues(node, report);
    checkPattern(node, report);
    checkBounds(node, report);
    if (found.length === before) checkStructure(node, report);
  });
  return found;
}

type Report = (
  code: DiagnosticCode,
  keyword: string,
  message: string,
  fix: string,
  severity?: Diagnostic['severity'],
) => void;

const name = ({ path }: SchemaNode): string => (path === '' ? 'the kind' : path);

function checkType({ schema, parent }: SchemaNode, report: Report): void {
  const isOpen =
    schema['x-kubernetes-preserve-unknown-fields'] === true || schema['x-kubernetes-int-or-string'] === true;
  if (schema.type === undefined && !isOpen) {
    report(
      'schema-no-type',
      'type',
      'the schema has no type',
      'add +kubebuilder:validation:Type, or +kubebuilder:pruning:PreserveUnknownFields',
    );
  }
  if (schema['x-kubernetes-int-or-string'] === true && schema['x-kubernetes-preserve-unknown-fields'] === true) {
    report(
      'schema-no-type',
      'x-kubernetes-int-or-string',
      'an int-or-string has no unknown fields to keep',
      'use the type IntOrString',
    );
  }
  if (schema['x-kubernetes-embedded-resource'] === true && schema.type !== 'object') {
    report(
      'schema-no-type',
      'x-kubernetes-embedded-resource',
      'an embedded resource must be an object',
      'use the type EmbeddedResource',
    );
  }
  if (
    schema['x-kubernetes-embedded-resource'] === true &&
    schema.properties === undefined &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true
  ) {
    report(
      'schema-no-type',
      'x-kubernetes-embedded-resource',
      'an embedded resource without known fields loses them all',
      'add +kubebuilder:pruning:PreserveUnknownFields',
    );
  }
  if (schema.type === 'array' && schema.items === undefined) {
    report(
      'schema-no-type',
      'type',
      'a list needs a schema for its items',
      'use a list type instead of +kubebuilder:validation:Type=array',
    );
  }
  if (schema.default !== undefined && parent === undefined)
    report('default-invalid', 'default', 'a kind has no default', 'put it on a field');
}

/** What the API server would refuse about a node, beyond the checks above, which have their own messages. */
function checkStructure({ schema, path }: SchemaNode, report: Report): void {
  const level = path === '' ? 'root' : path.endsWith('[]') ? 'item' : 'field';
  for (const { field, detail, allowed } of structuralProblems(schema, level)) {
    const [keyword = field] = field.split('.');
    const code = keyword.startsWith('x-kubernetes-list') ? 'list-map-invalid' : 'schema-no-type';
    const why = allowed === undefined ? detail : `must be one of ${allowed.join(', ')}`;
    report(code, keyword, `the API server refuses the schema: ${field} ${why}`, `correct ${field}`);
  }
}

const SCALARS = new Set(['string', 'integer', 'number', 'boolean']);

function checkList({ schema }: SchemaNode, report: Report): void {
  const type = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const items = schema.items ?? {};
  if (type === 'map') {
    if (items.type !== 'object')
      report(
        'list-map-invalid',
        'x-kubernetes-list-type',
        'a list of type map needs objects as items',
        'use +listType=set or atomic',
      );
    else if (keys.length === 0)
      report('list-map-invalid', 'x-kubernetes-list-type', 'a list of type map needs a key', 'add +listMapKey=<field>');
    for (const key of items.type === 'object' ? keys : []) checkKey(items, key, report);
  }
  if (type === 'set' && !SCALARS.has(items.type ?? '') && !isAtomic(items)) {
    report(
      'list-set-invalid',
      'x-kubernetes-list-type',
      'items of a set must be scalars, or atomic objects or lists',
      'use +listType=map with keys, or atomic',
    );
  }
  if (type === 'set' && items.nullable === true)
    report('list-set-invalid', 'x-kubernetes-list-type', 'items of a set must not be nullable', 'remove null');
}

function isAtomic(schema: JsonSchema): boolean {
  return schema['x-kubernetes-map-type'] === 'atomic' || schema['x-kubernetes-list-type'] === 'atomic';
}

function checkKey(items: JsonSchema, key: string, report: Report): void {
  const field = items.properties?.[key];
  const keyword = 'x-kubernetes-list-map-keys';
  if (field === undefined)
    report(
      'list-map-invalid',
      keyword,
      `the items have no field "${key}"`,
      `name one of ${Object.keys(items.properties ?? {}).join(', ')}`,
    );
  else if (!SCALARS.has(field.type ?? ''))
    report('list-map-invalid', keyword, `the key "${key}" is not a scalar`, 'use a string, number or boolean as key');
  else if (field.nullable === true) report('list-map-invalid', keyword, `the key "${key}" may be null`, 'remove null');
  else if (!(items.required ?? []).includes(key) && field.default === undefined) {
    report(
      'list-map-invalid',
      keyword,
      `the key "${key}" is neither required nor has a default`,
      `remove the "?" after ${key}, or give it a +kubebuilder:default`,
    );
  }
}

function checkValues({ schema }: SchemaNode, report: Report): void {
  const wrongDefault = schema.default === undefined ? undefined : misfit(schema.default, schema);
  if (wrongDefault !== undefined)
    report(
      'default-invalid',
      'default',
      `the default is wrong: ${wrongDefault}`,
      'give a default that the field takes: it must name every required field',
    );
  const wrongExample = schema.example === undefined ? undefined : misfit(schema.example, withDefaultsFilled(schema));
  if (wrongExample !== undefined)
    report(
      'example-invalid',
      'example',
      `the example is wrong: ${wrongExample}`,
      'give an example that the field takes',
      'warning',
    );
  const wrongEnum = (schema.enum ?? [])
    .map((value) => misfit(value, { ...schema, enum: undefined }))
    .find((problem) => problem !== undefined);
  if (wrongEnum !== undefined)
    report(
      'enum-invalid',
      'enum',
      `a value of the enum is wrong: ${wrongEnum}`,
      'remove it, or loosen the other markers',
    );
}

function checkPattern({ schema }: SchemaNode, report: Report): void {
  const patterns = [schema.pattern, ...(schema.allOf ?? []).map((branch) => branch.pattern)];
  for (const pattern of patterns) {
    const compiled = pattern === undefined ? undefined : compilePattern(pattern);
    if (compiled?.kind === 'wrong')
      report(
        'pattern-invalid',
        'pattern',
        `the pattern is wrong: ${compiled.message}`,
        'write a pattern for RE2, or a CEL rule',
      );
  }
}

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

function checkBounds({ schema }: SchemaNode, report: Report): void {
  for (const [low, high] of BOUNDS) {
    const [least, most] = [schema[low], schema[high]];
    if (least !== undefined && most !== undefined && least > most) {
      report(
        'bounds-contradict',
        low,
        `${low} ${least} is above ${high} ${most}, so no value fits`,
        'change one of the two',
      );
    }
  }
}
