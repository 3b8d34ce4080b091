/** Objects between versions: a new apiVersion is all that built-in and unconverted custom resources need. */
import type { ApiObject } from '../storage/api-object.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';

/** The apiVersion that objects are stored in. */
export function storageVersion(type: ResourceType): string {
  return apiVersionOf({ group: type.group, version: type.custom?.storageVersion ?? type.version });
}

/** The same object under another apiVersion. */
export function relabel(object: ApiObject, apiVersion: string): ApiObject {
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
}
