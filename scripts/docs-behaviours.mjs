#!/usr/bin/env node
// Fills in which tests show each point of docs/behaviours.md, from the titles of the tests: `§1.2.3 title` shows point 3 of
// section 1.2, `§1.2 title` belongs to the section as a whole. The points themselves are written by hand.
// `--check` writes nothing and exits with 3 when the page is out of date.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const page = path.join(root, 'docs/behaviours.md');
const home = 'test/runtime';
const isCheck = process.argv.includes('--check');

/** The lines `file: title` of each number, in the order of the files and of their tests. */
function readTitles() {
  const byNumber = new Map();
  const files = readdirSync(path.join(root, 'test'), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join('test', file).replaceAll(path.sep, '/'))
    .sort();
  for (const file of files)
    for (const [, , numbers, title] of readFileSync(path.join(root, file), 'utf8').matchAll(
      /(['"`])((?:§\d+\.\d+(?:\.\d+)? )+)((?:(?!\1)[^\\\n]|\\.)+)\1/g,
    ))
      for (const number of numbers.trim().split(' ')) {
        const shown = file.startsWith(`${home}/`) ? file.slice(home.length + 1) : file;
        const lines = byNumber.get(number.slice(1)) ?? [];
        byNumber.set(number.slice(1), [...lines, `- ${shown}: ${title}`]);
      }
  return byNumber;
}

/** The page with the lines of the tests below each point, and those of a whole section at its end. */
function fillIn(text, byNumber) {
  const lines = [];
  const used = new Set();
  let section = '';
  const take = (number, indent) => {
    used.add(number);
    return (byNumber.get(number) ?? []).map((line) => indent + line);
  };
  const endSection = () => {
    const ofSection = section === '' ? [] : take(section, '');
    section = '';
    if (ofSection.length > 0) lines.push('More tests of this section:', '', ...ofSection, '');
  };
  for (const line of text.split('\n')) {
    if (/^ *- \S+\.ts: /.test(line) || line === 'More tests of this section:') continue;
    if (line.startsWith('#')) endSection();
    section = /^### (\d+\.\d+) /.exec(line)?.[1] ?? section;
    if (line === '' && lines.at(-1) === '') continue;
    lines.push(line);
    const [start, number] = /^(\d+)\. /.exec(line) ?? [];
    if (start !== undefined) lines.push(...take(`${section}.${number}`, ' '.repeat(start.length)));
  }
  endSection();
  const unknown = [...byNumber].filter(([number]) => !used.has(number));
  if (unknown.length > 0)
    throw new Error(
      `these titles have the number of no point of docs/behaviours.md: ${unknown.map(([number, of]) => `§${number} ${of.join(', ')}`).join('; ')}`,
    );
  return `${lines.join('\n').trimEnd()}\n`;
}

const text = readFileSync(page, 'utf8');
const next = fillIn(text, readTitles());
if (next !== text && !isCheck) writeFileSync(page, next);
process.stdout.write(
  next === text
    ? 'docs/behaviours.md is up to date\n'
    : isCheck
      ? 'stale: docs/behaviours.md\n'
      : 'filled in: docs/behaviours.md\n',
);
if (next !== text && isCheck) process.exitCode = 3;
