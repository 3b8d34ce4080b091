import { expect, test } from 'vitest';
import { reportObjects, surroundingsOf, terminalProgress } from '../../src/cli/cluster-report.js';
import { fakeTerminal } from './fakes/fake-terminal.js';

const object = (outcome: 'created' | 'unchanged') => ({
  apiVersion: 'v1',
  kind: 'Service',
  namespace: 'a',
  name: 'b',
  outcome,
});
const kept = { apiVersion: 'v1', kind: 'Namespace', name: 'n', outcome: 'kept', reason: 'it contains data' } as const;

test('one line per object on stdout, what to do next on stderr', () => {
  const terminal = fakeTerminal();

  reportObjects(
    terminal,
    { dryRun: false, objects: [object('created'), object('unchanged'), kept] },
    { next: ['do this'] },
  );

  expect(terminal.stdout).toBe(
    'created    Service a/b\nunchanged  Service a/b\nkept       Namespace n (it contains data)\n',
  );
  expect(terminal.stderr).toContain('do this');
});

test('a dry run speaks of what would be', () => {
  const terminal = fakeTerminal();

  reportObjects(terminal, { dryRun: true, objects: [object('created'), object('unchanged')] }, { next: ['do this'] });

  expect(terminal.stdout).toBe('would be created  Service a/b\nunchanged         Service a/b\n');
  expect(terminal.stderr).toBe('nothing was changed\n');
});

test('JSON is the whole result and nothing else', () => {
  const terminal = fakeTerminal();
  const result = { dryRun: false, objects: [object('created')], server: 'https://s' };

  reportObjects(terminal, result, { output: 'json', next: ['do this'] });

  expect(JSON.parse(terminal.stdout)).toEqual(result);
  expect(terminal.stderr).toBe('');
});

test('steps are shown with their end, also when they fail', async () => {
  const terminal = fakeTerminal();
  const progress = terminalProgress(terminal);

  const result = await progress.step('apply', () => Promise.resolve(3));
  const failing = progress.step('wait', () => Promise.reject(new Error('no')));

  await expect(failing).rejects.toThrow('no');
  progress.warn('careful');
  expect(result).toBe(3);
  expect(terminal.stderr).toMatch(/apply done[\s\S]*wait failed[\s\S]*warning: careful/);
});

test('commands get root, environment and signal of the terminal', () => {
  const terminal = fakeTerminal({ env: { A: 'b' } });

  expect(surroundingsOf(terminal, '/root')).toMatchObject({ root: '/root', env: { A: 'b' }, signal: terminal.signal });
});
