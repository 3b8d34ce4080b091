// Which test files to run: paths, globs, folders, or those with a history of fixes.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** Test files, sorted; "history" stands for every test file that a commit with the subject fix(test…) changed. */
export function selectFiles(words, cwd = process.cwd()) {
  const files = words.flatMap((word) => (word === 'history' ? fixedTests(cwd) : matching(word, cwd)));
  return [...new Set(files)].sort();
}

/** An existing file is used as it is, even outside of the repository. */
function matching(word, cwd) {
  const file = path.resolve(cwd, word);
  if (existsSync(file) && statSync(file).isFile()) return [word];
  const pathspec = /[*?[]/.test(word) ? `:(glob)${word}` : word;
  return git(cwd, 'ls-files', '--cached', '--others', '--exclude-standard', '--', pathspec).filter(isTest);
}

/** Follows renames: history is read from the newest commit to the oldest, so later names are known first. */
function fixedTests(cwd) {
  const nameNow = new Map();
  const fixed = [];
  let isFix = false;
  for (const line of git(cwd, 'log', '-M', '--name-status', '--format=subject %s', '--', 'test')) {
    if (line.startsWith('subject ')) isFix = line.startsWith('subject fix(test');
    const [status, before, after = before] = line.split('\t');
    if (before === undefined) continue;
    const now = nameNow.get(after) ?? after;
    if (status.startsWith('R')) nameNow.set(before, now);
    if (isFix) fixed.push(now);
  }
  return fixed.filter((file) => isTest(file) && existsSync(path.resolve(cwd, file)));
}

/** The projects in these folders are data of other tests. */
function isTest(file) {
  return file.endsWith('.test.ts') && !/^test\/golden\/projects\/|\/testdata\//.test(file);
}

/** Lines of its output; none outside of a repository. */
function git(cwd, ...args) {
  const { stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  return (stdout ?? '').split('\n').filter(Boolean);
}
