import { expect, test } from 'vitest';
import { UserError } from '../../../src/errors.js';
import { checkCrd } from '../../../src/scaffold/importer/check-crd.js';
import { appleCrd } from './crd-for-tests.js';

type Path = readonly (string | number)[];

/** The CRD of apples with one part replaced. */
function changed(path: Path, value: unknown): unknown {
  const crd = structuredClone(appleCrd()) as unknown;
  const parent = path.slice(0, -1).reduce((part, key) => Reflect.get(part as object, key), crd);
  Reflect.set(parent as object, path.at(-1) ?? '', value);
  return crd;
}

const version: Path = ['spec', 'versions', 0];

test('a right one passes', () => {
  expect(checkCrd(appleCrd(), 'a.yaml').spec.names.plural).toBe('apples');
});

test.each<[Path, unknown]>([
  [['metadata'], 3],
  [['metadata', 'name'], 'pears.fruit.io'],
  [['metadata', 'labels'], { a: 1 }],
  [['metadata', 'annotations'], ['a']],
  [['spec'], null],
  [['spec', 'group'], 'Fruit'],
  [['spec', 'group'], '../..'],
  [['spec', 'scope'], 'Galaxy'],
  [['spec', 'names', 'kind'], "Apple'"],
  [['spec', 'names', 'kind'], 'class'],
  [['spec', 'names', 'plural'], "x',process.exit()"],
  [['spec', 'names', 'plural'], '../../x'],
  [['spec', 'names', 'plural'], ['apples']],
  [['spec', 'names', 'singular'], 'a/b'],
  [['spec', 'names', 'listKind'], 'a b'],
  [
    ['spec', 'names', 'shortNames'],
    ['ok', '+x\n'],
  ],
  [['spec', 'names', 'categories'], 'all'],
  [['spec', 'versions'], []],
  [['spec', 'versions'], { v1: {} }],
  [['spec', 'versions', 1], { ...appleCrd().spec.versions[0] }],
  [[...version, 'name'], 'v1/../..'],
  [[...version, 'served'], 'yes'],
  [[...version, 'deprecationWarning'], {}],
  [[...version, 'schema'], 'x'],
  [[...version, 'schema', 'openAPIV3Schema'], []],
  [[...version, 'schema', 'openAPIV3Schema', 'description'], { a: 1 }],
  [[...version, 'subresources'], { scale: { specReplicasPath: '.a' } }],
  [[...version, 'subresources'], { status: true }],
  [[...version, 'additionalPrinterColumns'], [{ name: 'a' }]],
  [[...version, 'additionalPrinterColumns'], [{ name: 'a', type: 'string', jsonPath: '.a', priority: '1' }]],
  [[...version, 'selectableFields'], [{}]],
  [['spec', 'conversion'], {}],
  [['spec', 'conversion'], { strategy: 'Webhook', webhook: {} }],
  [
    ['spec', 'conversion'],
    {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { service: { name: 'A B', namespace: 'c' } } },
    },
  ],
])('%j must not be %j', (path, value) => {
  const check = (): unknown => checkCrd(changed(path, value), 'a.yaml');

  expect(check).toThrow(UserError);
  expect(check).toThrow(expect.objectContaining({ code: 'crd-invalid' }));
});

test('what is no object is no CRD', () => {
  expect(() => checkCrd([], 'a.yaml')).toThrow(UserError);
});

test('the message has the place, and no character that a terminal would obey', () => {
  const check = (): unknown => checkCrd(changed(['spec', 'names', 'plural'], '\u001b[2J\u202eabc'), 'a.yaml');

  expect(check).toThrow(/spec\.names\.plural is "\\u001b\[2J\\u202eabc"/);
});
