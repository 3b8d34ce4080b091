/** Rules whose verdict is the API server's: `cel-rules.real.test.ts` asks it for the same list. */
import { expect, test } from 'vitest';
import { fieldCodes } from '../../reader/read-source.js';
import { RULES } from './rules.js';

test.each(RULES)('$rule of $type', async ({ type, rule, code }) => {
  const marker = `// +kubebuilder:validation:XValidation:rule=\`${rule}\``;
  const types = "import type { Quantity as Q, Time, Duration, IntOrString, Double } from 'kbts/runtime';";

  expect(await fieldCodes(type, types, marker)).toEqual(code === undefined ? [] : [code]);
});
