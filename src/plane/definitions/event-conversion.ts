/** Events of the core group and of events.k8s.io are the same objects under different field names; the core form is stored. */
import type { ApiObject } from '../storage/api-object.js';
import type { Conversion } from '../backend.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';

const EVENTS = '/events';
const CORE = 'v1';

/** Field names of the core group and of events.k8s.io. */
const RENAMED: readonly (readonly [string, string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
];
const TO_NEW = new Map(RENAMED);
const TO_CORE = new Map(RENAMED.map(([core, renamed]) => [renamed, core]));

/** Fields that Go always writes, with their empty values. */
const ALWAYS: Readonly<Record<string, object>> = {
  core: {
    involvedObject: {},
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
    eventTime: null,
    reportingComponent: '',
    reportingInstance: '',
  },
  renamed: {
    eventTime: null,
    regarding: {},
    deprecatedSource: {},
    deprecatedFirstTimestamp: null,
    deprecatedLastTimestamp: null,
  },
};

/** Conversion that knows both kinds of events. */
export function withEvents(conversion: Conversion): Conversion {
  const shown = (objects: readonly ApiObject[], type: ResourceType): ApiObject[] =>
    objects.map((object) => eventAs(object, apiVersionOf(type)));
  return {
    toVersion: async (objects, type) =>
      type.collection === EVENTS ? shown(objects, type) : conversion.toVersion(objects, type),
    fromStorage: async (objects, type) =>
      type.collection === EVENTS ? shown(objects, type) : conversion.fromStorage(objects, type),
    fromStorageNow: (object, type) =>
      type.collection === EVENTS ? eventAs(object, apiVersionOf(type)) : conversion.fromStorageNow(object, type),
    toStorage: async (object, type) =>
      type.collection === EVENTS ? eventAs(object, CORE) : conversion.toStorage(object, type),
  };
}

/** The name in the stored form of a field that a selector of this resource uses. */
export function storedField({ collection, group }: ResourceType, field: string): string {
  if (collection !== EVENTS || group === '') return field;
  const [first = '', ...rest] = field.split('.');
  return [TO_CORE.get(first) ?? first, ...rest].join('.');
}

/** The group that findings about an object name: the group of its stored form. */
export function storedGroup({ collection, group }: ResourceType): string {
  return collection === EVENTS ? '' : group;
}

function eventAs(event: ApiObject, apiVersion: string): ApiObject {
  if (event.apiVersion === apiVersion) return event;
  const isCore = apiVersion === CORE;
  const names = isCore ? TO_CORE : TO_NEW;
  const { kind, apiVersion: _version, metadata, ...fields } = event;
  const renamed = Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value]);
  const always = isCore ? ALWAYS['core'] : ALWAYS['renamed'];
  const converted = { ...always, ...Object.fromEntries(renamed) } as ApiObject;
  if (!isCore) for (const name of ['reportingController', 'reportingInstance']) dropEmpty(converted, name);
  return { ...converted, kind, apiVersion, metadata };
}

function dropEmpty(object: ApiObject, name: string): void {
  if (object[name] === '') delete object[name];
}
