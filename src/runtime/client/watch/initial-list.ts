/** The state of the world in one piece, for servers that cannot stream it. */
import { is } from '../requests/api-error.js';
import type { KubeList, KubeObject } from '../../object/meta.js';
import type { ListQuery, ListWatch } from './list-watch.js';
import { isTooLargeVersion } from './watch-failure.js';

const PAGE_SIZE = 500;

/** Everything there is, and the version to watch from. */
export interface InitialState<T extends KubeObject = KubeObject> {
  readonly objects: T[];
  readonly resourceVersion: string;
  /** The server cut the list into pages although its memory could have answered: it has none, so page later lists too. */
  readonly isPaged: boolean;
}

/** How to list. */
export interface InitialListOptions {
  /** The version that must have been reached: `"0"` for any, which the server answers from memory, `""` for the newest. */
  readonly since: string;
  /** Cut into pages whatever the version. */
  readonly isPaged?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** Lists everything. */
export async function listAll<T extends KubeObject>(
  source: ListWatch<T>,
  options: InitialListOptions,
): Promise<InitialState<T>> {
  try {
    return await listPages(source, options);
  } catch (error) {
    const canAskForNewest = options.since !== '' && (is.gone(error) || is.expired(error) || isTooLargeVersion(error));
    if (!canAskForNewest) throw error;
    return listPages(source, { ...options, since: '' });
  }
}

async function listPages<T extends KubeObject>(
  source: ListWatch<T>,
  options: InitialListOptions,
): Promise<InitialState<T>> {
  const { since, signal } = options;
  // With any other version the server's memory can only answer when the list is not cut into pages.
  const asksForPages = options.isPaged === true || since === '' || since === '0';
  const query: ListQuery = { resourceVersion: since, ...(asksForPages ? { limit: PAGE_SIZE } : {}) };
  let page = checked(await source.list(query, signal), source);
  const objects = page.items;
  const resourceVersion = page.metadata.resourceVersion ?? '';
  const isPaged = options.isPaged === true || (since === '0' && Boolean(page.metadata.continue));
  while (page.metadata.continue) {
    const token = page.metadata.continue;
    try {
      page = checked(await source.list({ limit: PAGE_SIZE, continue: token }, signal), source);
    } catch (error) {
      if (!is.gone(error) && !is.expired(error)) throw error;
      // The snapshot behind the pages is gone; all at once has no such limit.
      const whole = checked(await source.list({ resourceVersion: since }, signal), source);
      return { objects: whole.items, resourceVersion: whole.metadata.resourceVersion ?? '', isPaged };
    }
    refuseSameToken(token, page, source.description);
    for (const object of page.items) objects.push(object);
  }
  return { objects, resourceVersion, isPaged };
}

/** Throws when a page leads to itself: a server that ignores the token would be listed until the memory is full. */
export function refuseSameToken(
  token: string,
  { metadata }: Pick<KubeList<KubeObject>, 'metadata'>,
  list: string,
): void {
  if (metadata.continue === token)
    throw new Error(`${list}: the server answered with the same page again, so the list would never end`);
}

function checked<T extends KubeObject>(page: KubeList<T>, source: ListWatch<T>): KubeList<T> {
  if (Array.isArray(page.items) && page.kind !== 'Table') return page;
  throw new Error(`${source.description}: the server answered a list with ${page.kind ?? 'something'} without items`);
}
