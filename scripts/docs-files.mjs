#!/usr/bin/env node
// Fills in the complete files that pages show folded up, between <!-- file PATH --> and <!-- /file -->, from the examples.
// `--check` writes nothing and exits with 3 when a page is out of date.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const isCheck = process.argv.includes('--check');
const languages = { '.ts': 'ts', '.yaml': 'yaml' };
const stale = [];
for (const name of (await readdir(path.join(root, 'docs/book'))).filter((file) => file.endsWith('.md'))) {
  const page = path.join(root, 'docs/book', name);
  const text = await readFile(page, 'utf8');
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(/^<!-- file (\S+) -->\n[\s\S]*?<!-- \/file -->$/gm)) {
    parts.push(text.slice(end, match.index), await block(match[1]));
    end = match.index + match[0].length;
  }
  const next = parts.join('') + text.slice(end);
  if (next === text) continue;
  stale.push(name);
  if (!isCheck) await writeFile(page, next);
}
process.stdout.write(
  stale.length === 0
    ? 'all files are as in the examples\n'
    : `${isCheck ? 'stale' : 'filled in'}: ${stale.join(', ')}\n`,
);
if (isCheck && stale.length > 0) process.exitCode = 3;

/** One file of an example, folded up. */
async function block(file) {
  const code = await readFile(path.join(root, file), 'utf8');
  const inside = file.replace(/^examples\/[^/]+\//, '');
  const language = languages[path.extname(file)];
  if (language === undefined)
    throw new Error(`${file}: only ${Object.keys(languages).join(' and ')} files can be shown`);
  return `<!-- file ${file} -->
<details>
<summary>The complete file: <code>${inside}</code></summary>

\`\`\`${language} [${inside}]
${code.trimEnd()}
\`\`\`

</details>
<!-- /file -->`;
}
