import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ComponentFacts, componentNames, components } from '../../src/project/component-facts.js';

/** Folders of the templates, of projects with and without webhooks. */
function templated(): string[] {
  const files = readdirSync('templates', { recursive: true, encoding: 'utf8' });
  return files.flatMap((file) => /config\/components\/([^/]+)\/kustomization/.exec(file)?.[1] ?? []);
}

test('every component of a scaffolded project is known, and no other', () => {
  expect([...componentNames].sort()).toEqual([...new Set(templated())].sort());
});

test('a component comes after the one that it needs', () => {
  const early = componentNames.filter((name, index) => {
    const { needs }: ComponentFacts = components[name];
    return needs !== undefined && !componentNames.slice(0, index).some((one) => one === needs);
  });

  expect(early).toEqual([]);
});
