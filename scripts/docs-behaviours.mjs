#!/usr/bin/env node
// Fills in which tests show each point of docs/behaviours/*.md, from the titles of the tests: `§1.2.3 title` shows point 3 of
// section 1.2, `§1.2 title` belongs to the section as a whole. The points themselves are written by hand. Lists chapters and
// sections in docs/behaviours.md, below its introduction.
// `--check` writes nothing and exits with 3 when a page is out of date.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
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

/** All chapters, in the order of their numbers. */
function readChapters() {
  return readdirSync(path.join(root, 'docs/behaviours'))
    .map((name) => {
      const file = `docs/behaviours/${name}`;
      const text = readFileSync(path.join(root, file), 'utf8');
      const [, number, title] = /^# Behaviours (\d+): (.+)$/m.exec(text) ?? [];
      if (title === undefined) throw new Error(`${file} does not begin with "# Behaviours <number>: <title>"`);
      return { file, text, number: Number(number), title };
    })
    .sort((one, other) => one.number - other.number);
}

/** A chapter with the lines of the tests below each point, and those of a whole section at its end; `used` gets its numbers. */
function fillIn(text, byNumber, used) {
  const lines = [];
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
    section = /^## (\d+\.\d+) /.exec(line)?.[1] ?? section;
    if (line === '' && lines.at(-1) === '') continue;
    lines.push(line);
    const [start, number] = /^(\d+)\. /.exec(line) ?? [];
    if (start !== undefined) lines.push(...take(`${section}.${number}`, ' '.repeat(start.length)));
  }
  endSection();
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The index: its introduction, then every chapter with its sections. */
function indexOf(introduction, chapters) {
  const lists = chapters.map(({ file, text, number, title }) => {
    const place = path.posix.relative('docs', file);
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => `- [${name}](${place}#${anchorOf(name)})`);
    return `## [${number} ${title}](${place})\n\n${sections.join('\n')}\n`;
  });
  return [introduction, ...lists].join('\n');
}

/** As GitHub makes it. */
function anchorOf(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

const byNumber = readTitles();
const used = new Set();
const chapters = readChapters();
const index = { file: 'docs/behaviours.md', text: readFileSync(path.join(root, 'docs/behaviours.md'), 'utf8') };
const introduction = index.text.split(/^## /m)[0].replace(/\n+$/, '\n');
const next = [
  { ...index, next: indexOf(introduction, chapters) },
  ...chapters.map((chapter) => ({ ...chapter, next: fillIn(chapter.text, byNumber, used) })),
];
const unknown = [...byNumber].filter(([number]) => !used.has(number));
if (unknown.length > 0)
  throw new Error(
    `these titles have the number of no point of docs/behaviours: ${unknown.map(([number, of]) => `§${number} ${of.join(', ')}`).join('; ')}`,
  );
const changed = next.filter((page) => page.next !== page.text);
if (!isCheck) for (const page of changed) writeFileSync(path.join(root, page.file), page.next);
for (const { file } of changed) process.stdout.write(`${isCheck ? 'stale' : 'filled in'}: ${file}\n`);
if (changed.length === 0) process.stdout.write('docs/behaviours is up to date\n');
if (changed.length > 0 && isCheck) process.exitCode = 3;
