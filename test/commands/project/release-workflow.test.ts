import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fromYaml } from '../../../src/yaml.js';
import { runOk } from '../../cli/fakes/run-cli.js';
import { temporaryFolder } from '../../project-folder.js';

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

test.each(['npm', 'pnpm', 'yarn', 'bun'])(
  'with %s, jobs that may publish or sign run no code of packages, and no job runs their install scripts',
  async (manager) => {
    const folder = await temporaryFolder('shop');
    const { root, clean } = folder;
    await runOk(root, 'init', '--domain', 'my.domain', '--skip-install', '--kbts', '*', '--package-manager', manager);
    const text = await readFile(path.join(root, '.github/workflows/release.yml'), 'utf8');
    const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
    await clean();

    const { jobs } = fromYaml(text) as { jobs: Readonly<Record<string, Job>> };
    const mayWrite = Object.values(jobs).filter(({ permissions }) => Object.values(permissions).includes('write'));
    expect(mayWrite).toHaveLength(2);
    for (const { steps } of mayWrite)
      for (const { run = '' } of steps) expect(run).not.toMatch(/\b(?:npm|npx|pnpm|yarn|bun|bunx|node|kbts)\b/);
    const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    const installs = [...commands, ...dockerfile.split('\n')].filter((line) => / (?:ci|install) --/.test(line));
    expect(installs.filter((line) => !line.includes('--global')).length).toBeGreaterThan(2);
    for (const line of installs.filter((one) => !one.includes('--global')))
      expect(line).toMatch(/--ignore-scripts|--mode=skip-build/);
    for (const { steps } of Object.values(jobs))
      for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
  },
);
