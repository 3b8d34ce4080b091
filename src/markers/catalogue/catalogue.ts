/** Every marker that kbts knows, as data: parsing, target checks, the reference and `--explain` come from here. */
import type { MarkerDefinition } from '../definition.js';
import { CONSOLE_MARKERS } from './console.js';
import { FIELD_MARKERS, TOPOLOGY_MARKERS } from './field.js';
import { FOREIGN_MARKERS } from './foreign.js';
import { KIND_MARKERS, PACKAGE_MARKERS } from './kind.js';
import { RBAC_MARKERS, WEBHOOK_MARKERS } from './package-wide.js';
import { VALIDATION_MARKERS } from './validation.js';

/** All definitions, in the order of the reference. */
export const MARKERS: readonly MarkerDefinition[] = [
  ...PACKAGE_MARKERS,
  ...KIND_MARKERS,
  ...CONSOLE_MARKERS,
  ...VALIDATION_MARKERS,
  ...FIELD_MARKERS,
  ...TOPOLOGY_MARKERS,
  ...RBAC_MARKERS,
  ...WEBHOOK_MARKERS,
  ...FOREIGN_MARKERS,
];

/** All definitions by name. */
export const MARKERS_BY_NAME: ReadonlyMap<string, MarkerDefinition> = new Map(
  MARKERS.map((definition) => [definition.name, definition]),
);
