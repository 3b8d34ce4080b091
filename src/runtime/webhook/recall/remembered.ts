/**
 * What `lossless` remembers in annotations. Whoever may write an object may write its annotations, so what they restore must
 * pass the schema that a write of that version would have to pass.
 */
import { loadPatterns } from '../../../kubernetes/regex/pattern.js';
import type { GVK } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import type { ConvertObject } from '../conversion/converter.js';
import type { SchemaSource } from './published-schemas.js';
import { schemaViolations, type Schema } from './schema-violations.js';

/** Remembers fields of the hub on objects of another version. */
export const hubAnnotation = 'kbts.dev/conversion-hub';

/** Remembers fields of a version on objects of the hub. */
export const spokeAnnotation = (version: string): string => `kbts.dev/conversion-${version}`;

/** What a conversion with memories needs to know. */
export interface Recall {
  readonly convert: ConvertObject;
  readonly to: GVK;
  readonly apiVersion: string;
  readonly schemas: SchemaSource | undefined;
  readonly signal: AbortSignal;
  /** Told why something was not restored, and of which object. */
  readonly refused: (refusal: Refusal) => void;
}

/** A memory that was not restored. */
export interface Refusal {
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly problem: string;
}

/** Whether an annotation of the object could add to what it becomes in a version. */
export function hasMemory({ metadata }: KubeObject, version: string): boolean {
  const { annotations } = metadata;
  if (typeof annotations !== 'object' || annotations === null) return false;
  return Object.hasOwn(annotations, hubAnnotation) || Object.hasOwn(annotations, spokeAnnotation(version));
}

/** Converts with what annotations remember, unless that breaks the schema where the object alone would not. */
export async function convertWithMemory(object: KubeObject, recall: Recall): Promise<KubeObject> {
  const { convert, to, apiVersion, schemas, signal, refused } = recall;
  const [schema] = await Promise.all([schemas?.(to, signal), loadPatterns()]);
  const alone = (): KubeObject => convert(withoutMemory(object, to.version), apiVersion);
  const refuse = (problem: string): KubeObject => {
    const { namespace, name } = object.metadata;
    refused({ namespace, name, problem });
    return alone();
  };
  if (!schema) return refuse('the API server publishes no schema of this version that it could be checked against');
  let whole: KubeObject;
  try {
    whole = convert(object, apiVersion);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const broken = violationsOf(whole, schema);
  if (broken.size === 0) return whole;
  const bare = alone();
  const known = violationsOf(bare, schema);
  const added = [...broken].filter((violation) => !known.has(violation));
  return added.length === 0 ? whole : refuse(`it breaks the schema: ${added.slice(0, 5).join(', ')}`);
}

function withoutMemory(object: KubeObject, version: string): KubeObject {
  const {
    [hubAnnotation]: _hub,
    [spokeAnnotation(version)]: _spoke,
    ...annotations
  } = object.metadata.annotations ?? {};
  const { annotations: _annotations, ...metadata } = object.metadata;
  return { ...object, metadata: Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations } };
}

/** Metadata are the server's to check, and status is never remembered. */
function violationsOf(object: KubeObject, schema: Schema): ReadonlySet<string> {
  const { metadata: _metadata, status: _status, ...fields } = object as KubeObject & { status?: unknown };
  return schemaViolations(fields, schema);
}
