/** GET of one object and of collections, with paging. */
import { setTimeout as delay } from 'node:timers/promises';
import { keyOf, objectKey, type ApiObject } from '../storage/api-object.js';
import { badRequest, expired, notFound, StatusError } from '../api-status.js';
import type { Backend } from '../backend.js';
import { isSelected, selectionOf, type Selection } from './list-selection.js';
import { checkListOptions } from './list-options.js';
import type { Snapshot } from '../storage/object-store.js';
import type { ResourceRequest } from './resource-request.js';
import { scopeOf } from './resource-update.js';

/** Items of a list and what its metadata says. */
export interface ObjectList {
  readonly items: readonly ApiObject[];
  readonly resourceVersion: string;
  readonly continueToken?: string;
  readonly remainingItemCount?: number;
}

/** Handles GET of one object. */
export async function getResource(backend: Backend, request: ResourceRequest): Promise<ApiObject> {
  const { type, info } = request;
  await freshEnough(backend, info.query.get('resourceVersion'));
  const stored = backend.store.collection(type.collection).get(objectKey(scopeOf(request), info.name));
  if (stored === undefined) throw notFound(type, info.name);
  const [shown = stored] = await backend.conversion.fromStorage([stored], type);
  return shown;
}

/** Handles GET of a collection. */
export async function listResource(backend: Backend, request: ResourceRequest): Promise<ObjectList> {
  const { info, type } = request;
  const options = checkListOptions(info.query, false);
  // A list of any version comes from the cache of a real server, which has no pages.
  const isWhole = info.query.get('resourceVersion') === '0';
  const token = info.query.get('continue') ?? '';
  const from = token === '' ? undefined : decodeToken(token);
  if (from === undefined) await freshEnough(backend, info.query.get('resourceVersion'));
  const snapshot = snapshotFor(backend, request, from);
  const selection = selectionOf(request);
  // One object has no second page.
  const isOne = selection.fields.some(({ field, isEqual }) => field === 'metadata.name' && isEqual);
  const limit = isWhole || isOne ? 0 : options.limit;
  const candidates = snapshot.objects.filter(
    (object) =>
      (from === undefined || keyOf(object) > from.start) &&
      (selection.namespace === undefined || object.metadata.namespace === selection.namespace),
  );
  const { page, rest } = takePage(candidates, selection, limit);
  const items = await backend.conversion.fromStorage(page, type);
  const resourceVersion = String(snapshot.version);
  const last = page.at(-1);
  if (rest === 0 || last === undefined) return { items, resourceVersion };
  const hasSelector = info.query.has('labelSelector') || info.query.has('fieldSelector');
  return {
    items,
    resourceVersion,
    continueToken: encodeToken({ version: snapshot.version, start: keyOf(last) }),
    ...(hasSelector ? {} : { remainingItemCount: rest }),
  };
}

/** A page of the selected objects, and how many candidates, selected or not, come after it. */
function takePage(
  candidates: readonly ApiObject[],
  selection: Selection,
  limit: number,
): { page: ApiObject[]; rest: number } {
  const page: ApiObject[] = [];
  for (const [index, object] of candidates.entries()) {
    if (!isSelected(object, selection)) continue;
    page.push(object);
    if (limit > 0 && page.length === limit) return { page, rest: candidates.length - index - 1 };
  }
  return { page, rest: 0 };
}

function snapshotFor(backend: Backend, { info, type }: ResourceRequest, from: Token | undefined): Snapshot {
  const collection = backend.store.collection(type.collection);
  if (from !== undefined) {
    const snapshot = collection.snapshotAt(from.version);
    if (snapshot !== undefined) return snapshot;
    const message =
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';
    throw expired(message);
  }
  const version = info.query.get('resourceVersion') ?? '';
  if (info.query.get('resourceVersionMatch') !== 'Exact') return collection.snapshot();
  const snapshot = collection.snapshotAt(Number(version));
  if (snapshot === undefined) throw expired(`The resourceVersion for the provided list is too old.`);
  return snapshot;
}

const FRESH_WAIT_MS = 3000;

/** Waits a moment for a version from the future, as a replica that lags does; 400 for text that is not a version. */
async function freshEnough(backend: Backend, version: string | null): Promise<void> {
  if (version === null || version === '') return;
  if (!/^\d+$/.test(version)) {
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(version)}: strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`,
    );
  }
  const deadline = performance.now() + FRESH_WAIT_MS;
  while (Number(version) > backend.store.currentVersion && performance.now() < deadline) await delay(20);
  const current = backend.store.currentVersion;
  if (Number(version) <= current) return;
  throw new StatusError(504, 'Timeout', `Timeout: Too large resource version: ${version}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}

/** Comes after a key and before every longer key. */
const END = '\u0000';

interface Token {
  readonly version: number;
  readonly start: string;
}

function encodeToken({ version, start }: Token): string {
  const json = JSON.stringify({ v: 'meta.k8s.io/v1', rv: version, start: `${start}${END}` });
  return Buffer.from(json).toString('base64url');
}

function decodeToken(token: string): Token {
  try {
    const { rv, start } = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as { rv: number; start: string };
    return { version: rv, start: start.endsWith(END) ? start.slice(0, -1) : start };
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    throw badRequest('invalid continue token: continue key is not valid: illegal base64 data at input byte 0');
  }
}
