#!/usr/bin/env node
// Draws the pictures of the documentation from their descriptions: docs/pictures/source/NAME.txt → docs/pictures/NAME-{light,dark}.svg.
// `--check` draws nothing and exits with 3 when a picture is not what its description says.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from './pictures/describe.mjs';
import { draw, misfits } from './pictures/draw.mjs';

const folder = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'docs', 'pictures');
const sources = path.join(folder, 'source');
const isCheck = process.argv.includes('--check');
const stale = [];
for (const file of (await readdir(sources)).filter((one) => one.endsWith('.txt')).sort()) {
  const shapes = describe(await readFile(path.join(sources, file), 'utf8'), file);
  const problems = misfits(shapes);
  if (problems.length > 0) throw new Error(`${file}: ${problems.join('; ')}`);
  for (const mode of ['light', 'dark']) {
    const target = path.join(folder, file.replace('.txt', `-${mode}.svg`));
    const svg = draw(shapes, mode);
    if (svg === (await readFile(target, 'utf8').catch(() => ''))) continue;
    stale.push(path.basename(target));
    if (!isCheck) await writeFile(target, svg);
  }
}
process.stdout.write(
  stale.length === 0 ? 'all pictures are up to date\n' : `${isCheck ? 'stale' : 'drawn'}: ${stale.join(', ')}\n`,
);
if (isCheck && stale.length > 0) process.exitCode = 3;
