/** Objects of which only a part was read, such as metadata only. Writing one back would erase the rest. */
import { InvalidCallError } from './invalid-call.js';

/** On partial objects. Enumerable, so that spreading an object takes it along; registered, so that two copies of kbts share it. */
const partial: unique symbol = Symbol.for('kbts.partial') as never;

/** Why an object is partial. */
export interface PartialMark {
  /** Only its metadata was read. */
  readonly isProjected: boolean;
  /** The fields that the transform of a cache changed. */
  readonly fields: readonly string[];
}

/** An object that may be partial: it can be patched and deleted, but not created, updated or applied. */
export interface PartialObject {
  readonly [partial]?: PartialMark;
}

/** An object that is not partial, as far as types know. */
export interface WholeObject {
  readonly [partial]?: undefined;
}

const projectedMark: PartialMark = Object.freeze({ isProjected: true, fields: Object.freeze([]) });
const marks = new Map<string, PartialMark>();

/** Marks an object of which only the metadata was read. */
export function markProjected(object: object): void {
  (object as { [partial]?: PartialMark })[partial] = projectedMark;
}

/** Marks an object some of whose fields a transform changed. Equal marks are shared, as caches contain many objects. */
export function markTransformed(object: object, fields: readonly string[]): void {
  const isProjected = partialMark(object)?.isProjected ?? false;
  const key = `${isProjected} ${fields.join(' ')}`;
  const mark = marks.get(key) ?? Object.freeze({ isProjected, fields: Object.freeze([...fields]) });
  // Names of fields come from objects; forgetting some costs memory, keeping all of them could cost more.
  if (marks.size < 1000) marks.set(key, mark);
  (object as { [partial]?: PartialMark })[partial] = mark;
}

/** The mark of a partial object; undefined for a whole one. */
export function partialMark(object: object): PartialMark | undefined {
  return (object as PartialObject)[partial];
}

/** Gives a copy the mark of its original. */
export function copyMark(from: object, to: object): void {
  const mark = (from as PartialObject)[partial];
  if (mark) (to as { [partial]?: PartialMark })[partial] = mark;
}

/** Whether a transform changed an object: it has to be read from the server before it can be changed. */
export function isTransformed(object: object): boolean {
  return (partialMark(object)?.fields.length ?? 0) > 0;
}

/** Whether the status that an object shows may not be the one that is stored. */
export function lacksStatus(object: object): boolean {
  const mark = partialMark(object);
  return mark !== undefined && (mark.isProjected || mark.fields.includes('status'));
}

/** Throws when an object is partial; `call` names the write, such as `update`. */
export function refusePartial(object: unknown, call: string): void {
  const mark = typeof object === 'object' && object !== null ? partialMark(object) : undefined;
  if (mark) throw partialError(describe(object as object, mark), call);
}

/** The error of a write through a kind that stands for metadata only. */
export function refuseProjection(
  { projection, gvk }: { projection?: 'metadata'; gvk: { kind: string } },
  call: string,
) {
  if (projection) throw partialError(`metadataOnly(${gvk.kind}) stands for a part of the object`, call);
}

function partialError(problem: string, call: string): InvalidCallError {
  return new InvalidCallError(
    `${call} was not sent: ${problem}, so the write would erase the rest; use patch or modify, or read the whole object with client.live`,
  );
}

function describe(object: object, { isProjected, fields }: PartialMark): string {
  const { kind, metadata } = object as { kind?: unknown; metadata?: { name?: unknown } };
  const name = `${String(kind ?? 'the object')} ${String(metadata?.name ?? '')}`.trim();
  return isProjected
    ? `only the metadata of ${name} was read`
    : `the cache transform changed ${fields.join(', ')} of ${name}`;
}
