/** Runs the command lines of pages, as their readers do. */
import { describe, expect, test } from 'vitest';
import type { ShellBlock } from './blocks.js';
import { placeOf, reasonFor, setupOf, setups, untilStopped } from './pages.js';
import type { Studio } from './studio.js';

/** The tests of one page, or of a part of it: its blocks follow each other. */
export function describeBlocks(title: string, own: readonly ShellBlock[], studio: () => Studio): void {
  describe(title, () => {
    let folder: string | undefined;

    test.each(own.map((block) => ({ block, title: `${block.anchor}: ${block.lines.join('; ')}` })))(
      '$title',
      { timeout: 300_000 },
      async ({ block }) => {
        const { project, before = [], after = [], isChoice } = setupOf(block) ?? {};
        const runs = block.lines.filter((line) => reasonFor(line) === undefined);
        const choices = isChoice ? runs.map((line) => [line]) : [runs];
        for (const lines of choices) {
          // Blocks after the first go on where that one ended, unless their own heading says otherwise.
          const isNew = isChoice || folder === undefined || setups[placeOf(block)]?.project !== undefined;
          if (isNew) folder = await studio().project(project ?? 'none');
          folder = await play(studio(), folder ?? '', isNew || setups[placeOf(block)] ? before : [], lines, project);
          const isLast = own.findLast((one) => placeOf(one) === placeOf(block)) === block;
          if (after.length > 0 && isLast) await play(studio(), folder, after, []);
        }
      },
    );
  });
}

const shown = new Set<string>();

/** Runs lines in a folder; returns the folder in which the reader is then. */
export async function play(
  studio: Studio,
  folder: string,
  before: readonly string[],
  lines: readonly string[],
  project = 'none',
): Promise<string> {
  const terminal = studio.terminal(folder);
  let failed: string[] = [];
  try {
    for (const line of [...before, ...lines]) {
      const endless = untilStopped.find((one) => one.line.test(line));
      if (endless && !before.includes(line)) {
        // The same command in an equal project shows nothing new.
        const name = `${project} ${line.replace(/^npx /, '')}`;
        if (project === 'guestbook' && shown.has(name)) continue;
        shown.add(name);
        // The next one is for a second terminal, unless it needs the same ports and CRDs.
        expect(await terminal.stop()).toEqual([]);
        await terminal.start(line, endless.sign);
        continue;
      }
      const { code, output } = await terminal.run(line);
      if (code !== 0) throw new Error(`$ ${line}\n${output}`);
    }
  } finally {
    failed = await terminal.stop();
  }
  expect(failed).toEqual([]);
  return terminal.folder();
}
