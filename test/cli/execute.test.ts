import { afterEach, beforeEach, expect, test } from 'vitest';
import { executePlan } from '../../src/cli/execute.js';
import type { CommandPlan } from '../../src/commands/command-plan.js';
import { UserError } from '../../src/errors.js';
import { temporaryFolder } from '../project-folder.js';
import { snapshot } from '../snapshot.js';
import { fakeTerminal } from './fakes/fake-terminal.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => folder.clean());

const plan = (rest: Partial<CommandPlan> = {}): CommandPlan => ({
  root: folder.root,
  changes: [{ kind: 'create', path: 'a.txt', text: 'a\n' }],
  next: ['npm test'],
  ...rest,
});

test('writes, reports, runs what follows and says what is next', async () => {
  const terminal = fakeTerminal();
  const ran: string[] = [];

  await executePlan(
    terminal,
    plan({
      warnings: ['beware'],
      followUps: [
        { title: 'install', byHand: 'npm install', run: async (progress) => void (progress('x'), ran.push('install')) },
      ],
    }),
    {},
  );

  expect(await snapshot(folder.root)).toEqual({ 'a.txt': 'a\n' });
  expect(ran).toEqual(['install']);
  expect(terminal.stdout).toBe('created   a.txt\n');
  expect(terminal.stderr).toMatch(/warning: beware[\s\S]*install done[\s\S]*Next:\n {2}npm test/);
});

test.each([{ dryRun: true }, { diff: true }])('%j writes nothing and runs nothing', async (flags) => {
  const terminal = fakeTerminal();

  await executePlan(
    terminal,
    plan({ followUps: [{ title: 't', byHand: 'b', run: () => Promise.reject(new Error('must not run')) }] }),
    flags,
  );

  expect(await snapshot(folder.root)).toEqual({});
  expect(terminal.stderr).toContain('nothing was written');
});

test('says so when there is nothing to change', async () => {
  const terminal = fakeTerminal();

  await executePlan(terminal, plan({ changes: [] }), {});

  expect([terminal.stdout, terminal.stderr]).toEqual(['', expect.stringContaining('everything is up to date')]);
});

test('-o json prints one document and nothing else', async () => {
  const terminal = fakeTerminal();

  await executePlan(terminal, plan(), { output: 'json' });

  expect(JSON.parse(terminal.stdout)).toMatchObject({
    dryRun: false,
    changes: [{ kind: 'create', path: 'a.txt' }],
    next: ['npm test'],
  });
});

test('a follow-up that fails says what to run by hand, and keeps the files', async () => {
  const failing = {
    title: 'npm install',
    byHand: 'npm install',
    run: () => Promise.reject(new UserError('tool-failed', 'npm broke', { fix: 'x' })),
  };

  await expect(executePlan(fakeTerminal(), plan({ followUps: [failing] }), {})).rejects.toMatchObject({
    code: 'tool-failed',
    fix: expect.stringContaining('npm install'),
  });
  expect(await snapshot(folder.root)).toEqual({ 'a.txt': 'a\n' });
});
