import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { apiFolderOf, controllerBaseOf, externalFolderOf, layout, webhookFolderOf } from '../../src/project/layout.js';

const golden = 'test/golden/projects';

test('its files are those that commands make', () => {
  const made = new Set(
    readdirSync(golden, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).slice(1).join('/')),
  );
  // Made by commands that no golden project has run.
  const others = new Set<string>([
    layout.bundle,
    layout.bundleBases,
    layout.externalCrds,
    layout.installer,
    layout.chart,
    layout.dashboards,
    layout.sbomCycloneDx,
    layout.sbomSpdx,
    layout.roleMarkers,
  ]);

  expect(Object.values(layout).filter((place) => !made.has(place) && !others.has(place))).toEqual([]);
});

test('kinds of one group have no folder of their own for it', () => {
  expect(apiFolderOf('', 'v1')).toBe('src/api/v1');
  expect(apiFolderOf('batch/', 'v1')).toBe('src/api/batch/v1');
  expect(externalFolderOf('cert-manager.io', 'v1')).toBe('src/external/cert-manager.io/v1');
  expect(controllerBaseOf({ groupPath: 'batch/', controllerFile: 'job' })).toBe('src/controller/batch/job.controller');
  expect(webhookFolderOf({ groupPath: '', version: 'v1' })).toBe('src/webhook/v1');
});

test('no other source of the command line spells a place of a project', () => {
  const spelled = /(?<![\w(])['`](?:config|hack|dist|src|test)\/[^'` ]*['`]/;
  const sources = ['checks', 'cli', 'commands', 'emitter', 'project', 'reader', 'scaffold', 'ship', 'tools']
    .flatMap((layer) =>
      readdirSync(path.join('src', layer), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join('src', layer, file),
      ),
    )
    .filter((file) => file.endsWith('.ts') && file !== path.join('src', 'project', 'layout.ts'));
  const found = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\*\*|\*|\/\/)|"[^"]*'[^"]*"/.test(line) && spelled.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

  expect(found).toEqual([]);
});
