/** Words that sound translated stay out of what people read: messages, help, comments, templates, documentation. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const repository = path.resolve(import.meta.dirname, '../..');
const glossary = readFileSync(path.join(repository, 'docs/glossary.md'), 'utf8');

/** The table under "Words that we do not use". */
const retired = [
  ...glossary.slice(glossary.indexOf('## Words that we do not use')).matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm),
]
  .map(([, word = '', instead = '']) => ({ word: word.trim(), instead: instead.trim() }))
  .filter(({ word }) => word !== 'not' && !word.startsWith('---'));

const examples = readdirSync(path.join(repository, 'examples')).flatMap((name) => [
  `examples/${name}/README.md`,
  `examples/${name}/src`,
]);
const places = ['src', 'templates', 'docs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...examples];
const isOther = /\/generated\/|docs\/glossary\.md$/;

function filesOf(place: string): string[] {
  if (place.endsWith('.md')) return [place];
  return readdirSync(path.join(repository, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|md|hbs|tpl)$/.test(entry.name))
    .map((entry) => path.relative(repository, path.join(entry.parentPath, entry.name)))
    .filter((file) => !isOther.test(file));
}

const texts = places
  .flatMap(filesOf)
  .map((file) => ({ file, text: readFileSync(path.join(repository, file), 'utf8') }));

test('the glossary lists the words, and there is text to search', () => {
  expect(retired.length).toBeGreaterThan(7);
  expect(texts.length).toBeGreaterThan(500);
});

test.each(retired)('nobody writes "$word"; it is "$instead"', ({ word }) => {
  const pattern = new RegExp(String.raw`\b${word}\b`, 'i');
  const found = texts.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
