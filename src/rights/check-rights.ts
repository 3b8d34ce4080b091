/** The rights of an operator: what its code needs is compared with its markers, and the differences are reported. */
import path from 'node:path';
import type { ts } from 'ts-morph';
import type { Diagnostic, SourcePosition } from '../model/diagnostic.js';
import type { DiagnosticCode } from '../model/diagnostic-codes.js';
import type { RbacRule } from '../model/rbac.js';
import type { FileView } from '../reader/sources/files.js';
import { showPath } from '../reader/sources/unit.js';
import { compareRights, type MissingRight, type UnusedRight } from './compare.js';
import type { Unclear } from './find-uses.js';
import { boundByHand } from './granted-rights.js';
import { explainedBy } from './explained-calls.js';
import { type MarkerEdit, missingMarker, narrowedMarker } from './marker-edits.js';
import { openProject } from './open-project.js';
import { requiredRights, sortVerbs } from './required-rights.js';

/** An operator, and what its markers say. */
export interface RightsInput {
  readonly root: string;
  readonly files: FileView;
  /** Relative to the root. */
  readonly entry: string;
  readonly rules: readonly RbacRule[];
  /** The folder of the roles, relative to the root, and the file that is generated into it. */
  readonly folder: string;
  readonly roleFile: string;
}

/** What is wrong, and what would put the markers right. */
export interface RightsReport {
  readonly diagnostics: readonly Diagnostic[];
  readonly edits: readonly MarkerEdit[];
}

/** Looks at all that `entry` leads to. Says nothing about sources that do not hang together: `tsc` reports them better. */
export function checkRights({ root, files, entry, rules, folder, roleFile }: RightsInput): RightsReport {
  const project = openProject(root, files, path.resolve(root, entry));
  if (project.isTorn) return { diagnostics: [], edits: [] };
  const required = requiredRights(project);
  const byHand = boundByHand(files, path.resolve(root, folder), roleFile);
  const { explained, unclear } = explainedBy(root, required.unclear, rules);
  const seen = new Set(project.modules.map(({ fileName }) => showPath(root, fileName)));
  const elsewhere = rules.filter(({ origin }) => !seen.has(origin.position.file));
  const exempt = new Set([...explained, ...elsewhere]);
  const { missing, unused } = compareRights(required, unclear, rules, { byHand, exempt });
  const additions = missing.map((one) => ({ one, edit: missingMarker(root, one, rules, unused) }));
  const isChanged = ({ rule: { origin } }: UnusedRight): boolean =>
    additions.some(({ edit }) => !edit.isNew && isAt(edit, origin.position));
  const removals = unused.map((one) => ({ one, edit: isChanged(one) ? undefined : narrowedMarker(one) }));
  return {
    diagnostics: [
      ...additions.map(({ one, edit }) => missingDiagnostic(root, one, edit)),
      ...removals.map(({ one, edit }) => unusedDiagnostic(one, edit)),
      ...unclear.map((one) => unclearDiagnostic(root, one)),
    ],
    edits: [...additions, ...removals].flatMap(({ edit }) => edit ?? []),
  };
}

function isAt({ file, line }: MarkerEdit, position: SourcePosition): boolean {
  return file === position.file && line === position.line;
}

function missingDiagnostic(
  root: string,
  { right, verbs, node }: MissingRight,
  edit: MarkerEdit & { readonly text: string },
): Diagnostic {
  const { file, line, isNew, text } = edit;
  const verb = sortVerbs(verbs).join(', ');
  return at(root, node, {
    severity: 'error',
    code: 'rights-missing',
    message: `this needs the right to ${verb} ${shown(right)}, which no marker gives`,
    fix: isNew ? `add ${text}` : `change the marker in ${file}:${line} to ${text}`,
  });
}

function unusedDiagnostic({ rule, rights, isWhole }: UnusedRight, edit: MarkerEdit | undefined): Diagnostic {
  const { position, excerpt } = rule.origin;
  const list = [...new Set(rights.map(({ group, resource }) => shown({ group, resource })))];
  const verbs = sortVerbs(rights.map(({ verb }) => verb)).join(', ');
  const keep = edit?.text === undefined ? 'list only what is needed' : `change it to ${edit.text}`;
  return {
    severity: 'warning',
    code: 'rights-unused',
    message: `no call needs the right to ${verbs} ${list.join(' or ')}`,
    fix: isWhole ? 'remove the marker' : keep,
    position,
    excerpt,
  };
}

function unclearDiagnostic(root: string, { node, reason }: Unclear): Diagnostic {
  return at(root, node, {
    severity: 'warning',
    code: 'rights-unclear',
    message: `this ${reason}, so its rights cannot be checked`,
    fix: 'write an rbac marker for it on the line above',
  });
}

type Problem = Pick<Diagnostic, 'severity' | 'message' | 'fix'> & { readonly code: DiagnosticCode };

function at(root: string, node: ts.Node, problem: Problem): Diagnostic {
  return { ...problem, position: positionOf(root, node), excerpt: lineOf(node) };
}

/** Where a call begins; of a chain, the step that is meant. */
function positionOf(root: string, node: ts.Node): SourcePosition {
  const file = node.getSourceFile();
  const start = stepOf(node).getStart();
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const end = file.text.indexOf('\n', start);
  const length = Math.min(node.getEnd(), end < 0 ? file.text.length : end) - start;
  return { file: showPath(root, file.fileName), line: line + 1, column: character + 1, length: Math.max(1, length) };
}

function lineOf(node: ts.Node): string {
  const { text } = node.getSourceFile();
  const start = stepOf(node).getStart();
  const end = text.indexOf('\n', start);
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, end < 0 ? undefined : end).replace(/\r$/, '');
}

function stepOf(node: ts.Node): ts.Node {
  const { expression } = node as Partial<ts.CallExpression>;
  const { name } = (expression ?? {}) as Partial<ts.PropertyAccessExpression>;
  return name ?? node;
}

function shown({ group, resource }: { readonly group: string; readonly resource: string }): string {
  return group === '' ? resource : `${resource} of ${group}`;
}
