/** Prints what cluster commands did. */
import type { AppliedObject } from '../commands/cluster/apply/apply-objects.js';
import type { CommandProgress, CommandSurroundings } from '../commands/cluster/command-progress.js';
import type { DeletedObject } from '../commands/cluster/apply/delete-objects.js';
import { nameOf } from '../commands/cluster/apply/object-name.js';
import { startProgress } from './progress.js';
import { colorDiff, reportNext } from './report.js';
import { printable } from './printable.js';
import { paint, paintOut, type Terminal } from './terminal.js';
import { unifiedDiff } from './unified-diff.js';

/** Progress of a command on the terminal. */
export function terminalProgress(terminal: Terminal): CommandProgress {
  return {
    async step(title, work) {
      const progress = startProgress(terminal, title);
      try {
        const result = await work((detail) => progress.update(detail));
        progress.done();
        return result;
      } catch (error) {
        progress.fail();
        throw error;
      }
    },
    warn: (message) => terminal.err(`${paint(terminal, 'yellow', 'warning')}: ${printable(message)}\n`),
  };
}

/** What commands need to know of the outside. */
export function surroundingsOf(terminal: Terminal, root: string): CommandSurroundings {
  return { root, env: terminal.env, signal: terminal.signal, progress: terminalProgress(terminal) };
}

/** A result for programs, or one line per object and what to do next for people. */
export function reportObjects(
  terminal: Terminal,
  result: {
    readonly dryRun: boolean;
    readonly objects: readonly (AppliedObject | DeletedObject)[];
    readonly pruned?: readonly DeletedObject[];
  },
  options: { readonly output?: 'text' | 'json'; readonly diff?: boolean; readonly next?: readonly string[] },
): void {
  if (options.output === 'json') {
    terminal.out(`${JSON.stringify(result, undefined, 2)}\n`);
    return;
  }
  const objects = [...result.objects, ...(result.pruned ?? [])];
  if (options.diff === true) reportObjectDiffs(terminal, objects);
  else for (const object of objects) terminal.out(objectLine(terminal, object, result.dryRun));
  if (result.dryRun) terminal.err('nothing was changed\n');
  else reportNext(terminal, options.next ?? []);
}

/** What would change in each object; those that stay as they are say nothing. */
function reportObjectDiffs(terminal: Terminal, objects: readonly (AppliedObject | DeletedObject)[]): void {
  const diffs = objects.map(({ kind, namespace, name, texts }) => {
    const file = [kind, ...(namespace === undefined ? [] : [namespace]), `${name}.yaml`].join('/');
    return texts ? unifiedDiff(file, texts.before, texts.after) : '';
  });
  for (const diff of diffs) if (diff !== '') terminal.out(colorDiff(terminal, printable(diff)));
  if (diffs.every((diff) => diff === '')) terminal.err('the cluster has all of this already\n');
}

/** `deleted` is what a person should not overlook. */
const colors = {
  created: 'green',
  changed: 'yellow',
  unchanged: 'dim',
  deleted: 'red',
  absent: 'dim',
  kept: 'cyan',
} as const;

function objectLine(terminal: Terminal, object: AppliedObject | DeletedObject, isDryRun: boolean): string {
  const isAct = object.outcome === 'created' || object.outcome === 'changed' || object.outcome === 'deleted';
  const verb = isDryRun && isAct ? `would be ${object.outcome}` : object.outcome;
  const reason = 'reason' in object && object.reason !== undefined ? ` (${object.reason})` : '';
  return `${paintOut(terminal, colors[object.outcome], verb.padEnd(isDryRun ? 17 : 10))} ${printable(`${nameOf(object)}${reason}`)}\n`;
}
