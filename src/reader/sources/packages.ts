/** API packages: folders of types, with their group and version. */
import path from 'node:path';
import { valueOf } from '../../markers/resolve.js';
import { isValidationTag } from '../../markers/tags.js';
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

const OPTIONAL = /\+kubebuilder:validation:Optional\b/;

/** Markers of a file that belong to no declaration; those that mean nothing there are reported. */
export function packageMarkers(program: Program, reader: MarkerReader, unit: Unit): PlacedMarker[] {
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
  return free.flatMap((raw) => reader.resolve(unit, raw, 'package') ?? []);
}

/** Finds the package of files. A file's own header comes before what other files of its folder say. */
export class Packages {
  private readonly program: Program;
  private readonly reader: MarkerReader;
  private readonly selected: ReadonlySet<string>;
  private readonly byFolder = new Map<string, { unit: Unit; markers: readonly PlacedMarker[] }[]>();
  private readonly byFile = new Map<string, PackageInfo>();
  private readonly completed = new Set<string>();

  /** `selected`: the files whose markers are added by the caller. */
  constructor(program: Program, reader: MarkerReader, selected: ReadonlySet<string>) {
    this.program = program;
    this.reader = reader;
    this.selected = selected;
  }

  add(unit: Unit, markers: readonly PlacedMarker[]): void {
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
    this.complete(folder);
    const files = this.byFolder.get(folder) ?? [];
    const own = files.find((file) => file.unit.file === unit.file)?.markers ?? [];
    const all = files.flatMap(({ markers }) => markers);
    const text = (name: string): string | undefined => {
      const [marker] = [...named(own, name), ...named(all, name)];
      return marker === undefined ? undefined : String(valueOf(marker) ?? '');
    };
    const group = text('groupName');
    return {
      ...(group !== undefined && { group }),
      version: text('versionName') ?? path.basename(folder),
      isSkipped: named(all, 'kubebuilder:skip').length > 0,
      isOptionalByDefault: named(all, 'kubebuilder:validation:Optional').length > 0,
    };
  }

  /** Files that no path selects count as well: types are imported from them, and their folder is their package. */
  private complete(folder: string): void {
    if (this.completed.has(folder)) return;
    this.completed.add(folder);
    const { program, reader } = this;
    for (const file of program.files.sourcesBelow(folder, { withLinks: false })) {
      if (path.dirname(file) !== folder || this.selected.has(file)) continue;
      const unit = OPTIONAL.test(program.files.read(file) ?? '') ? program.unit(file) : undefined;
      if (unit === undefined) continue;
      const wide = program.comments(unit).free.filter(({ text }) => OPTIONAL.test(text));
      this.add(
        unit,
        wide.flatMap((raw) => reader.resolve(unit, raw, 'package') ?? []),
      );
    }
  }
}

function named(markers: readonly PlacedMarker[], name: string): PlacedMarker[] {
  return markers.filter(({ definition }) => definition.name === name);
}
