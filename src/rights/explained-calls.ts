/** Markers directly above a call that cannot be understood say which rights it needs. */
import type { ts } from 'ts-morph';
import type { RbacRule } from '../model/rbac.js';
import { showPath } from '../reader/sources/unit.js';
import type { Unclear } from './find-uses.js';

/** The calls that no marker explains, and the markers that explain one. */
export interface ExplainedCalls {
  readonly explained: ReadonlySet<RbacRule>;
  readonly unclear: readonly Unclear[];
}

/** Sorts out the calls that have a marker on the line above. */
export function explainedBy(root: string, unclear: readonly Unclear[], rules: readonly RbacRule[]): ExplainedCalls {
  const explained = new Set<RbacRule>();
  const open = unclear.filter(({ node }) => {
    const file = showPath(root, node.getSourceFile().fileName);
    const found = startLines(node).flatMap((line) => markersAbove(rules, file, line));
    for (const rule of found) explained.add(rule);
    return found.length === 0;
  });
  return { explained, unclear: open };
}

/** The line of a call, and that of the statement which it is part of; counted from 1. */
function startLines(node: ts.Node): number[] {
  const file = node.getSourceFile();
  const lineOf = (at: ts.Node): number => file.getLineAndCharacterOfPosition(at.getStart()).line + 1;
  let statement = node;
  while (statement.parent.parent !== undefined && !('statements' in statement.parent)) statement = statement.parent;
  return [...new Set([lineOf(node), lineOf(statement)])];
}

function markersAbove(rules: readonly RbacRule[], file: string, line: number): RbacRule[] {
  const found: RbacRule[] = [];
  for (let above = line - 1; ; above--) {
    const here = rules.filter(({ origin: { position } }) => position.file === file && position.line === above);
    if (here.length === 0) return found;
    found.push(...here);
  }
}
