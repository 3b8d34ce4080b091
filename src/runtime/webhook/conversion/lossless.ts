/** Conversion that loses nothing, although the versions do not have the same fields. */
import { isEqual } from '../../object/equality.js';
import { parseExact } from '../../../kubernetes/json/parse-exact.js';
import { stringifyExact } from '../../../kubernetes/json/stringify-exact.js';
import { applyMergePatch, diffMergePatch } from '../../object/merge-patch.js';
import type { KubeObject, ObjectMeta } from '../../object/meta.js';
import { mutable } from '../../object/readonly.js';
import { useMemories } from '../recall/memories.js';
import { convertWithMemory, hasMemory, hubAnnotation, spokeAnnotation } from '../recall/remembered.js';
import type { Converted, Converter } from './converter.js';
import { isRecord } from '../../object/json.js';

/**
 * Wraps a converter so that what one version cannot express survives the way through it. What would be
 * lost is kept in an annotation; when converting back it is merged with what was changed meanwhile. Lists that
 * were changed meanwhile are taken as they are now. Users can write annotations: status is never restored, and
 * the webhook server drops what the schema of the version does not allow.
 * @example
 * ```ts
 * type OldGuestbook = CustomResource<{ text?: string }>;
 * const Old = defineKind<OldGuestbook>({ ...Guestbook.gvk, version: 'v1beta1', plural: 'guestbooks', scope: 'Namespaced' });
 * const converter: Converter<Guestbook, OldGuestbook> = {
 *   spoke: Old,
 *   toHub: ({ spec }) => ({ spec: { message: spec.text } }),
 *   fromHub: ({ spec }) => ({ spec: { text: spec.message } }),
 * };
 * manager.add(webhook(Guestbook).convert(lossless(converter)));
 * ```
 */
export function lossless<Hub extends KubeObject, Spoke extends KubeObject>(
  converter: Converter<Hub, Spoke>,
): Converter<Hub, Spoke> {
  useMemories({ has: hasMemory, convert: convertWithMemory });
  const { spoke } = converter;
  const ofSpoke = spokeAnnotation(spoke.gvk.version);
  const toHub = (object: KubeObject): Converted<KubeObject> => converter.toHub(mutable(object) as Spoke);
  const fromHub = (object: KubeObject): Converted<KubeObject> => converter.fromHub(mutable(object) as Hub);
  return {
    spoke,
    toHub: (object) =>
      carry(object, { there: toHub, back: fromHub, saved: hubAnnotation, save: ofSpoke }) as Converted<Hub>,
    fromHub: (object) =>
      carry(object, { there: fromHub, back: toHub, saved: ofSpoke, save: hubAnnotation }) as Converted<Spoke>,
  };
}

type Convert = (object: KubeObject) => Converted<KubeObject>;
type Fields = Record<string, unknown>;

/**
 * Converts `object` by `there`. Its annotation `saved` contains what it was before it came from the other
 * side; `save` will contain what it is now, if `back` could not make it again.
 */
function carry(
  object: KubeObject,
  { there, back, saved, save }: { there: Convert; back: Convert; saved: string; save: string },
): Converted<KubeObject> {
  const { [saved]: memory, ...annotations } = object.metadata.annotations ?? {};
  const source: KubeObject = { ...object, metadata: withAnnotations(object.metadata, annotations) };
  const converted = there(source);
  const metadata = converted.metadata ?? source.metadata;
  const before = parseFields(memory);
  const bare = (fields: Fields): KubeObject => ({
    ...fields,
    apiVersion: '',
    kind: object.kind,
    metadata: source.metadata,
  });
  const plain = (result: Converted<KubeObject>): Fields => fieldsOf(result);
  const merged = before
    ? applyMergePatch(before, diffMergePatch(plain(there(bare(plain(back(bare(before)))))), plain(converted)) ?? {})
    : plain(converted);
  const returned = plain(back({ ...bare(isRecord(merged) ? merged : {}), metadata }));
  const isLossy = !isEqual(returned, fieldsOf(source));
  const kept = { ...metadata.annotations, ...(isLossy && { [save]: stringifyExact(fieldsOf(source)) }) };
  const { status } = converted as { status?: unknown };
  return {
    ...(isRecord(merged) ? merged : {}),
    ...(status !== undefined && { status }),
    metadata: withAnnotations(metadata, kept),
  };
}

/**
 * What is neither type, metadata nor status, as it would be on the wire. Status has rights of its own, which writing an
 * annotation does not need.
 */
function fieldsOf(object: object): Fields {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, status: _status, ...fields } = object as Fields;
  return parseExact(stringifyExact(fields)) as Fields;
}

function parseFields(text: string | undefined): Fields | undefined {
  if (text === undefined) return undefined;
  try {
    const parsed: unknown = parseExact(text);
    return isRecord(parsed) ? fieldsOf(parsed) : undefined;
  } catch {
    // Users can write annotations; one that is broken only means that nothing was remembered.
    return undefined;
  }
}

function withAnnotations(metadata: ObjectMeta, annotations: Record<string, string>): ObjectMeta {
  const { annotations: _annotations, ...rest } = metadata;
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
}
