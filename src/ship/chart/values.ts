/** The values of a chart as an object, as values.yaml and as a schema. */
import { toYaml } from '../../yaml.js';
import { isMap, type Json, type JsonMap } from '../json.js';
import { fieldsOf, type ValuesSource } from './value-fields.js';

/** The values as one object. */
export function defaultValues(source: ValuesSource): JsonMap {
  const values: Record<string, Json> = {};
  for (const [path, { value }] of Object.entries(fieldsOf(source))) setAt(values, path.split('.'), value);
  return values;
}

function setAt(target: Record<string, Json>, [key = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner = target[key];
  const next: Record<string, Json> = isMap(inner) ? { ...inner } : {};
  setAt(next, rest, value);
  target[key] = next;
}

/** values.yaml with a comment above each value. */
export function valuesText(source: ValuesSource): string {
  const comments = new Map(Object.entries(fieldsOf(source)).map(([path, { comment }]) => [path, comment]));
  return `# Values of this chart. Your changes stay when the chart is generated again.\n${valueLines(defaultValues(source), [], comments).join('\n')}\n`;
}

function valueLines(values: JsonMap, path: readonly string[], comments: ReadonlyMap<string, string>): string[] {
  const space = ' '.repeat(path.length * 2);
  return Object.entries(values).flatMap(([key, value]) => {
    const place = [...path, key];
    const comment = comments.get(place.join('.'));
    if (comment === undefined && isMap(value)) return [`${space}${key}:`, ...valueLines(value, place, comments)];
    const written = toYaml({ [key]: value })
      .trimEnd()
      .split('\n');
    return [`${space}# ${comment ?? ''}`, ...written.map((line) => `${space}${line}`)];
  });
}

/** values.schema.json: wrong names and types are found before anything is installed. */
export function valuesSchema(source: ValuesSource): string {
  const root: SchemaNode = { fields: new Map() };
  for (const [path, { schema, comment }] of Object.entries(fieldsOf(source))) {
    let node = root;
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    for (const key of keys) {
      const inner = node.fields.get(key);
      const next: SchemaNode = inner !== undefined && 'fields' in inner ? inner : { fields: new Map() };
      node.fields.set(key, next);
      node = next;
    }
    node.fields.set(last, { schema: { description: comment, ...schema } });
  }
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', ...schemaOf(root, true) };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

interface SchemaNode {
  readonly fields: Map<string, SchemaNode | { readonly schema: JsonMap }>;
}

/**
 * Values of your own templates may be at the top; inside of ours a name that is not known is a mistake. Maps must be
 * there, because templates look into them; what is in them need not.
 */
function schemaOf({ fields }: SchemaNode, isRoot = false): JsonMap {
  const properties: Record<string, Json> = {};
  for (const [key, field] of fields) properties[key] = 'schema' in field ? field.schema : schemaOf(field);
  const required = [...fields].flatMap(([key, field]) => ('schema' in field ? [] : [key]));
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(!isRoot && { additionalProperties: false }),
  };
}
