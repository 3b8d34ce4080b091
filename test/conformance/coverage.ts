/** What the cases of the suite show: markers by place and argument, found in their sources. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MarkerDefinition, MarkerTarget } from '../../src/markers/definition.js';

/** A marker as it stands in a source. */
export interface Shown {
  readonly name: string;
  readonly target: MarkerTarget;
  readonly argument?: string;
}

/** The row of the index that a marker at a place belongs to. */
export function rowOf({ name, target, argument }: Shown): string {
  return argument === undefined ? `${name} @${target}` : `${name} @${target} ${argument}`;
}

/** Every row that the catalogue asks for: each place of each marker, and each named argument. */
export function rowsOf({ name, targets, form }: MarkerDefinition): string[] {
  return targets.flatMap((target) => [
    rowOf({ name, target }),
    ...(form.kind === 'named' ? form.arguments : []).map((argument) =>
      rowOf({ name, target, argument: argument.name }),
    ),
  ]);
}

/** All sources of one language below a folder, as one text. */
export function sourcesOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|go)$/.test(name))
    .sort();
  return names.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n\n');
}

/** The markers of a source in TypeScript or Go that the catalogue knows, with the places where they stand. */
export function shownIn(source: string, markers: ReadonlyMap<string, MarkerDefinition>): Shown[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    const text = /^\s*(?:\/\/|\/?\*\*?)\s*\+(.+)$/.exec(line)?.[1];
    if (text === undefined) return [];
    const [head = ''] = text.split(/[=\s]/);
    const whole = markers.get(head);
    const definition = whole ?? markers.get(head.split(':').slice(0, -1).join(':'));
    if (definition === undefined) return [];
    const target = targetOf(lines, index, definition);
    const { name, form } = definition;
    const named = form.kind === 'named' ? form.arguments : [];
    const values = text.slice(name.length);
    const given = named.filter((argument) => new RegExp(`[:,]${argument.name}=`).test(values));
    return [{ name, target }, ...given.map((argument) => ({ name, target, argument: argument.name }))];
  });
}

/** What the next line of code declares; a marker for packages alone may stand anywhere. */
function targetOf(lines: readonly string[], index: number, { targets }: MarkerDefinition): MarkerTarget {
  if (targets.every((target) => target === 'package')) return 'package';
  for (const line of lines.slice(index + 1)) {
    const isComment = /^\s*(?:\/\/|\/?\*)/.test(line);
    // A comment that touches nothing speaks for the package where it can, else for the next declaration.
    if (isComment || (line.trim() === '' && !targets.includes('package'))) continue;
    if (line.trim() === '' || /^(?:import|package)\b/.test(line)) return 'package';
    return /^\s/.test(line) ? 'field' : 'type';
  }
  return 'package';
}
