/** Tables for `kbts list` and `kbts doctor`. */
import type { Finding } from '../commands/doctor/finding.js';
import type { ProjectListing } from '../commands/project/list.js';
import { printable } from './printable.js';
import { paintOut, type Terminal } from './terminal.js';

/** A project as a table. */
export function formatListing(listing: ProjectListing): string {
  const { projectName, domain, multigroup, namespaced, resources, components } = listing;
  const layout = [multigroup ? 'several groups' : 'one group', namespaced ? 'chosen namespaces' : 'whole cluster'].join(
    ', ',
  );
  const rows = resources.map((one) => [
    one.group === '' ? 'core' : one.group,
    one.version,
    one.kind,
    one.plural,
    one.scope,
    one.origin,
    one.controllers.join(',') || '-',
    one.webhooks.join(',') || '-',
  ]);
  const table =
    rows.length === 0
      ? 'no resources yet: add one with "kbts create api"\n'
      : formatTable([['GROUP', 'VERSION', 'KIND', 'PLURAL', 'SCOPE', 'ORIGIN', 'CONTROLLERS', 'WEBHOOKS'], ...rows]);
  const switches = Object.entries(components)
    .map(([name, isOn]) => `${name}${isOn ? '' : ' (off)'}`)
    .join(', ');
  return `${printable(`${projectName} (${domain}`)}; ${layout})\n\n${table}\ncomponents: ${switches}\n`;
}

/** Findings as lines, each with its fix below. */
export function formatFindings(terminal: Pick<Terminal, 'output'>, findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const marks = {
    ok: paintOut(terminal, 'green', 'ok     '),
    warning: paintOut(terminal, 'yellow', 'warning'),
    problem: paintOut(terminal, 'red', 'problem'),
  };
  return findings
    .map(({ check, status, message, fix }) => {
      const hint = fix === undefined ? '' : `\n         ${' '.repeat(width)}  fix: ${fix}`;
      return `${marks[status]}  ${printable(check.padEnd(width))}  ${printable(`${message}${hint}`)}\n`;
    })
    .join('');
}

export function formatTable(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map((cell) => printable(cell).replaceAll('\n', ' ')));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
