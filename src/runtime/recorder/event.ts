/** Events of `events.k8s.io/v1`: what they look like and how they are made. */
import { createHash, randomUUID } from 'node:crypto';
import { defineKind } from '../object/kind.js';
import type { KubeObject, MicroTime } from '../object/meta.js';
import type { DeepReadonly } from '../object/readonly.js';

/** What happened to an object. */
export interface EventInput {
  /** `Normal` unless given. */
  readonly type?: 'Normal' | 'Warning' | undefined;
  /** A word for machines, such as `Scaled`. */
  readonly reason: string;
  /** What was done or tried, such as `Scale`; the reason unless given. */
  readonly action?: string | undefined;
  /** A sentence for people. */
  readonly note: string;
  /** Another object that took part. */
  readonly related?: DeepReadonly<KubeObject> | KubeObject | undefined;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** Points to an object. */
export interface EventReference {
  apiVersion: string;
  kind: string;
  name: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
}

/** `events.k8s.io/v1` Event. */
export interface Event extends KubeObject {
  eventTime: MicroTime;
  series?: { count: number; lastObservedTime: MicroTime };
  reportingController: string;
  reportingInstance: string;
  action: string;
  reason: string;
  regarding: EventReference;
  related?: EventReference;
  note?: string;
  type: 'Normal' | 'Warning';
}

/** The descriptor of Event. */
export const Event = defineKind<Event>({
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  scope: 'Namespaced',
});

/** Who reports. */
export interface Reporter {
  readonly controller: string;
  readonly instance: string;
}

/** A reporter whose names the API server accepts. Throws when the controller's name is none. */
export function reporterOf(controller: string, host: string): Reporter {
  if (!/^([a-z0-9.-]+\/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/.test(controller))
    throw new Error(`"${controller}" cannot report events: use letters, digits, "-", "_" and ".", at most 63`);
  return { controller, instance: `${controller}-${host}`.slice(0, 128) };
}

/** An event that happened `now`; strings are cut to the length that the API server accepts. */
export function eventOf(
  object: DeepReadonly<KubeObject> | KubeObject,
  input: EventInput,
  { reporter, now }: { reporter: Reporter; now: Date },
): Event {
  const { type = 'Normal', reason, action = reason, note, related, annotations } = input;
  const regarding = referenceTo(object);
  const namespace = regarding.namespace ?? 'default';
  return new Event({
    metadata: { name: eventName(regarding.name), namespace, ...(annotations && { annotations: { ...annotations } }) },
    eventTime: now.toISOString().replace('Z', '000Z'),
    reportingController: reporter.controller,
    reportingInstance: reporter.instance,
    action: cut(action, 128),
    reason: cut(reason, 128),
    regarding,
    ...(related && { related: referenceTo(related) }),
    note: cut(note, 1024),
    type,
  });
}

/** Equal events have equal keys; versions of the object do not matter, so that events of a changing one add up. */
export function keyOf({ type, action, reason, regarding, related, note }: Event): string {
  const parts = [type, action, reason, identityOf(regarding), related ? identityOf(related) : '', note];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

/** The object, whatever its version. */
export function identityOf({ apiVersion, kind, namespace, name, uid }: EventReference): string {
  return JSON.stringify([apiVersion, kind, namespace, name, uid]);
}

function referenceTo({ apiVersion, kind, metadata }: DeepReadonly<KubeObject> | KubeObject): EventReference {
  const { name = '', namespace, uid, resourceVersion } = metadata;
  return { apiVersion, kind, name, ...definedOnly({ namespace, uid, resourceVersion }) };
}

function eventName(name: string): string {
  const unique = randomUUID().replaceAll('-', '').slice(0, 16);
  const full = `${name}.${unique}`;
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name) && full.length <= 253 ? full : randomUUID();
}

/** Cuts by bytes, as the API server counts, without splitting a character. */
function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes - 3;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return `${bytes.subarray(0, end).toString()}...`;
}

function definedOnly<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Partial<T>;
}
