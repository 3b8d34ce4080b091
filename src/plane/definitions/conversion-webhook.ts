/** Conversion between versions of custom resources, by webhook where the definition says so. */
import { randomUUID } from 'node:crypto';
import type { ApiObject } from '../storage/api-object.js';
import { internalError } from '../api-status.js';
import type { Conversion } from '../backend.js';
import { convertedObjects } from './conversion-answer.js';
import { isObject, type JsonObject } from '../../kubernetes/json/json-value.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';
import { readStored, withoutUnknown } from './stored-object.js';
import { relabel, storageVersion } from './version-conversion.js';
import { callWebhook, WebhookFailure, type ServiceResolver } from '../admission/webhook-client.js';

const TIMEOUT_MS = 30_000;

/** Conversion that asks webhooks. */
export function webhookConversion(resolve: ServiceResolver | undefined): Conversion {
  return {
    toVersion: (objects, type) => convert(objects, type, apiVersionOf(type), resolve),
    fromStorage: async (objects, type) => {
      const read = objects.map((object) => readStored(object, type));
      const converted = await convert(read, type, apiVersionOf(type), resolve);
      return converted.map((object, index) => (object === read[index] ? object : pruned(object, type)));
    },
    fromStorageNow: (object, type) => {
      const read = readStored(object, type);
      if (read.apiVersion === apiVersionOf(type)) return read;
      if (asksWebhook(type)) return undefined;
      return pruned(relabel(read, apiVersionOf(type)), type);
    },
    toStorage: async (object, type) => {
      const [converted = object] = await convert([object], type, storageVersion(type), resolve);
      return converted === object
        ? object
        : withoutUnknown(converted, type.custom?.schemas.get(type.custom.storageVersion));
    },
  };
}

/** Converted objects lose what this version does not declare; versions of built-in kinds are shown as they are. */
function pruned(object: ApiObject, { custom, schema }: ResourceType): ApiObject {
  return custom === undefined ? object : withoutUnknown(object, schema);
}

function asksWebhook({ custom }: ResourceType): boolean {
  return custom?.conversion['strategy'] === 'Webhook';
}

async function convert(
  objects: readonly ApiObject[],
  type: ResourceType,
  apiVersion: string,
  resolve: ServiceResolver | undefined,
): Promise<ApiObject[]> {
  const others = objects.filter((object) => object.apiVersion !== apiVersion);
  if (others.length === 0) return [...objects];
  if (!asksWebhook(type)) return objects.map((object) => relabel(object, apiVersion));
  const converted = (await ask(others, type, apiVersion, resolve))[Symbol.iterator]();
  return objects.map((object) => {
    if (object.apiVersion === apiVersion) return object;
    return converted.next().value ?? object;
  });
}

async function ask(
  objects: readonly ApiObject[],
  type: ResourceType,
  desiredAPIVersion: string,
  resolve: ServiceResolver | undefined,
): Promise<ApiObject[]> {
  const failure = (why: string): Error =>
    internalError(`conversion webhook for ${objects[0]?.apiVersion ?? ''}, Kind=${type.kind} ${why}`);
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
    throw failure(`failed: ${error.message}`);
  }
  return convertedObjects(answer, { uid, originals: objects, desiredAPIVersion, failure });
}
