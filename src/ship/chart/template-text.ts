/** Writes a tree as a template of Helm. */
import { quoted, toYaml } from '../../yaml.js';
import { type Condition, expressionOf } from './condition.js';
import type { Json } from '../json.js';
import type { Choice, Entry, Tree } from './merged.js';

/** The lines of a tree as a document. */
export function templateText(tree: Tree): string {
  return `${linesOf(tree, 0).join('\n')}\n`;
}

function linesOf(tree: Tree, indent: number): string[] {
  if (tree.kind === 'map') return tree.entries.flatMap((entry) => entryLines(entry, indent));
  if (tree.kind === 'list') return tree.items.flatMap((item) => guarded(item, indent, itemLines(item.tree, indent)));
  throw new Error(`a ${tree.kind} is not a document`);
}

function entryLines({ key, choices, isLines }: Entry, indent: number): string[] {
  return choices.flatMap((choice) => {
    const { tree } = choice;
    const lines =
      isLines === true && tree.kind === 'template' ? rawLines(tree.text, indent) : keyLines(key, tree, indent);
    return guarded(choice, indent, lines);
  });
}

function keyLines(key: string, tree: Tree, indent: number): string[] {
  const space = ' '.repeat(indent);
  const name = `${space}${keyText(key)}:`;
  if (tree.kind === 'value') return scalarLines(name, tree.value, indent);
  if (tree.kind === 'template') {
    if (!tree.isBlock) return [`${name} ${tree.text}`];
    return [name, ...rawLines(tree.text, indent + 2)];
  }
  return [name, ...linesOf(tree, tree.kind === 'map' ? indent + 2 : indent)];
}

function itemLines(tree: Tree, indent: number): string[] {
  const space = ' '.repeat(indent);
  if (tree.kind === 'template') return tree.isBlock ? rawLines(tree.text, indent) : [`${space}- ${tree.text}`];
  if (tree.kind === 'value') return scalarLines(`${space}-`, tree.value, indent);
  const lines = linesOf(tree, indent + 2);
  const first = lines.findIndex((line) => !line.trimStart().startsWith('{{'));
  if (first !== 0) return [`${space}-`, ...lines];
  const [start = '', ...rest] = lines;
  return [`${space}- ${start.slice(indent + 2)}`, ...rest];
}

function rawLines(text: string, indent: number): string[] {
  const space = ' '.repeat(indent);
  const placed = text.replaceAll(/@indent(?:\+(\d+))?/g, (_, more = '0') => String(indent + Number(more)));
  return placed.split('\n').map((line) => `${space}${line}`);
}

function guarded({ when }: Choice, indent: number, lines: readonly string[]): string[] {
  if (isAlways(when)) return [...lines];
  const space = ' '.repeat(indent);
  return [`${space}{{- if ${expressionOf(when)} }}`, ...lines, `${space}{{- end }}`];
}

function isAlways(when: Condition): boolean {
  return when.some((term) => term.length === 0);
}

/** A scalar as the library writes it, with its lines below the key when it has several. */
function scalarLines(before: string, value: Json, indent: number): string[] {
  const space = ' '.repeat(indent);
  const [first = '', ...rest] = escaped(scalarText(value)).split('\n');
  return [`${before} ${first}`, ...rest.map((line) => (line === '' ? line : `${space}${line}`))];
}

/** White space at the end of a block would be lost: a template that follows takes away what is before it. */
function scalarText(value: Json): string {
  if (typeof value === 'string' && /\s$/.test(value) && !/\S\n$/.test(value)) return quoted(value);
  return toYaml({ k: value }).replace(/\n$/, '').slice('k: '.length);
}

function keyText(key: string): string {
  return escaped(
    toYaml({ [key]: 0 })
      .trimEnd()
      .slice(0, -3),
  );
}

/** Braces that are text, not a template. Those that close mean nothing outside of one. */
function escaped(text: string): string {
  return text.replaceAll('{{', '{{ "{{" }}');
}
