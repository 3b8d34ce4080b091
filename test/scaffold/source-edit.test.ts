import { describe, expect, test } from 'vitest';
import {
  addDeclaration,
  addImport,
  addToChain,
  editSource,
  insertAtAnchor,
  removeCalls,
  removeClass,
  removeFromChain,
  removeImport,
  rewriteSpecifiers,
  type Source,
} from '../../src/scaffold/source-edit.js';

const main = `import { createManager } from 'kbts/runtime';
// +kubebuilder:scaffold:imports

const manager = await createManager({});

// +kubebuilder:scaffold:builder

await manager.start();
`;

const edit = (text: string, change: (source: Source) => void) => editSource(text, 'src/main.ts', change);

describe('imports', () => {
  test('a new module gets a declaration after the others', () => {
    const text = edit(main, (source) => addImport(source, 'setup', './x.js'));

    expect(text).toContain(
      `import { createManager } from 'kbts/runtime';\nimport { setup } from './x.js';\n// +kubebuilder`,
    );
  });

  test('a known module gets one more name, once', () => {
    const twice = (source: Source) => {
      addImport(source, 'controller', 'kbts/runtime');
      addImport(source, 'controller', 'kbts/runtime');
    };

    expect(edit(main, twice)).toContain(`import { createManager, controller } from 'kbts/runtime';`);
  });

  test('removing undoes adding', () => {
    const text = edit(main, (source) => addImport(source, 'setup', './x.js'));

    expect(edit(text, (source) => removeImport(source, 'setup', './x.js'))).toBe(main);
  });
});

describe('statements at an anchor', () => {
  test('go above the marker', () => {
    const text = edit(main, (source) => insertAtAnchor(source, 'builder', 'setup(manager);'));

    expect(text).toContain('setup(manager);\n// +kubebuilder:scaffold:builder\n');
  });

  test('are not repeated, however they are laid out', () => {
    const text = edit(main, (source) => insertAtAnchor(source, 'builder', 'setup(\n  manager\n);'));

    expect(edit(text, (source) => insertAtAnchor(source, 'builder', 'setup(manager);'))).toBe(text);
  });

  test('need the marker: without it the error shows what to paste', () => {
    const without = main.replace('// +kubebuilder:scaffold:builder\n', '');

    expect(() => edit(without, (source) => insertAtAnchor(source, 'builder', 'setup(manager);'))).toThrow(
      expect.objectContaining({ code: 'anchor-missing', fix: expect.stringContaining('setup(manager);') }),
    );
  });

  test('are found and removed by the function they call', () => {
    const text = edit(main, (source) => insertAtAnchor(source, 'builder', 'setup(manager);'));

    expect(edit(text, (source) => removeCalls(source, 'setup'))).toBe(main);
  });
});

describe('chains', () => {
  const hook = `export function setup(manager: Manager): void {
  webhook(manager, Captain).complete();
}
`;

  test('grow before their last call, once', () => {
    const text = edit(hook, (source) => {
      addToChain(source, 'webhook', 'defaulter', 'defaulter(new A())');
      addToChain(source, 'webhook', 'validator', 'validator(new B())');
      addToChain(source, 'webhook', 'defaulter', 'defaulter(new A())');
    });

    expect(text.replaceAll(/\s+/g, '')).toContain(
      'webhook(manager,Captain).defaulter(newA()).validator(newB()).complete();',
    );
  });

  test('shrink by name and tell what is left', () => {
    const text = edit(hook, (source) => {
      addToChain(source, 'webhook', 'defaulter', 'defaulter(new A())');
      addToChain(source, 'webhook', 'validator', 'validator(new B())');
    });
    const left: number[] = [];

    const shrunk = edit(text, (source) => {
      left.push(removeFromChain(source, 'webhook', 'defaulter'));
      left.push(removeFromChain(source, 'webhook', 'validator'));
    });

    expect(left).toEqual([1, 0]);
    expect(shrunk.replaceAll(/\s+/g, '')).toBe(hook.replaceAll(/\s+/g, ''));
  });

  test('that are gone are an error with the call to paste', () => {
    expect(() => edit('export {};\n', (source) => addToChain(source, 'webhook', 'defaulter', 'defaulter(x)'))).toThrow(
      expect.objectContaining({ code: 'anchor-missing' }),
    );
  });
});

test('declarations are added once and classes removed with their comments', () => {
  const text = edit('export {};\n', (source) => {
    addDeclaration(source, 'A', '/** Says A. */\nexport class A {}');
    addDeclaration(source, 'A', 'export class A { other = 1 }');
  });

  expect(text).toBe('export {};\n\n/** Says A. */\nexport class A {}\n');
  expect(edit(text, (source) => removeClass(source, 'A')).trim()).toBe('export {};');
});

test('specifiers are rewritten in imports and exports', () => {
  const text = `import { a } from '../api/v1/index.js';\nexport * from './x.js';\n`;

  expect(edit(text, (source) => rewriteSpecifiers(source, (one) => one.replace('../api/', '../../api/crew/')))).toBe(
    `import { a } from '../../api/crew/v1/index.js';\nexport * from './x.js';\n`,
  );
});
