/** Which comment belongs to which declaration of a file. */
import type { ts } from 'ts-morph';
import {
  type CommentText,
  type DocTag,
  type RawMarker,
  readBlockComment,
  readDocComment,
  readLineComment,
} from '../../markers/comment-text.js';
import { describeLines, resolveInlineTags } from '../../markers/description.js';
import type { MarkerTarget } from '../../markers/definition.js';
import { definitionOf } from '../../markers/resolve.js';
import type { TypeScript } from '../../typescript/load.js';
import type { FileComments, NodeComments } from './file-comments.js';
import { type Comment, scanComments } from './scan-comments.js';
import type { Unit } from '../sources/unit.js';

const NONE: NodeComments = { description: '', markers: [], tags: [] };

/** Sorts out the comments of a file. */
export function attachComments(ts: TypeScript, unit: Unit): FileComments {
  const attacher = new Attacher(ts, unit);
  attacher.visit(unit.ast);
  attacher.finish();
  return {
    of: (node) => attacher.byNode.get(node) ?? NONE,
    marked: attacher.marked,
    free: attacher.free.sort((left, right) => left.offset - right.offset),
    stray: attacher.stray,
    looseTags: attacher.looseTags,
  };
}

/** A run of comments without an empty line between them. */
type Group = readonly Comment[];

class Attacher {
  readonly byNode = new Map<ts.Node, NodeComments>();
  readonly marked: { node: ts.Node; target: MarkerTarget }[] = [];
  readonly free: RawMarker[] = [];
  readonly stray: { marker: RawMarker; reason: string }[] = [];
  readonly looseTags: DocTag[] = [];
  private readonly comments: readonly Comment[];
  private readonly taken = new Set<Comment>();
  private readonly texts = new Map<Comment, CommentText>();
  private readonly ts: TypeScript;
  private readonly unit: Unit;

  constructor(ts: TypeScript, unit: Unit) {
    this.ts = ts;
    this.unit = unit;
    this.comments = scanComments(ts, unit.text);
  }

  visit(node: ts.Node): void {
    this.ts.forEachChild(node, (child) => {
      const target = this.targetOf(child);
      if (target !== undefined) this.attach(child, target);
      // Bodies of functions contain no declarations that become schemas.
      if (!this.ts.isBlock(child)) this.visit(child);
    });
  }

  /** Whatever no declaration took is package-level, or lost. */
  finish(): void {
    for (const comment of this.comments) {
      if (comment.style === 'block') this.strayBlock(comment);
      if (this.taken.has(comment)) continue;
      const { markers, tags } = this.read(comment);
      for (const marker of markers) this.placeFree(marker, comment);
      if (comment.style === 'doc') this.looseTags.push(...tags);
    }
  }

