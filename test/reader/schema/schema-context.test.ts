import { expect, test } from 'vitest';
import { read } from '../read-source.js';

test('a node knows where it was declared', async () => {
  const { model } = await read('export interface Row extends CustomResource<{\n  field?: string;\n}> {}');
  const kind = model.kinds[0];
  const field = kind?.schema.properties?.['spec']?.properties?.['field'];

  expect(field && kind?.origins.get(field)).toMatchObject({
    position: { file: 'src/v1/types.ts', line: 5, column: 3, length: 5 },
    excerpt: '  field?: string;',
  });
});
