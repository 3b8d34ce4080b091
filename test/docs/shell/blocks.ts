/** Command lines of our pages, in order, each with the heading that it is under. */
import { readFile } from 'node:fs/promises';
import { anchorsOf } from '../markdown.js';

/** A block of commands. */
export interface ShellBlock {
  readonly page: string;
  /** Anchor of the heading above it, as GitHub makes it. */
  readonly anchor: string;
  readonly lines: readonly string[];
}

/** The blocks of commands of a page. A line that ends with a backslash goes on in the next one. */
export async function shellBlocksOf(page: string): Promise<ShellBlock[]> {
  const text = await readFile(page, 'utf8');
  const parts = text.matchAll(/^#{1,6} .+$|^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm);
  const blocks: ShellBlock[] = [];
  let anchor = '';
  for (const [whole, language, code = ''] of parts) {
    if (whole.startsWith('#')) anchor = [...anchorsOf(whole)][0] ?? '';
    else if (language === 'sh') blocks.push({ page, anchor, lines: linesOf(code) });
  }
  return blocks;
}

function linesOf(code: string): string[] {
  return code
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s+)#\s.*$/, '').trim())
    .filter((line) => line !== '');
}
