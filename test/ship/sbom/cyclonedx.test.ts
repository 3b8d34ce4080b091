import { expect, test } from 'vitest';
import { cycloneDx } from '../../../src/ship/sbom/cyclonedx.js';
import { spdx } from '../../../src/ship/sbom/spdx.js';

const created = new Date(0);
const tool = { name: 'kbts', version: '1.0.0' };
const operator = { name: 'shop', version: '0.0.1', license: 'SEE LICENSE IN x', uses: ['pkg:npm/%40a/b@1.0.0'] };
const packages = [{ name: '@a/b', version: '1.0.0', license: 'MIT OR ISC', resolved: 'https://r.io/b.tgz', uses: [] }];

test('licences that have no identifier are expressions or names; scopes are groups', () => {
  expect(JSON.parse(cycloneDx({ operator, packages, tool, created }))).toMatchObject({
    metadata: {
      timestamp: '1970-01-01T00:00:00Z',
      component: { type: 'application', licenses: [{ license: { name: 'SEE LICENSE IN x' } }] },
    },
    components: [
      {
        group: '@a',
        name: 'b',
        licenses: [{ expression: 'MIT OR ISC' }],
        externalReferences: [{ type: 'distribution', url: 'https://r.io/b.tgz' }],
      },
    ],
  });
});

test('the serial number follows the packages, not the time', () => {
  const serial = (version: string, at: Date): string =>
    (
      JSON.parse(cycloneDx({ operator, packages: [{ name: 'a', version, uses: [] }], tool, created: at })) as {
        serialNumber: string;
      }
    ).serialNumber;

  expect(serial('1', created)).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(serial('1', new Date())).toBe(serial('1', created));
  expect(serial('2', created)).not.toBe(serial('1', created));
});

test('SPDX asserts nothing about what is not an expression', () => {
  expect(JSON.parse(spdx({ operator, packages, tool, created }))).toMatchObject({
    packages: [
      { licenseDeclared: 'NOASSERTION', downloadLocation: 'NOASSERTION' },
      { licenseDeclared: 'MIT OR ISC', downloadLocation: 'https://r.io/b.tgz' },
    ],
  });
});
