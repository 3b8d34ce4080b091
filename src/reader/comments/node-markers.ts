/** Markers and tags of one declaration, looked up and checked. */
import type { ts } from 'ts-morph';
import { type DocTag, offsetInFile, type RawMarker } from '../../markers/comment-text.js';
import type { MarkerTarget } from '../../markers/definition.js';
import { type ResolvedMarker, resolveMarker } from '../../markers/resolve.js';
import { readTag } from '../../markers/tags.js';
import type { MarkerOrigin } from '../../model/api.js';
import type { Program } from '../sources/program.js';
import { excerptAt, positionAt, type Problem, type Unit } from '../sources/unit.js';
import { describeLines, resolveInlineTags } from '../../markers/description.js';
import { remedyForTag } from '../../markers/doc-tags/mistaken.js';

/** A marker with its meaning and its place. */
export interface PlacedMarker extends ResolvedMarker {
  readonly unit: Unit;
  readonly offset: number;
  readonly length: number;
}

/** A tag whose value the schema decides about. */
export interface ValueTag {
  readonly keyword: 'default' | 'example';
  readonly text: string;
  readonly unit: Unit;
  readonly offset: number;
}

/** Everything that comments say about a declaration. */
export interface NodeMarkers {
  readonly description: string;
  readonly markers: readonly PlacedMarker[];
  readonly values: readonly ValueTag[];
  readonly isHidden: boolean;
  /** Text after `@deprecated`. */
  readonly deprecation?: string;
}

/** How strictly unknown markers are taken. */
export interface MarkerOptions {
  readonly allowUnknownMarkers: boolean;
}

/** Reads markers of declarations, each once. */
export class MarkerReader {
  private readonly program: Program;
  private readonly options: MarkerOptions;
  private readonly cache = new Map<ts.Node, NodeMarkers>();

  constructor(program: Program, options: MarkerOptions) {
    this.program = program;
    this.options = options;
  }

  /** The markers of a type or field. */
  of(unit: Unit, node: ts.Node, target: MarkerTarget): NodeMarkers {
    const known = this.cache.get(node) ?? this.read(unit, node, target);
    this.cache.set(node, known);
    return known;
  }

  /** One marker at a target; problems are reported. */
  resolve(unit: Unit, raw: RawMarker, target: MarkerTarget): PlacedMarker | undefined {
    const resolution = resolveMarker(raw.text, target);
    if (resolution.kind === 'marker') {
      return { ...resolution.marker, unit, offset: raw.offset, length: raw.text.length };
    }
    if (resolution.kind === 'problem') {
      const { code, message, fix, index, length } = resolution.problem;
      const isTolerated = this.options.allowUnknownMarkers && code !== 'marker-invalid';
      this.report(unit, offsetInFile(raw, index), length, {
        severity: isTolerated ? 'warning' : 'error',
        code,
        message,
        fix,
      });
    }
    return undefined;
  }

  private read(unit: Unit, node: ts.Node, target: MarkerTarget): NodeMarkers {
    const comments = this.program.comments(unit).of(node);
    const markers = comments.markers.flatMap((raw) => this.resolve(unit, raw, target) ?? []);
    const values: ValueTag[] = [];
    let isHidden = false;
    let deprecation: string | undefined;
    for (const { name, text, offset } of comments.tags) {
      const meaning = readTag(name, text);
      if (meaning.kind === 'markers') {
        const tagged = meaning.markers.map((marker): PlacedMarker => ({
          ...marker,
          unit,
          offset,
          length: name.length + 1,
        }));
        markers.push(...tagged.filter((marker) => this.accepts(marker, target, markers, name)));
      } else if (meaning.kind === 'value' && target === 'field')
        values.push({ keyword: meaning.keyword, text, unit, offset });
      else if (meaning.kind === 'value' && meaning.keyword === 'default')
        this.reportMisplaced(unit, offset, name, { target, targets: ['field'] });
      else if (meaning.kind === 'hidden') isHidden = true;
      else if (meaning.kind === 'deprecated') deprecation = text.trim().replaceAll(/\s+/g, ' ');
      else if (meaning.kind === 'wrong') {
        this.report(unit, offset, name.length + 1, {
          severity: 'error',
          code: 'tag-invalid',
          message: meaning.message,
          fix: meaning.fix,
        });
      } else if (meaning.kind === 'other') this.warnOfTag(unit, node, { name, text, offset }, target);
    }
    this.warnOfLineTags(unit, node, comments.description);
    if (this.program.ts.isEnumMember(node)) this.rejectOnEnumMember(markers);
    return {
      description: comments.description === '' ? describedByTag(comments.tags) : comments.description,
      markers,
      values,
      isHidden,
      ...(deprecation !== undefined && { deprecation }),
    };
  }