  private targetOf(node: ts.Node): MarkerTarget | undefined {
    const { ts } = this;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return 'type';
    if (ts.isClassDeclaration(node) || ts.isEnumDeclaration(node)) return 'type';
    if (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) return 'field';
    if (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent)) return 'field';
    if (ts.isAccessor(node) && !ts.isClassLike(node.parent)) return 'field';
    return ts.isIndexSignatureDeclaration(node) || ts.isEnumMember(node) ? 'field' : undefined;
  }

  private attach(node: ts.Node, target: MarkerTarget): void {
    const start = node.getStart(this.unit.ast);
    const leading = this.between(node.pos, start);
    const inner = this.behindDecorators(node);
    if (leading.length + inner.length === 0) return;
    const groups = this.group(leading);
    const last = groups.at(-1) ?? [];
    const isTouching = this.gap(last.at(-1)?.end ?? 0, start) < 2;
    const doc = [...(isTouching ? last : []), ...inner];
    const free = groups.at(isTouching ? -2 : -1) ?? [];
    const earlier = groups.slice(0, isTouching ? -2 : -1).flat();
    const comments = this.gather(free, doc, target);
    this.byNode.set(node, comments);
    if (comments.markers.length + comments.tags.length > 0) this.marked.push({ node, target });
    if (target === 'field') this.strayFrom(earlier);
  }

  /** Comments between the decorators of a declaration and its name. */
  private behindDecorators(node: ts.Node): Comment[] {
    const { ts } = this;
    const last = ts.canHaveDecorators(node) ? ts.getDecorators(node)?.at(-1) : undefined;
    const name = last === undefined ? undefined : (node as ts.NamedDeclaration).name;
    return last === undefined || name === undefined ? [] : this.between(last.end, name.getStart(this.unit.ast));
  }

  /**
   * Comments between two offsets that begin their line, and docs that the second offset follows on their last line, as
   * in `{ (docs) a: string }`. Found by bisection, because files may be large.
   */
  private between(from: number, to: number): Comment[] {
    let [low, high] = [0, this.comments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.comments[middle]?.start ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    const found: Comment[] = [];
    for (let index = low; index < this.comments.length; index++) {
      const comment = this.comments[index];
      if (comment === undefined || comment.end > to) break;
      if (!comment.isTrailing || (comment.style === 'doc' && this.gap(comment.end, to) === 0)) found.push(comment);
    }
    return found;
  }

  private group(comments: readonly Comment[]): Group[] {
    const groups: Comment[][] = [];
    for (const comment of comments) {
      const group = groups.at(-1);
      if (group !== undefined && this.gap(group.at(-1)?.end ?? 0, comment.start) < 2) group.push(comment);
      else groups.push([comment]);
    }
    return groups;
  }

  /** How many line ends are between two offsets. */
  private gap(from: number, to: number): number {
    let count = 0;
    for (let at = this.unit.text.indexOf('\n', from); at >= 0 && at < to; at = this.unit.text.indexOf('\n', at + 1))
      count++;
    return count;
  }

  private gather(free: Group, doc: Group, target: MarkerTarget): NodeComments {
    const markers: RawMarker[] = [];
    const freeTexts = free.map((comment) => this.read(comment));
    const freeMarkers = freeTexts.flatMap((text) => text.markers);
    // A detached comment counts for a type only when it contains a marker for types.
    const isOurs = target === 'field' || freeMarkers.some((marker) => this.isFor(marker, target));
    for (const comment of isOurs ? free : []) this.take(comment, target, markers);
    for (const comment of doc) this.take(comment, target, markers);
    const source = doc.length > 0 ? doc : isOurs ? free : [];
    const texts = source.map((comment) => ({ comment, text: this.read(comment) }));
    const docs = texts.filter(({ comment }) => comment.style === 'doc').map(({ text }) => text);
    const lines = docs.length > 0 ? (docs.at(-1)?.lines ?? []) : texts.flatMap(({ text }) => text.lines);
    const description = doc.length > 0 ? describeLines(lines) : '';
    return {
      description: docs.length > 0 ? resolveInlineTags(description) : description,
      markers,
      tags: docs.flatMap((text) => text.tags),
    };
  }

  private isFor(marker: RawMarker, target: MarkerTarget): boolean {
    const definition = definitionOf(marker.text);
    return definition === undefined
      ? /^\+(?:kubebuilder|k8s|kbts):/.test(marker.text)
      : definition.targets.includes(target) && !this.isPackageWide(marker, target);
  }

  /** `validation:Optional` in a detached comment applies to the package. */
  private isPackageWide(marker: RawMarker, target: MarkerTarget): boolean {
    return target === 'type' && definitionOf(marker.text)?.targets.includes('package') === true;
  }

  private take(comment: Comment, target: MarkerTarget, into: RawMarker[]): void {
    this.taken.add(comment);
    for (const marker of this.read(comment).markers) {
      const targets = definitionOf(marker.text)?.targets;
      if (targets?.length === 1 && targets[0] === 'package' && target !== 'package') this.placeFree(marker, comment);
      else into.push(marker);
    }
  }

  private strayFrom(comments: readonly Comment[]): void {
    for (const comment of comments) {
      this.taken.add(comment);
      for (const marker of this.read(comment).markers) {
        this.stray.push({ marker, reason: 'an empty line and another comment separate it from the field' });
      }
    }
  }

  /** Markers in `/* … *\/` are not read, as in Go. */
  private strayBlock({ start, end }: Comment): void {
    for (const marker of readDocComment(this.unit.text, start, end).markers)
      if (/^\+(?:kubebuilder|k8s|kbts):/.test(marker.text))
        this.stray.push({ marker, reason: 'it is in a plain block comment' });
  }

  private placeFree(marker: RawMarker, comment: Comment): void {
    const targets = definitionOf(marker.text)?.targets;
    if (comment.isTrailing && targets?.includes('package') !== true) {
      this.stray.push({ marker, reason: 'it follows code on the same line' });
    } else {
      this.free.push(marker);
    }
  }

  /** Comments are looked at several times, and read once. */
  private read(comment: Comment): CommentText {
    const known = this.texts.get(comment) ?? this.readText(comment);
    this.texts.set(comment, known);
    return known;
  }

  private readText(comment: Comment): CommentText {
    if (comment.style === 'line') return readLineComment(this.unit.text, comment.start, comment.end);
    if (comment.style === 'doc') return readDocComment(this.unit.text, comment.start, comment.end);
    return readBlockComment(this.unit.text, comment.start, comment.end);
  }
}
