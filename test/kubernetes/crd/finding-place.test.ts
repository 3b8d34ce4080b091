import { expect, test } from 'vitest';
import { findingPlace } from '../../../src/kubernetes/crd/finding-place.js';

test.each([
  ['spec.names.plural', ['spec', 'names', 'plural']],
  ['spec.version', ['spec', 'versions', 0, 'name']],
  ['spec.versions[1].schema', ['spec', 'versions', 1, 'schema']],
  [
    'spec.validation.openAPIV3Schema.properties[a.b].items',
    ['spec', 'versions', 0, 'schema', 'openAPIV3Schema', 'properties', 'a.b', 'items'],
  ],
  ['spec.additionalPrinterColumns[2].JSONPath', ['spec', 'versions', 0, 'additionalPrinterColumns', 2, 'jsonPath']],
  ['spec.conversion.webhookClientConfig.url', ['spec', 'conversion', 'webhook', 'clientConfig', 'url']],
])('%s', (field, expected) => {
  expect(findingPlace(field)).toEqual(expected);
});
