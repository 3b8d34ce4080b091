import { expect, test } from 'vitest';
import { fieldCodes, read } from '../read-source.js';

test('unknown markers are warnings when they are allowed, wrong arguments stay errors', async () => {
  const source =
    'export interface Row extends CustomResource<{\n  // +kubebuilder:nope\n  // +kubebuilder:validation:Minimum=x\n  a?: Int32;\n}> {}';

  const plan = await read(source, {}, { allowUnknownMarkers: true });

  expect(plan.diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
    'warning marker-unknown',
    'error marker-invalid',
  ]);
});

test('markers of types that no kind uses are checked as well', async () => {
  expect((await read('export interface Unused {\n  // +kubebuilder:nope\n  a?: string;\n}')).diagnostics).toMatchObject(
    [{ code: 'marker-unknown' }],
  );
});

test('the caret stands under the wrong argument', async () => {
  const plan = await read(
    'export interface Row extends CustomResource<{\n  // +kubebuilder:validation:Minimum=x\n  a?: Int32;\n}> {}',
  );

  expect(plan.diagnostics).toMatchObject([{ position: { line: 5, column: 38 } }]);
});

test.each(['// @minimum 1', '/* @minimum 1 */', '// Words.\n// @default 1'])(
  '%s is prose, and that is said',
  async (comment) => {
    expect(await fieldCodes('Int32', '', comment)).toEqual(['tag-ignored']);
  },
);

test.each(['// @team storage', '// Mail to a@minimum 1', '/** Words.\n * @minimum 1 */'])(
  '%s is fine',
  async (comment) => {
    expect(await fieldCodes('Int32', '', comment)).toEqual([]);
  },
);

test.each(['// +kubebuilder:validation:MaxLength=3', '/** @maxLength 3 */'])(
  'a member of an enum takes no %s',
  async (comment) => {
    expect(await fieldCodes('E', `enum E {\n${comment}\nA = 'a' }`)).toEqual(['marker-misplaced']);
  },
);
