/** The `index.schema.ts` of an API folder: schemas of its kinds, loaded by those who ask for them. */
import type { KindVersion } from '../model/api.js';
import type { JsonSchema } from '../model/schema.js';
import { limitDescriptions } from './description-length.js';
import { KIND_INDEX_LINE } from './kind-index.js';

/** The file's name; index.ts imports it when a schema is asked for. */
export const KIND_SCHEMAS_FILE = 'index.schema.ts';

/** Where formatters break lines. */
const WIDTH = 120;

/** TypeScript that exports the schema of each kind as `<Kind>Schema`, as text that is parsed when it is loaded. */
export function emitKindSchemas(kinds: readonly KindVersion[]): string {
  const sorted = [...kinds].sort((left, right) => (left.kind < right.kind ? -1 : 1));
  return [
    KIND_INDEX_LINE,
    '// Schemas without descriptions. Take them from index.ts, so that an operator carries only those that it uses.',
    "import type { JSONSchemaProps } from 'kbts/k8s/apiextensions/v1';",
    '',
    ...sorted.map(emitSchema),
    '',
  ].join('\n');
}

function emitSchema({ kind, schema }: KindVersion): string {
  // Not under the kind's own name: a kind may be called JSON.
  const start = `export const ${kind}Schema: JSONSchemaProps = JSON.parse(`;
  const text = quote(toJson(limitDescriptions(schema, 0)));
  const line = `${start}${text});`;
  return line.length <= WIDTH ? line : `${start}\n  ${text},\n);`;
}

/** Compact JSON with sorted keys; integers of any size keep their digits. */
function toJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value as JsonSchema)
    .filter(([, item]) => item !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${toJson(item)}`).join(',')}}`;
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
