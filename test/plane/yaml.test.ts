import { expect, test } from 'vitest';
import { parseYaml, toYaml } from '../../src/plane/yaml.js';

test('reads all documents but empty ones, and writes what it can read', () => {
  const value = { a: ['x', 'no', '1e3'], long: 'word '.repeat(50) };

  expect(parseYaml(`---\n${toYaml(value)}---\n# nothing\n---\nb: 1\n`, 'f')).toEqual([value, { b: 1 }]);
  expect(() => parseYaml('a: [', 'f.yaml')).toThrow('f.yaml: ');
});
