/** What the answer of a conversion webhook says; objects that are not the ones that were sent are refused. */
import type { ApiObject } from '../storage/api-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';

/** What was asked, and how a failure is worded. */
export interface ConversionQuestion {
  readonly uid: string;
  readonly originals: readonly ApiObject[];
  readonly desiredAPIVersion: string;
  readonly failure: (why: string) => Error;
}

/** The converted objects, in order, with the metadata of the originals. Throws when the API server would not take them. */
export function convertedObjects(answer: JsonObject, question: ConversionQuestion): ApiObject[] {
  const { originals, failure } = question;
  const objects = objectsIn(answer, question);
  if (objects.length !== originals.length)
    throw failure(`returned ${objects.length} objects, expected ${originals.length}`);
  return originals.map((original, index) => {
    const converted = objects[index] ?? null;
    const problem = problemOf(converted, original, question.desiredAPIVersion);
    if (problem !== undefined) throw failure(`returned invalid converted object at index ${index}: ${problem}`);
    return withOwnMetadata(converted as ApiObject, original);
  });
}

function objectsIn({ apiVersion, kind, response }: JsonObject, { uid, failure }: ConversionQuestion): JsonValue[] {
  if (apiVersion !== 'apiextensions.k8s.io/v1' || kind !== 'ConversionReview')
    throw failure(
      `failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got ${String(apiVersion ?? '')}, Kind=${String(kind ?? '')}`,
    );
  if (!isObject(response)) throw failure('failed: no response provided');
  if (response['uid'] !== uid)
    throw failure(`failed: expected response.uid="${uid}", got "${String(response['uid'] ?? '')}"`);
  const result = isObject(response['result']) ? response['result'] : {};
  const { status = '', message } = result;
  if (status !== 'Success')
    throw failure(
      `failed: ${typeof message === 'string' && message !== '' ? message : `response.result.status was '${String(status)}', not 'Success'`}`,
    );
  const { convertedObjects: objects } = response;
  return Array.isArray(objects) ? objects : [];
}

function problemOf(converted: JsonValue, original: ApiObject, apiVersion: string): string | undefined {
  if (!isObject(converted)) return 'it is not an object';
  if (converted['apiVersion'] !== apiVersion)
    return `invalid groupVersion (expected ${apiVersion}, received ${String(converted['apiVersion'] ?? '')})`;
  if (converted['kind'] !== original.kind)
    return `invalid kind (expected ${original.kind}, received ${String(converted['kind'] ?? '')})`;
  const { metadata } = converted;
  if (metadata === undefined) return 'missing metadata in converted object';
  if (!isObject(metadata)) return 'invalid metadata in converted object';
  return identityProblem(metadata, original) ?? labelProblem(metadata);
}

function identityProblem(metadata: JsonObject, original: ApiObject): string | undefined {
  const { name = '', namespace = '', uid = '' } = original.metadata;
  const pairs = {
    name: [name, metadata['name']],
    namespace: [namespace, metadata['namespace']],
    UID: [uid, metadata['uid']],
  };
  for (const [word, [before, after]] of Object.entries(pairs)) {
    if (before !== (after ?? '')) return `must have the same ${word}: ${String(before)} != ${String(after ?? '')}`;
  }
  return undefined;
}

function labelProblem(metadata: JsonObject): string | undefined {
  for (const part of ['labels', 'annotations']) {
    const texts = metadata[part];
    if (texts === undefined || texts === null) continue;
    if (!isObject(texts) || Object.values(texts).some((text) => typeof text !== 'string'))
      return `invalid metadata.${part} in converted object`;
  }
  return undefined;
}

/** A webhook may change labels and annotations; the rest of the metadata is the server's. */
function withOwnMetadata(converted: ApiObject, original: ApiObject): ApiObject {
  const { labels, annotations } = converted.metadata;
  const { labels: _labels, annotations: _annotations, ...own } = original.metadata;
  return { ...converted, metadata: { ...own, ...(labels && { labels }), ...(annotations && { annotations }) } };
}
