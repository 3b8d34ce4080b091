/** Conversion between versions of custom resources, by webhook where the definition says so. */
import { randomUUID } from 'node:crypto';
import type { ApiObject } from './api-object.js';
import { internalError } from './api-status.js';
import type { Conversion } from './backend.js';
import { isObject, type JsonObject } from './json.js';
import { apiVersionOf, type ResourceType } from './resource-type.js';
import { relabel, storageVersion } from './version-conversion.js';
import { callWebhook, WebhookFailure, type ServiceResolver } from './webhook-client.js';

const TIMEOUT_MS = 30_000;

/** Conversion that asks webhooks. */
export function webhookConversion(resolve: ServiceResolver | undefined): Conversion {
  return {
    toVersion: (objects, type) => convert(objects, type, apiVersionOf(type), resolve),
    toStorage: async (object, type) => {
      const [converted = object] = await convert([object], type, storageVersion(type), resolve);
      return converted;
    },
  };
}

async function convert(
  objects: readonly ApiObject[],
  type: ResourceType,
  apiVersion: string,
  resolve: ServiceResolver | undefined,
): Promise<ApiObject[]> {
  const conversion = type.custom?.conversion;
  const others = objects.filter((object) => object.apiVersion !== apiVersion);
  if (others.length === 0) return [...objects];
  if (conversion?.['strategy'] !== 'Webhook') return objects.map((object) => relabel(object, apiVersion));
  const converted = await ask(others, type, apiVersion, resolve);
  return objects.map((object) => {
    const index = others.indexOf(object);
    return index < 0 ? object : withOwnMetadata(converted[index] ?? object, object);
  });
}

async function ask(
  objects: readonly ApiObject[],
  type: ResourceType,
  desiredAPIVersion: string,
  resolve: ServiceResolver | undefined,
): Promise<ApiObject[]> {
  const failure = (why: string): Error =>
    internalError(`conversion webhook for ${objects[0]?.apiVersion ?? ''}, Kind=${type.kind} failed: ${why}`);
  const webhook = isObject(type.custom?.conversion['webhook']) ? type.custom.conversion['webhook'] : {};
  const config = isObject(webhook['clientConfig']) ? webhook['clientConfig'] : {};
  const uid = randomUUID();
  const request: JsonObject = { uid, desiredAPIVersion, objects: [...objects] };
  const review = { kind: 'ConversionReview', apiVersion: 'apiextensions.k8s.io/v1', request };
  let answer: JsonObject;
  try {
    answer = await callWebhook(config, review, { timeoutMs: TIMEOUT_MS, resolve });
  } catch (error) {
    if (!(error instanceof WebhookFailure)) throw error;
    throw failure(error.message);
  }
  const response = isObject(answer['response']) ? answer['response'] : {};
  const result = isObject(response['result']) ? response['result'] : {};
  if (result['status'] !== 'Success') throw failure(String(result['message'] ?? 'no message'));
  const { convertedObjects } = response;
  if (!Array.isArray(convertedObjects) || convertedObjects.length !== objects.length) {
    const count = Array.isArray(convertedObjects) ? convertedObjects.length : 0;
    throw failure(`webhook returned ${count} objects, expected ${objects.length}`);
  }
  return convertedObjects as unknown as ApiObject[];
}

/** A webhook may change labels and annotations; the rest of the metadata is the server's. */
function withOwnMetadata(converted: ApiObject, original: ApiObject): ApiObject {
  const { labels, annotations } = converted.metadata;
  const metadata = { ...original.metadata };
  if (labels === undefined) delete metadata.labels;
  else metadata.labels = labels;
  if (annotations === undefined) delete metadata.annotations;
  else metadata.annotations = annotations;
  return { ...converted, metadata };
}
