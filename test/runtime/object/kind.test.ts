import { describe, expect, test } from 'vitest';
import { parseApiVersion } from '../../../src/kubernetes/version/api-version.js';
import { apiVersionOf, defineKind, dynamicKind, madeBy, metadataOnly } from '../../../src/runtime/object/kind.js';

const Widget = defineKind({ group: 'e.com', version: 'v1', kind: 'Widget', plural: 'widgets', scope: 'Namespaced' });

describe('kinds', () => {
  test('new makes a plain object with apiVersion and kind', () => {
    const widget = new Widget({ metadata: { name: 'a' } });

    expect(widget).toEqual({ apiVersion: 'e.com/v1', kind: 'Widget', metadata: { name: 'a' } });
    expect(Object.getPrototypeOf(widget)).toBe(Object.prototype);
    expect(JSON.parse(JSON.stringify(widget))).toEqual({
      apiVersion: 'e.com/v1',
      kind: 'Widget',
      metadata: { name: 'a' },
    });
  });

  test('an object remembers the kind that made it; a copy does not', () => {
    const widget = new Widget({ metadata: {} });

    expect(madeBy(widget)).toBe(Widget);
    expect(madeBy({ ...widget })).toBeUndefined();
  });

  test.each([
    ['apps/v1', { group: 'apps', version: 'v1' }],
    ['v1', { group: '', version: 'v1' }],
  ])('%s is read and written', (apiVersion, parts) => {
    expect(parseApiVersion(apiVersion)).toEqual(parts);
    expect(apiVersionOf(parts)).toBe(apiVersion);
  });

  test('a dynamic kind knows only its name', () => {
    expect({ ...dynamicKind(Widget.gvk) }).toMatchObject({ isDynamic: true, apiVersion: 'e.com/v1' });
  });

  test('metadataOnly keeps everything but the projection', () => {
    expect({ ...metadataOnly(Widget) }).toMatchObject({ projection: 'metadata', plural: 'widgets', gvk: Widget.gvk });
    expect(Widget.projection).toBeUndefined();
  });
});
