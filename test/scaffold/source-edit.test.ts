import { describe, expect, test } from 'vitest';
import {
  addImport,
  addMarker,
  editSource,
  hasMarker,
  importedAs,
  insertAtAnchor,
  openSource,
  removeCalls,
  removeImport,
  removeMarker,
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

    expect(edit(main, twice)).toContain(`import { controller, createManager } from 'kbts/runtime';`);
  });

  test('a name that another module has taken gets its alias, and is found by it', () => {
    const locals: (string | undefined)[] = [];

    const text = edit(main, (source) => {
      locals.push(addImport(source, 'setupBar', './foo/bar.js', { alias: 'setupFooBar' }));
      locals.push(addImport(source, 'setupBar', './fiz/bar.js', { alias: 'setupFizBar' }));
      locals.push(importedAs(source, 'setupBar', './fiz/bar.js'));
      locals.push(importedAs(source, 'setupBar', './other.js'));
    });

    expect(locals).toEqual(['setupBar', 'setupFizBar', 'setupFizBar', undefined]);
    expect(text).toContain("import { setupBar as setupFizBar } from './fiz/bar.js';");
  });

  test('types stay type imports, in order, and wrap when the line gets long', () => {
    const start = "import type { Manager } from 'kbts/runtime';\n";
    const names = [
      'AdmissionContext',
      'Defaulter',
      'Validator',
      'Verdict',
      'ReconcileContext',
      'Reconciler',
      'Request',
      'Result',
    ];

    const text = edit(start, (source) => {
      for (const name of names) addImport(source, name, 'kbts/runtime', { isType: true });
    });

    expect(text).toBe(
      `import type {\n${[...names, 'Manager']
        .sort()
        .map((name) => `  ${name},\n`)
        .join('')}} from 'kbts/runtime';\n`,
    );
    expect(edit(text, (source) => names.forEach((name) => removeImport(source, name, 'kbts/runtime')))).toBe(start);
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

describe('markers of a type', () => {
  const types = `/** A book. */
// +kubebuilder:subresource:status
export interface Guestbook {}
`;

  test('are put below its other comments, once', () => {
    const twice = (source: Source) => {
      addMarker(source, 'Guestbook', '+kubebuilder:storageversion');
      addMarker(source, 'Guestbook', '+kubebuilder:storageversion');
    };

    expect(edit(types, twice)).toBe(types.replace('export', '// +kubebuilder:storageversion\nexport'));
  });

  test('are found and removed again', () => {
    const text = edit(types, (source) => addMarker(source, 'Guestbook', '+kubebuilder:storageversion'));

    expect(hasMarker(openSource(text, 'x.ts'), 'Guestbook', '+kubebuilder:storageversion')).toBe(true);
    expect(edit(text, (source) => removeMarker(source, 'Guestbook', '+kubebuilder:storageversion'))).toBe(types);
  });

  test('need the type', () => {
    expect(() => edit(types, (source) => addMarker(source, 'Other', '+x'))).toThrow(
      expect.objectContaining({ code: 'anchor-missing' }),
    );
  });
});

test('specifiers are rewritten in imports and exports', () => {
  const text = `import { a } from '../api/v1/index.js';\nexport * from './x.js';\n`;

  expect(edit(text, (source) => rewriteSpecifiers(source, (one) => one.replace('../api/', '../../api/crew/')))).toBe(
    `import { a } from '../../api/crew/v1/index.js';\nexport * from './x.js';\n`,
  );
});
