import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dev } from '../../../../src/commands/cluster/dev/dev.js';
import type { DevEvent } from '../../../../src/commands/cluster/dev/dev-event.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { linkPackages, scaffoldProject, surroundings } from '../project-fixture.js';

test('samples are reconciled without a cluster, a save reloads, a mistake is shown and forgiven, an end leaves nothing', async () => {
  await using project = await scaffoldProject();
  await linkPackages(project.root);
  const stopping = new AbortController();
  const events: DevEvent[] = [];
  let kubeconfig = '';
  let resources: readonly string[] = [];
  const around = { ...surroundings(project.root), signal: stopping.signal };
  const running = dev(around, {
    args: [],
    onEvent: (event) => void events.push(event),
    onReady: (session) => void ({ kubeconfig, resources } = session),
  });
  running.catch(() => undefined);
  const seen = (wanted: Partial<DevEvent>) =>
    eventually(() => expect(events).toContainEqual(expect.objectContaining(wanted)), { timeoutMs: 60_000 });
  const file = path.join(project.root, 'src/controller/guestbook.controller.ts');
  const source = await readFile(file, 'utf8');

  await seen({ type: 'reconciled', object: 'Guestbook default/guestbook-sample', result: 'success' });
  await seen({ type: 'wrote', object: 'Guestbook default/guestbook-sample', by: 'guestbook' });
  expect(existsSync(kubeconfig)).toBe(true);
  expect(resources).toContain('guestbooks.webapp.my.domain');
  // As many editors save: a new file takes the place of the old one.
  const save = async (text: string): Promise<void> => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };

  await save(`${source}\nconst broken = ;\n`);
  const position = expect.objectContaining({ file: 'src/controller/guestbook.controller.ts' });
  await seen({ type: 'problem', diagnostics: [expect.objectContaining({ position })] });
  await seen({ type: 'status', message: 'waiting for a save; the last good build keeps running' });
  events.length = 0;
  await save(`${source}\n// better\n`);
  await seen({ type: 'status', message: 'reloaded' });
  await seen({ type: 'reconciled', result: 'success' });
  await seen({ type: 'status', message: expect.stringMatching(/^from save to reconciled: \d+\.\d s$/) });
  stopping.abort();
  await running;

  expect(existsSync(kubeconfig)).toBe(false);
}, 120_000);
