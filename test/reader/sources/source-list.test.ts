import { expect, test } from 'vitest';
import { viewFiles } from '../../../src/reader/sources/files.js';
import { listSources } from '../../../src/reader/sources/source-list.js';

const files = viewFiles({
  texts: new Map(['/p/src/api/v1/a.ts', '/p/src/api/v2/b.ts', '/p/src/main.ts'].map((file) => [file, ''])),
});

test.each([
  [undefined, 3],
  [['src/api'], 2],
  [['src/api/...'], 2],
  [['src/**/v1'], 1],
  [['src/*.ts'], 1],
  [['src/api/{v1,v2}/*.ts'], 2],
  [['src/main.ts', 'src'], 3],
  [['gone'], 0],
])('%j selects %d', (paths, count) => {
  expect(listSources('/p', paths, files)).toHaveLength(count);
});
