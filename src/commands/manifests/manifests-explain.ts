/** `kbts manifests --explain <marker>` and `--markers`. */
import { UserError } from '../../errors.js';
import { MARKERS, MARKERS_BY_NAME } from '../../markers/catalogue/catalogue.js';
import { describeMarker } from '../../markers/reference.js';
import { nearest } from '../../markers/suggest.js';

/** The reference entry of a marker, as text. The name may come with or without `+`, prefix and arguments. */
export function explainMarker(name: string): string {
  const bare = name
    .trim()
    .replace(/^\/\/\s*/, '')
    .replace(/^\+/, '')
    .replace(/=.*$/s, '');
  const found =
    MARKERS_BY_NAME.get(bare) ??
    MARKERS_BY_NAME.get(bare.slice(0, Math.max(0, bare.lastIndexOf(':')))) ??
    MARKERS.find((marker) => marker.name.toLowerCase().endsWith(`:${bare.toLowerCase()}`));
  if (found !== undefined) return describeMarker(found);
  const guess = nearest(bare, MARKERS_BY_NAME.keys());
  throw new UserError('not-found', `there is no marker "${bare}"`, {
    fix: guess === undefined ? 'see docs/markers.md for all markers' : `did you mean "${guess}"?`,
  });
}

/** All markers, each with the first sentence about it; those for items, values and keys are left to the reference. */
export function listMarkers(): string {
  const own = MARKERS.filter(({ name }) => !/:(?:items|values|keys):/.test(name));
  const width = Math.max(...own.map(({ name }) => name.length)) + 2;
  const first = (doc: string): string => /^.*?[.](?=\s|$)/s.exec(doc)?.[0] ?? doc;
  return own.map(({ name, doc }) => `+${name.padEnd(width)}${first(doc).replaceAll(/\s+/g, ' ')}\n`).join('');
}
