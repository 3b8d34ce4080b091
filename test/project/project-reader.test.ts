import { describe, expect, test } from 'vitest';
import { parseProject } from '../../src/project/project-file.js';

const good = 'version: "3"\nprojectName: shop\ndomain: my.domain\n';

describe('a broken PROJECT names the line and the field', () => {
  test.each([
    ['not YAML', 'version: "3"\n  x: [', 'PROJECT:2'],
    ['empty', '', 'PROJECT:1'],
    ['a list', '- a\n', 'PROJECT:1'],
    ['another version', 'version: "2"\nprojectName: shop\n', 'version'],
    ['a number as version', 'version: 3\nprojectName: shop\n', 'quotes'],
    ['no name', 'version: "3"\n', 'projectName'],
    ['a bad name', 'version: "3"\nprojectName: My_Shop\n', 'PROJECT:2'],
    ['a bad domain', 'version: "3"\nprojectName: shop\ndomain: "a b"\n', 'PROJECT:3'],
    ['a word as boolean', `${good}multigroup: maybe\n`, 'PROJECT:4: multigroup'],
    ['resources that are no list', `${good}resources: 1\n`, 'resources'],
    ['a resource that is no map', `${good}resources:\n- x\n`, 'resources'],
    ['a resource without kind', `${good}resources:\n- version: v1\n  group: a\n`, 'resources[0].kind'],
    [
      'a resource with a bad version',
      `${good}resources:\n- version: one\n  group: a\n  kind: A\n`,
      'PROJECT:5: resources[0].version',
    ],
    ['a resource with a bad group', `${good}resources:\n- version: v1\n  group: "a/b"\n  kind: A\n`, 'group'],
    ['an api that is no map', `${good}resources:\n- version: v1\n  group: a\n  kind: A\n  api: yes\n`, 'api'],
    [
      'spokes that are no list',
      `${good}resources:\n- version: v1\n  group: a\n  kind: A\n  webhooks: {spoke: v2}\n`,
      'spoke',
    ],
    [
      'an unknown package manager',
      `${good}plugins:\n  typescript.kbts.dev/v1: {packageManager: rpm}\n`,
      'packageManager',
    ],
  ])('%s', (_, text, hint) => {
    expect(() => parseProject(text)).toThrow(
      expect.objectContaining({ code: 'project-invalid', fix: expect.any(String) }),
    );
    try {
      parseProject(text);
    } catch (error) {
      expect(`${(error as Error).message} ${(error as { fix: string }).fix}`).toContain(hint);
    }
  });
});