  /** A tag that looks like validation and is not read would be a silent loss. */
  private warnOfTag(unit: Unit, node: ts.Node, { name, text, offset }: DocTag, target: MarkerTarget): void {
    if (target === 'package' || isInstalled(unit)) return;
    const { ts } = this.program;
    const isProperty = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
    const fix = remedyForTag(name, text, {
      target,
      ...(isProperty && { isOptional: node.questionToken !== undefined }),
    });
    if (fix === undefined) return;
    this.report(unit, offset, name.length + 1, {
      severity: 'warning',
      code: 'tag-unknown',
      message: `kbts does not read the tag @${name}, so it has no effect`,
      fix,
    });
  }

  /** Tags are read in JSDoc comments alone; in others they are prose. */
  private warnOfLineTags(unit: Unit, node: ts.Node, description: string): void {
    if (!description.includes('@') || isInstalled(unit)) return;
    for (const [, name = '', text = ''] of description.matchAll(/^@([A-Za-z]\w*)(.*)$/gm)) {
      if (readTag(name, text).kind === 'other') continue;
      const offset = unit.text.indexOf(`@${name}`, node.getFullStart());
      this.report(unit, offset, name.length + 1, {
        severity: 'warning',
        code: 'tag-ignored',
        message: `the tag @${name} is in a comment that is not JSDoc, so it has no effect`,
        fix: `write /** @${name}${text} */`,
      });
    }
  }

  /** The values of an enum have no schema of their own. */
  private rejectOnEnumMember(markers: readonly PlacedMarker[]): void {
    for (const { unit, offset, length, definition } of markers)
      this.report(unit, offset, length, {
        severity: 'error',
        code: 'marker-misplaced',
        message: `"${definition.name}" has no meaning on a member of an enum`,
        fix: 'write it above the enum, or above a field of its type',
      });
  }

  /** A tag must fit its place and must not contradict a marker. */
  private accepts(tagged: PlacedMarker, target: MarkerTarget, markers: readonly PlacedMarker[], tag: string): boolean {
    if (!tagged.definition.targets.includes(target)) {
      this.reportMisplaced(tagged.unit, tagged.offset, tag, { target, targets: tagged.definition.targets });
      return false;
    }
    const rival = markers.find(({ definition }) => definition.name === tagged.definition.name);
    if (rival === undefined || isRepeatable(tagged)) return true;
    if (sameArguments(rival, tagged)) return false;
    this.report(tagged.unit, tagged.offset, tagged.length, {
      severity: 'error',
      code: 'tag-conflict',
      message: `the tag @${tag} and the marker "${tagged.definition.name}" say different things`,
      fix: 'keep one of the two',
    });
    return false;
  }

  private reportMisplaced(
    unit: Unit,
    offset: number,
    tag: string,
    { target, targets }: { readonly target: MarkerTarget; readonly targets: readonly MarkerTarget[] },
  ): void {
    if (isInstalled(unit)) return;
    this.report(unit, offset, tag.length + 1, {
      severity: 'warning',
      code: 'tag-ignored',
      message: `the tag @${tag} has no effect on a ${target}`,
      fix: `write it on a ${targets.join(' or ')}`,
    });
  }

  private report(unit: Unit, offset: number, length: number, problem: Problem): void {
    this.program.diagnostics.at(unit, offset, length, problem);
  }
}

/** `@description …`, where a comment has no other words. */
function describedByTag(tags: readonly DocTag[]): string {
  const tag = tags.find(({ name }) => name === 'description' || name === 'desc');
  return tag === undefined ? '' : resolveInlineTags(describeLines(tag.text.split('\n')));
}

/** What a package writes, nobody here can change. */
function isInstalled({ file }: Unit): boolean {
  return /[\\/]node_modules[\\/]/.test(file);
}

const REPEATABLE = new Set(['kubebuilder:validation:XValidation', 'listMapKey']);

function isRepeatable(marker: PlacedMarker): boolean {
  return REPEATABLE.has(marker.definition.name);
}

function sameArguments(left: ResolvedMarker, right: ResolvedMarker): boolean {
  const [a, b] = [left.arguments, right.arguments];
  if (a.kind === 'anonymous' && b.kind === 'anonymous') return a.value === b.value;
  return a.kind === b.kind;
}

/** The place of a marker, as the model keeps it. */
export function originOf(marker: Pick<PlacedMarker, 'unit' | 'offset' | 'length'>): MarkerOrigin {
  return {
    position: positionAt(marker.unit, marker.offset, marker.length),
    excerpt: excerptAt(marker.unit, marker.offset),
  };
}

/** The markers with a name. */
export function withName(markers: readonly PlacedMarker[], name: string): PlacedMarker[] {
  return markers.filter(({ definition }) => definition.name === name);
}

/** Whether a marker is there. */
export function hasMarker(markers: readonly PlacedMarker[], ...names: string[]): boolean {
  return markers.some(({ definition }) => names.includes(definition.name));
}
