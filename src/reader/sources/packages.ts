/** API packages: folders of types, with their group and version. */
import path from 'node:path';
import { valueOf } from '../../markers/resolve.js';
import { isValidationTag } from '../../markers/tags.js';
import type { FreeMarker } from '../comments/file-comments.js';
import type { MarkerReader, PlacedMarker } from '../comments/node-markers.js';
import type { Program } from './program.js';
import type { Unit } from './unit.js';

/** What package-level markers say about a file. */
export interface PackageInfo {
  readonly group?: string;
  readonly version: string;
  readonly isSkipped: boolean;
  readonly isOptionalByDefault: boolean;
}

/** A package-level marker in a file. */
export interface PackageMarker extends PlacedMarker {
  readonly isInHeader: boolean;
}

/** Markers of a file that belong to no declaration; those that mean nothing there are reported. */
export function packageMarkers(program: Program, reader: MarkerReader, unit: Unit): PackageMarker[] {
  const { free, stray, looseTags } = program.comments(unit);
  for (const { marker, reason } of stray) {
    program.diagnostics.at(unit, marker.offset, marker.text.length, {
      severity: 'error',
      code: 'marker-detached',
      message: `nothing reads this marker: ${reason}`,
      fix: 'move it directly above the declaration that it is about, after // or in a JSDoc comment',
    });
  }
  for (const { name, offset } of looseTags) {
    if (!isValidationTag(name)) continue;
    program.diagnostics.at(unit, offset, name.length + 1, {
      severity: 'warning',
      code: 'tag-ignored',
      message: `the tag @${name} is not above a type or a property of one, so it has no effect`,
      fix: 'write it above the property whose values it is about',
    });
  }
  return free.flatMap((raw: FreeMarker): PackageMarker[] => {
    const marker = reader.resolve(unit, raw, 'package');
    if (marker === undefined) return [];
    return [{ ...marker, isInHeader: raw.isInHeader }];
  });
}

/** Finds the package of files. A file's own header comes before what other files of its folder say. */
export class Packages {
  private readonly byFolder = new Map<string, { unit: Unit; markers: readonly PackageMarker[] }[]>();
  private readonly byFile = new Map<string, PackageInfo>();

  add(unit: Unit, markers: readonly PackageMarker[]): void {
    const folder = path.dirname(unit.file);
    this.byFolder.set(folder, [...(this.byFolder.get(folder) ?? []), { unit, markers }]);
  }

  /** Folders in which a group is named. */
  folders(): string[] {
    return [...this.byFolder]
      .filter(([, files]) => files.some(({ markers }) => named(markers, 'groupName').length > 0))
      .map(([folder]) => folder);
  }

  /** Whether two files of a folder name different groups; then each file has its own. */
  of(unit: Unit): PackageInfo {
    const known = this.byFile.get(unit.file) ?? this.read(unit);
    this.byFile.set(unit.file, known);
    return known;
  }

  private read(unit: Unit): PackageInfo {
    const folder = path.dirname(unit.file);
    const files = this.byFolder.get(folder) ?? [];
    const own = files.find((file) => file.unit.file === unit.file)?.markers ?? [];
    const all = files.flatMap(({ markers }) => markers);
    const text = (name: string): string | undefined => {
      const [marker] = [...named(own, name), ...named(all, name)];
      return marker === undefined ? undefined : String(valueOf(marker) ?? '');
    };
    // A package-wide default counts in groupversion.ts, and in the header of a file for that file.
    const isWide = (file: { unit: Unit; markers: readonly PackageMarker[] }): boolean =>
      named(file.markers, 'kubebuilder:validation:Optional').some(
        ({ isInHeader }) => isInHeader || path.basename(file.unit.file) === 'groupversion.ts',
      );
    const group = text('groupName');
    return {
      ...(group !== undefined && { group }),
      version: text('versionName') ?? path.basename(folder),
      isSkipped: named(all, 'kubebuilder:skip').length > 0,
      isOptionalByDefault: files.some(
        (file) => (file.unit.file === unit.file || path.basename(file.unit.file) === 'groupversion.ts') && isWide(file),
      ),
    };
  }
}

function named(markers: readonly PackageMarker[], name: string): PackageMarker[] {
  return markers.filter(({ definition }) => definition.name === name);
}
