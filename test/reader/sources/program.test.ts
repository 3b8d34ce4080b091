import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

const others = {
  'src/shared/index.ts':
    "export * from './names.js';\nexport { Size as Extent } from './names.js';\nexport type { Local as Renamed } from './names.js';\n",
  'src/shared/names.ts':
    "import type { Deep } from './deep.js';\nexport type { Deep };\n/** A size. */\nexport type Size = 'small' | 'large';\nexport interface Local { x: string }\nexport default interface Main { y: string }\n",
  'src/shared/deep.ts': 'export type Deep = boolean;\n',
};

test.each([
  ['Size', "import type { Size } from '../shared/index.js';", { enum: ['small', 'large'], description: 'A size.' }],
  ['Extent', "import type { Extent } from '../shared/index.js';", { enum: ['small', 'large'] }],
  ['Renamed', "import type { Renamed } from '../shared/index.js';", { required: ['x'] }],
  ['Deep', "import type { Deep } from '../shared/names.js';", { type: 'boolean' }],
  ['shared.Size', "import type * as shared from '../shared/index.js';", { type: 'string' }],
  ['Main', "import type Main from '../shared/names.js';", { required: ['y'] }],
  ["import('../shared/names.js').Local", '', { required: ['x'] }],
])('%s is found through %s', async (type, statement, schema) => {
  expect(await fieldSchema(type, statement, '', others)).toMatchObject(schema);
});
