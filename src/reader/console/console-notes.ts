/** Markers of operator-sdk: what consoles show of kinds and fields. */
import { argumentOf } from '../../markers/resolve.js';
import type { ConsoleNote, SchemaOrigins } from '../../model/api.js';
import type { JsonSchema, JsonValue } from '../../model/schema.js';
import { type PlacedMarker, withName } from '../comments/node-markers.js';

const name = 'operator-sdk:csv:customresourcedefinitions';

/** Where problems of markers go. */
interface Reports {
  reportMarker(marker: PlacedMarker, message: string): void;
}

/** What the markers of a kind say; later ones add to earlier ones. */
export function kindNote(reports: Reports, markers: readonly PlacedMarker[]): ConsoleNote | undefined {
  const notes = withName(markers, name).map((marker) => {
    refuse(reports, marker, ['type', 'xDescriptors'], 'a kind');
    const resources = argumentOf(marker, 'resources');
    return {
      ...sharedNote(marker),
      ...(resources !== undefined && { resources: references(reports, marker, resources) }),
    };
  });
  if (notes.length === 0) return undefined;
  const resources = notes.flatMap((note) => note.resources ?? []);
  return { ...Object.assign({}, ...notes), ...(resources.length > 0 && { resources }) } as ConsoleNote;
}

/** Keeps what the markers of a field say, each for spec or status, with where the field comes from. */
export function rememberNotes(
  context: Reports & { readonly origins: SchemaOrigins },
  schema: JsonSchema,
  markers: readonly PlacedMarker[],
): void {
  const notes = withName(markers, name).flatMap((marker) => fieldNote(context, marker) ?? []);
  const origin = context.origins.get(schema);
  if (notes.length > 0 && origin !== undefined) context.origins.set(schema, { ...origin, console: notes });
}

function fieldNote(reports: Reports, marker: PlacedMarker): ConsoleNote | undefined {
  refuse(reports, marker, ['resources'], 'a field');
  const part = argumentOf(marker, 'type');
  if (part === 'spec' || part === 'status')
    return { ...sharedNote(marker), part, xDescriptors: texts(argumentOf(marker, 'xDescriptors')) };
  const given = part === undefined ? 'it has no type' : `type=${String(part)}`;
  reports.reportMarker(marker, `${given}; a field is in the descriptors of type=spec or type=status`);
  return undefined;
}

function sharedNote(marker: PlacedMarker): ConsoleNote {
  const [displayName, order] = [argumentOf(marker, 'displayName'), argumentOf(marker, 'order')];
  return {
    ...(typeof displayName === 'string' && displayName !== '' && { displayName }),
    ...(typeof order === 'number' && { order }),
  };
}

function references(reports: Reports, marker: PlacedMarker, resources: JsonValue): string[][] {
  const lists = Array.isArray(resources)
    ? resources.map((one: JsonValue) => texts(one).map((part) => part.trim()))
    : [];
  const wrong = lists.find((list) => list.length < 2 || list.length > 3);
  if (wrong !== undefined)
    reports.reportMarker(marker, `{${wrong.join(',')}} is not {kind,version} or {kind,version,name}`);
  return lists;
}

function refuse(reports: Reports, marker: PlacedMarker, names: readonly string[], place: string): void {
  const wrong = names.find((one) => argumentOf(marker, one) !== undefined);
  if (wrong !== undefined) reports.reportMarker(marker, `${wrong} has no meaning on ${place}`);
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
