/** The types of kbts with older compilers, as far back as they are supported. Needs a build. */
import { describe, expect, test } from 'vitest';
import { OLDER_TYPESCRIPTS, typescriptFolder } from '../../control-plane/typescript-versions.mjs';
import { expectReadable } from '../../editor/hover-rules.js';
import { olderHovers } from '../../editor/language-service.js';
import { sourceProject, typecheck } from '../../typecheck.js';
import { testUses } from '../../uses.js';
import { webhookUses } from '../webhook/webhook-uses.js';
import { frameUses } from './uses/frame-uses.js';
import { exportedAs, library } from './uses/library.js';

const files = new Map([['library.ts', library]]);

for (const version of OLDER_TYPESCRIPTS) {
  const compiler = await typescriptFolder(version);
  // An option that these versions do not know is an error.
  const options = version < '5.8' ? { erasableSyntaxOnly: undefined } : {};

  describe(`TypeScript ${version}, controllers`, () => testUses(frameUses, { compiler, options }));
  describe(`TypeScript ${version}, webhooks`, () => testUses(webhookUses, { compiler, options }));

  test(`TypeScript ${version} compiles a library of controllers with declarations and exact optional properties`, async () => {
    const exact = { declaration: true, noEmit: false, outDir: 'out', exactOptionalPropertyTypes: true };

    expect(await typecheck(files, { compiler, options: { ...options, ...exact } })).toBe('');
  });

  test(`hovers of TypeScript ${version} are short and contain the name`, async () => {
    const { root, clean } = await sourceProject(files, options);
    const shown = await olderHovers(root, 'library.ts', compiler).finally(clean);

    expectReadable(shown);
    for (const [name, type] of exportedAs)
      expect(shown.find((one) => one.name === name)?.signature.replaceAll(/\s+/g, ' ')).toBe(`const ${name}: ${type}`);
  });
}
