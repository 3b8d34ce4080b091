/** What the README of an example says: how it was made, and what was written by hand. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** An excerpt of a source file. */
export interface Excerpt {
  readonly file: string;
  readonly text: string;
}

/** The README of an example. */
export interface ExampleReadme {
  /** The commands that made the project, as typed. */
  readonly commands: readonly string[];
  /** Files that are not as kbts wrote them. */
  readonly byHand: readonly string[];
  readonly excerpts: readonly Excerpt[];
}

/** Reads the README in `folder`. */
export async function readExampleReadme(folder: string): Promise<ExampleReadme> {
  const text = await readFile(path.join(folder, 'README.md'), 'utf8');
  const scaffold = /^## Scaffold$[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? '';
  const list = /^## Files written by hand$([\s\S]*?)(?=^## )/m.exec(text)?.[1] ?? '';
  return {
    commands: scaffold.split('\n').filter((line) => /^(npx )?kbts /.test(line)),
    byHand: [...list.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ''),
    excerpts: excerptsOf(text),
  };
}

/** Blocks of code that follow a paragraph which names their file in its last line, as `src/main.ts`. */
export function excerptsOf(text: string): Excerpt[] {
  const pattern =
    /`((?:src|config|scripts)\/[^`]+)`[^`\n]*\n\n(?:<!--[\s\S]*?-->\n)?^```(?:ts|yaml)\n([\s\S]*?)^```$/gm;
  return [...text.matchAll(pattern)].map(([, file = '', code = '']) => ({ file, text: code }));
}

/** Whether `text` holds the excerpt word for word. An excerpt may skip lines with `…` and have its own indentation. */
export function isExcerptOf(excerpt: string, text: string): boolean {
  const wanted = excerpt.split(/^\s*(?:\/\/ )?…\s*$/m).map((part) => linesOf(part).join('\n'));
  let rest = linesOf(text).join('\n');
  return wanted.every((part) => {
    const found = rest.indexOf(part);
    if (found >= 0) rest = rest.slice(found + part.length);
    return found >= 0;
  });
}

function linesOf(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim());
}
