/** Carries out what a command planned: shows it, writes it, runs what follows. */
import path from 'node:path';
import type { CommandPlan, FollowUp } from '../commands/command-plan.js';
import { UserError } from '../errors.js';
import { applyChanges } from '../scaffold/apply.js';
import type { FileChange } from '../scaffold/file-change.js';
import { printable } from './printable.js';
import { startProgress } from './progress.js';
import { reportChanges, reportDiagnostics, reportDiff, reportNext } from './report.js';
import { paint, type Terminal } from './terminal.js';

/** Flags of every command that writes files. */
export interface WriteFlags {
  readonly dryRun?: boolean;
  readonly diff?: boolean;
  readonly output?: 'text' | 'json';
  /** List every file. */
  readonly verbose?: boolean;
}

/** Shows and applies a plan. With `dryRun` or `diff` nothing is written. */
export async function executePlan(terminal: Terminal, plan: CommandPlan, flags: WriteFlags): Promise<void> {
  const isDryRun = flags.dryRun === true || flags.diff === true;
  reportDiagnostics(terminal, plan.diagnostics ?? []);
  for (const warning of plan.warnings ?? [])
    terminal.err(`${paint(terminal, 'yellow', 'warning')}: ${printable(warning)}\n`);
  const { elsewhere = [] } = plan;
  if (!isDryRun) for (const { root, changes } of [plan, ...elsewhere]) await applyChanges(root, changes);
  const all = [...plan.changes, ...elsewhere.flatMap((other) => seenFrom(plan.root, other))];
  if (flags.output === 'json')
    terminal.out(`${JSON.stringify(asJson({ ...plan, changes: all }, isDryRun), undefined, 2)}\n`);
  else if (flags.diff === true) reportDiff(terminal, all);
  else reportChanges(terminal, all, { isDryRun, verbose: flags.verbose });
  if (all.length === 0 && flags.output !== 'json') terminal.err('everything is up to date\n');
  if (isDryRun) {
    if (flags.output !== 'json') terminal.err('nothing was written\n');
    return;
  }
  for (const followUp of plan.followUps ?? []) await runFollowUp(terminal, followUp);
  if (flags.output !== 'json') reportNext(terminal, plan.next ?? []);
}

/** Changes of another folder with paths as they look from here. */
function seenFrom(
  root: string,
  other: { readonly root: string; readonly changes: readonly FileChange[] },
): FileChange[] {
  const shown = (file: string): string => path.relative(root, path.join(other.root, file)).split(path.sep).join('/');
  return other.changes.map((change) => ({ ...change, path: shown(change.path) }));
}

function asJson(plan: CommandPlan, isDryRun: boolean): object {
  return {
    root: plan.root,
    dryRun: isDryRun,
    changes: plan.changes.map((change) => ({
      kind: change.kind,
      path: change.path,
      ...(change.kind === 'move' && { from: change.from }),
    })),
    warnings: plan.warnings ?? [],
    diagnostics: plan.diagnostics ?? [],
    next: plan.next ?? [],
  };
}

/** A follow-up that fails leaves a good project behind: it says what to run by hand. */
async function runFollowUp(terminal: Terminal, followUp: FollowUp): Promise<void> {
  const progress = startProgress(terminal, followUp.title);
  try {
    await followUp.run((line) => progress.update(line), terminal.signal);
    progress.done();
  } catch (error) {
    progress.fail();
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.code, error.message, {
      fix: `the files are written; once that is fixed, run: ${followUp.byHand}`,
      cause: error,
    });
  }
}
