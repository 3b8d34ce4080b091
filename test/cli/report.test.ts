import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  formatDiagnostic,
  reportBug,
  reportChanges,
  reportDiagnostics,
  reportDiff,
  reportNext,
  reportUserError,
} from '../../src/cli/report.js';
import { UserError } from '../../src/errors.js';
import { temporaryFolder } from '../project-folder.js';
import { fakeTerminal, type FakeTerminal } from './fakes/fake-terminal.js';

test('one line per changed file', () => {
  const terminal = fakeTerminal();

  reportChanges(terminal, [
    { kind: 'create', path: 'a.ts', text: '' },
    { kind: 'modify', path: 'b.ts', before: '', text: '' },
    { kind: 'move', path: 'd.ts', from: 'c.ts', before: '', text: '' },
    { kind: 'delete', path: 'e.ts', before: '' },
  ]);

  expect(terminal.stdout).toBe('created   a.ts\nchanged   b.ts\nmoved     c.ts → d.ts\ndeleted   e.ts\n');
});

test('a dry run says that it would', () => {
  const terminal = fakeTerminal();

  reportChanges(terminal, [{ kind: 'create', path: 'a.ts', text: '' }], { isDryRun: true });

  expect(terminal.stdout).toBe('would be created   a.ts\n');
});

describe('diffs', () => {
  test('show moves, deletions and binary files', () => {
    const terminal = fakeTerminal();

    reportDiff(terminal, [
      { kind: 'move', path: 'b', from: 'a', before: 'x\n', text: 'x\n' },
      { kind: 'delete', path: 'c', before: 'y\n' },
      { kind: 'create', path: 'd.tgz', text: new Uint8Array(3) },
    ]);

    expect(terminal.stdout).toContain('rename from a\nrename to b\n');
    expect(terminal.stdout).toContain('-y\n');
    expect(terminal.stdout).not.toContain('d.tgz');
    expect(terminal.stderr).toContain('d.tgz (3 bytes) is binary');
  });

  test('are coloured when colour is wanted', () => {
    const terminal = fakeTerminal({ output: { hasColor: true, isTty: true } });

    reportDiff(terminal, [{ kind: 'create', path: 'a', text: 'x\n' }]);

    expect(terminal.stdout).toContain('\u001b[32m+x');
  });
});

test('on a terminal many files are one line, unless all are asked for', () => {
  const output = { hasColor: false, isTty: true };
  const changes = Array.from({ length: 62 }, (_, index) => ({ kind: 'create', path: `${index}`, text: '' }) as const);
  const [short, long, few, file] = [{ output }, { output }, { output }, {}].map((more) => fakeTerminal(more)) as [
    FakeTerminal,
    FakeTerminal,
    FakeTerminal,
    FakeTerminal,
  ];

  reportChanges(short, [...changes, { kind: 'delete', path: 'x', before: '' }]);
  reportChanges(long, changes, { verbose: true });
  reportChanges(few, changes.slice(0, 3));
  reportChanges(file, changes);

  expect(short.stdout).toBe('created 62 files, deleted 1 (--verbose lists them)\n');
  expect([long, few, file].map(({ stdout }) => stdout.split('\n').length - 1)).toEqual([62, 3, 62]);
});

test('a diff in a file has no colour and the bytes of the files, whatever stderr is', () => {
  const terminal = fakeTerminal({ hasColor: true, isInteractive: true });

  reportDiff(terminal, [{ kind: 'create', path: 'a', text: 'x\u001b[31m\n' }]);

  expect(terminal.stdout).toBe(
    'diff --git a/a b/a\nnew file mode 100644\n--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+x\u001b[31m\n',
  );
});

