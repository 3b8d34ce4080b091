/** `kbts manifests --explain <marker>`. */
import { UserError } from '../errors.js';
import { MARKERS, MARKERS_BY_NAME } from '../markers/catalogue/catalogue.js';
import { describeMarker } from '../markers/reference.js';
import { nearest } from '../markers/suggest.js';

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
