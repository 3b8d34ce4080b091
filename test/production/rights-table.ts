/** What an account may do, as lines of a table that people read. */
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { grantedRights, type Right } from './rights.js';

/** One column of the table: who has made the project, and what it grants to the manager. */
export interface Column {
  readonly title: string;
  readonly objects: readonly KubeObject[];
}

/** A Markdown table with a line for each verb on each resource, and a column for each project. */
export function rightsTable(columns: readonly Column[], account: string): string {
  const cells = columns.map(({ objects }) => rightsByLine(objects, account));
  const lines = [...new Set(cells.flatMap((column) => [...column.keys()]))].sort();
  const title = (text: string): string => `| right | ${text} |`;
  return [
    title(columns.map((column) => column.title).join(' | ')),
    `| --- |${columns.map(() => ' --- |').join('')}`,
    ...lines.map((line) => `| ${line} | ${cells.map((column) => column.get(line) ?? '').join(' | ')} |`),
  ].join('\n');
}

/** `webhookconfigurations: patch` → where, and on which objects. */
function rightsByLine(objects: readonly KubeObject[], account: string): Map<string, string> {
  const lines = new Map<string, string>();
  for (const right of grantedRights(objects, account)) {
    const { group, resource, verb } = right;
    const line = `\`${verb}\` \`${resource}${group === '' ? '' : `.${group}`}\``;
    const known = lines.get(line);
    const what = describe(right, scopeOf(objects, right.role));
    lines.set(line, known === undefined || known === what ? what : `${known}; ${what}`);
  }
  return lines;
}

function describe({ names }: Right, scope: string): string {
  return names === undefined ? `all, ${scope}` : `only ${names.map((name) => `\`${name}\``).join(', ')}, ${scope}`;
}

/** A role that is bound by a ClusterRoleBinding counts everywhere. */
function scopeOf(objects: readonly KubeObject[], role: string): string {
  const binding = objects.find(
    (object) =>
      object.kind.endsWith('RoleBinding') && (object as { roleRef?: { name?: string } }).roleRef?.name === role,
  );
  return binding?.kind === 'ClusterRoleBinding' ? 'cluster' : 'own namespace';
}
