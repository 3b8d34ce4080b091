/** Changes of markers that give an operator the rights that its code needs, and no others. */
import path from 'node:path';
import type { ts } from 'ts-morph';
import type { RbacRule } from '../model/rbac.js';
import { showPath } from '../reader/sources/unit.js';
import type { MissingRight, UnusedRight } from './compare.js';
import { markerLine } from './marker-text.js';

/** One line of a source file. */
export interface MarkerEdit {
  /** Relative to the root. */
  readonly file: string;
  /** Counted from 1: the line that is replaced, or that the new one comes before. */
  readonly line: number;
  readonly isNew: boolean;
  /** The marker; without one, the line is removed. */
  readonly text?: string;
}

/** The marker that gives a right: an existing one with more verbs, or a new one below the others of its file. */
export function missingMarker(
  root: string,
  { right, verbs, node }: MissingRight,
  rules: readonly RbacRule[],
  unused: readonly UnusedRight[],
): MarkerEdit & { readonly text: string } {
  const { group, resource } = right;
  const existing = rules.find(
    (rule) => isAbout(rule, group, resource) && rule.resourceNames.length === 0 && rule.urls.length === 0,
  );
  if (existing !== undefined) {
    const { position } = existing.origin;
    const dropped = unused.find(({ rule }) => rule === existing)?.rights.map(({ verb }) => verb) ?? [];
    const kept = existing.verbs.filter((verb) => !dropped.includes(verb));
    const text = markerLine({ ...existing, group, resources: [resource], verbs: [...kept, ...verbs] });
    return { file: position.file, line: position.line, isNew: false, text };
  }
  // Where all rights are in one namespace or role, the new one is as well.
  const [first] = rules;
  const same = (key: 'namespace' | 'roleName'): string =>
    rules.every((rule) => rule[key] === first?.[key]) ? (first?.[key] ?? '') : '';
  const place = { namespace: same('namespace'), roleName: same('roleName') };
  const text = markerLine({ group, resources: [resource], verbs, ...place });
  return { ...placeOfNew(root, node, rules), isNew: true, text };
}

/** A marker without what no call needs; undefined where one line cannot say what is left. */
export function narrowedMarker({ rule, rights, isWhole }: UnusedRight): MarkerEdit | undefined {
  const { position } = rule.origin;
  const place = { file: position.file, line: position.line, isNew: false };
  if (isWhole) return place;
  const [group, ...moreGroups] = rule.groups;
  const left = rule.resources.map((resource) =>
    rule.verbs.filter((verb) => !rights.some((right) => right.resource === resource && right.verb === verb)).join(';'),
  );
  if (group === undefined || moreGroups.length > 0 || rule.resourceNames.length > 0) return undefined;
  const kept = rule.resources.filter((_, index) => left[index] !== '');
  const verbs = [...new Set(left.filter((list) => list !== ''))];
  if (verbs.length !== 1) return undefined;
  return { ...place, text: markerLine({ ...rule, group, resources: kept, verbs: verbs[0]?.split(';') ?? [] }) };
}

function isAbout({ groups, resources }: RbacRule, group: string, resource: string): boolean {
  return groups.length === 1 && groups[0] === group && resources.length === 1 && resources[0] === resource;
}

/** A marker on a line of its own, outside of functions and block comments. */
const PLAIN_MARKER = /^\/\/\s*\+kubebuilder:rbac:/;

/** Below the last marker of the file; without one, above the statement and its comments, with an empty line between. */
function placeOfNew(root: string, node: ts.Node, rules: readonly RbacRule[]): { file: string; line: number } {
  const source = node.getSourceFile();
  const file = showPath(root, source.fileName);
  const lines = rules.flatMap(({ origin: { position, excerpt } }) =>
    position.file === file && PLAIN_MARKER.test(excerpt) ? position.line : [],
  );
  if (lines.length > 0) return { file, line: Math.max(...lines) + 1 };
  let statement = node;
  while (statement.parent !== source) statement = statement.parent;
  const start = statement.getFullStart();
  const blank = /^\s*/.exec(source.text.slice(start))?.[0].length ?? 0;
  return { file, line: source.getLineAndCharacterOfPosition(start + blank).line + 1 };
}

/**
 * The texts of files with these edits; `read` gives the texts of today. Files outside of the project belong to others, and markers
 * in block comments may continue on the next line: their diagnostics stay.
 */
export function applyEdits(edits: readonly MarkerEdit[], read: (file: string) => string): ReadonlyMap<string, string> {
  const byFile = new Map<string, MarkerEdit[]>();
  for (const edit of edits.filter(({ file }) => !path.isAbsolute(file) && !file.startsWith('..')))
    byFile.set(edit.file, [...(byFile.get(edit.file) ?? []), edit]);
  return new Map([...byFile].map(([file, own]) => [file, applyToText(own, read(file))]));
}

function applyToText(edits: readonly MarkerEdit[], text: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const isMarker = (line: string | undefined): boolean => line?.includes('+kubebuilder:rbac:') === true;
  // From below, so that the numbers of lines above stay right. New lines of one place keep their order.
  const ordered = edits.map((edit, index) => ({ edit, index }));
  ordered.sort((left, right) => right.edit.line - left.edit.line || right.index - left.index);
  for (const { edit } of ordered) {
    const at = edit.line - 1;
    if (!edit.isNew) {
      if (!lines[at]?.trimStart().startsWith('//')) continue;
      const indent = /^\s*/.exec(lines[at] ?? '')?.[0] ?? '';
      lines.splice(at, 1, ...(edit.text === undefined ? [] : [`${indent}${edit.text}`]));
    } else if (isMarker(lines[at - 1]) || isMarker(lines[at])) lines.splice(at, 0, edit.text ?? '');
    else lines.splice(at, 0, edit.text ?? '', '');
  }
  return lines.join(end);
}