test('git applies the patch: new, changed, moved and deleted files, and those without a last line break', async () => {
  const { root, clean } = await temporaryFolder('patch');
  await mkdir(path.join(root, 'old'), { recursive: true });
  const before = { 'change.txt': 'one\ntwo\n', 'old/move.txt': 'a\nb\nc\n', 'gone.txt': 'x\n', 'bare.txt': 'no end' };
  for (const [file, text] of Object.entries(before)) await writeFile(path.join(root, file), text);
  execFileSync('git', ['init', '-q'], { cwd: root });
  const terminal = fakeTerminal({ hasColor: true });

  reportDiff(terminal, [
    { kind: 'create', path: 'run.sh', text: '#!/bin/sh\n', mode: 0o755 },
    { kind: 'modify', path: 'change.txt', before: 'one\ntwo\n', text: 'one\n2\n' },
    { kind: 'move', from: 'old/move.txt', path: 'new/move.txt', before: 'a\nb\nc\n', text: 'a\nB\nc\n' },
    { kind: 'delete', path: 'gone.txt', before: 'x\n' },
    { kind: 'modify', path: 'bare.txt', before: 'no end', text: 'no end\nnow\n' },
  ]);
  execFileSync('git', ['apply', '-'], { cwd: root, input: terminal.stdout });

  const read = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');
  expect(await read('change.txt')).toBe('one\n2\n');
  expect(await read('new/move.txt')).toBe('a\nB\nc\n');
  expect(await read('bare.txt')).toBe('no end\nnow\n');
  expect((await stat(path.join(root, 'run.sh'))).mode & 0o111).not.toBe(0);
  expect([existsSync(path.join(root, 'gone.txt')), existsSync(path.join(root, 'old/move.txt'))]).toEqual([
    false,
    false,
  ]);
  await clean();
});

test('diagnostics have a blank line between them, and their sum at the end', () => {
  const terminal = fakeTerminal();
  const one = { code: 'c', message: 'm' } as const;

  reportDiagnostics(terminal, [
    { ...one, severity: 'error' },
    { ...one, severity: 'error' },
    { ...one, severity: 'warning' },
  ]);

  expect(terminal.stderr).toBe('error c: m\n\nerror c: m\n\nwarning c: m\n\n2 errors, 1 warning\n');
});

test('a diagnostic shows the place with a caret, and the fix', () => {
  const text = formatDiagnostic(fakeTerminal(), {
    severity: 'error',
    code: 'marker-unknown',
    message: 'there is no marker "x"',
    position: { file: 'src/a.ts', line: 14, column: 4, length: 2 },
    excerpt: '// +x=1',
    fix: 'use y',
  });

  expect(text).toBe(
    'error marker-unknown: there is no marker "x"\n  src/a.ts:14:4\n    14 | // +x=1\n       |    ^^\n  fix: use y\n',
  );
});

test('tabs before the caret stay tabs', () => {
  const text = formatDiagnostic(fakeTerminal(), {
    severity: 'note',
    code: 'c',
    message: 'm',
    position: { file: 'f', line: 1, column: 2 },
    excerpt: '\tx',
  });

  expect(text).toContain('| \t^');
});

test('an error that the user can fix has no stack', () => {
  const terminal = fakeTerminal();

  reportUserError(terminal, new UserError('kind-invalid', 'bad kind', { fix: 'use Good' }));

  expect(terminal.stderr).toBe('error kind-invalid: bad kind\n  fix: use Good\n');
});

test('an error of ours has a stack and the version', () => {
  const terminal = fakeTerminal();

  reportBug(terminal, new Error('oops'), '1.2.3');

  expect(terminal.stderr).toMatch(/internal error: this is a bug in kbts 1\.2\.3[\s\S]*oops[\s\S]*at /);
});

test('next steps come last', () => {
  const terminal = fakeTerminal();

  reportNext(terminal, ['npm test']);
  reportNext(terminal, []);

  expect(terminal.stderr).toBe('\nNext:\n  npm test\n');
});

test('an error names its page last; of several problems the first of each code does', () => {
  const terminal = fakeTerminal({ docs: 'node_modules/kbts/docs' });
  const one = { severity: 'error', message: 'no', fix: 'do' } as const;

  reportUserError(
    terminal,
    new UserError('manifests-invalid', 'the sources have errors', {
      fix: 'correct them',
      diagnostics: [
        { ...one, code: 'type-tuple' },
        { ...one, code: 'type-tuple' },
        { ...one, code: 'marker-unknown' },
      ],
    }),
  );

  const pages = terminal.stderr.match(/^  see: .*$/gm);
  expect(pages).toEqual([
    '  see: node_modules/kbts/docs/diagnostics.md#type-tuple',
    '  see: node_modules/kbts/docs/diagnostics.md#marker-unknown',
    '  see: node_modules/kbts/docs/errors.md#manifests-invalid',
  ]);
  expect(terminal.stderr).toContain('  fix: correct them\n  see: node_modules/kbts/docs/errors.md#manifests-invalid\n');
});
