/** Reads our Markdown pages: fenced blocks, links and headings. */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** A fenced block. */
export interface Block {
  readonly page: string;
  readonly language: string;
  /** The file that the block is, as in "```ts [src/main.ts]". */
  readonly file?: string;
  readonly text: string;
  /** Line of the page on which the text begins, counted from 1. */
  readonly line: number;
  /** What hidden `<!-- language … -->` comments put before the text. */
  readonly hidden: string;
}

/** All pages that people read, by path. Golden and example projects have READMEs of their own. */
export async function allPages(): Promise<string[]> {
  const docs = await readdir('docs', { recursive: true });
  const pages = docs.filter((file) => file.endsWith('.md')).map((file) => `docs/${file.split(path.sep).join('/')}`);
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...pages].sort();
}

/** The fenced blocks of a page. */
export async function blocksOf(page: string): Promise<Block[]> {
  const lines = (await readFile(page, 'utf8')).split('\n');
  const blocks: Block[] = [];
  const shared = new Map<string, string>();
  let hidden = '';
  for (let index = 0; index < lines.length; index++) {
    const comment = /^<!-- (ts)(-page)?$/.exec(lines[index] ?? '');
    const fence = /^```(\w*)(?: \[([^\]]+)\])?$/.exec(lines[index] ?? '');
    if (!comment && !fence) continue;
    const end = lines.indexOf(comment ? '-->' : '```', index + 1);
    if (end < 0) throw new Error(`${page}:${index + 1}: this block has no end`);
    const text = lines.slice(index + 1, end).join('\n');
    if (comment?.[2]) shared.set(comment[1] ?? '', `${text}\n`);
    else if (comment) hidden = `${text}\n`;
    else {
      const language = fence?.[1] ?? '';
      // A block that shows its imports stands for a whole file.
      const around = /^import /m.test(text) ? '' : (shared.get(language) ?? '');
      const file = fence?.[2];
      blocks.push({
        page,
        language,
        ...(file !== undefined && { file }),
        text,
        line: index + 2,
        hidden: around + hidden,
      });
      hidden = '';
    }
    index = end;
  }
  return blocks;
}

/** The page without its fenced blocks and hidden comments, lines kept in place. */
export function prose(text: string): string {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ');
  return text.replaceAll(/^```[\s\S]*?^```$/gm, blank).replaceAll(/<!--[\s\S]*?-->/g, blank);
}

/** Anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, title = ''] of prose(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = title
      .trim()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

/** Targets of the links of a page, with their lines. */
export function linksOf(text: string): { target: string; line: number }[] {
  const visible = prose(text).replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));
  return [...visible.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => ({
    target: match[1] ?? '',
    line: visible.slice(0, match.index).split('\n').length,
  }));
}
