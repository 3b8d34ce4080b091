#!/usr/bin/env node
// Records `npm run dev` with one save and draws it: docs/pictures/source/dev.recording.json → docs/pictures/dev-{light,dark}.svg.
// `--draw` draws the recording that is there; `--check` exits with 3 when a picture is not what the recording says.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawRecording } from './recording/draw.mjs';

const repository = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(repository, 'docs', 'pictures');
const file = path.join(folder, 'source', 'dev.recording.json');
const isCheck = process.argv.includes('--check');
if (!isCheck && !process.argv.includes('--draw')) {
  const { record } = await import('./recording/record.mjs');
  await writeFile(file, `${JSON.stringify(await record(repository), undefined, 2)}\n`);
}
const recording = JSON.parse(await readFile(file, 'utf8'));
const stale = [];
for (const mode of ['light', 'dark']) {
  const target = path.join(folder, `dev-${mode}.svg`);
  const svg = drawRecording(recording, mode);
  if (svg === (await readFile(target, 'utf8').catch(() => ''))) continue;
  stale.push(path.basename(target));
  if (!isCheck) await writeFile(target, svg);
}
process.stdout.write(
  stale.length === 0 ? 'the recording is drawn\n' : `${isCheck ? 'stale' : 'drawn'}: ${stale.join(', ')}\n`,
);
if (isCheck && stale.length > 0) process.exitCode = 3;
