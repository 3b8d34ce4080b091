import { expect, test } from 'vitest';
import type { JsonMap, Manifest } from '../../../src/ship/json.js';
import { imagesToPin, withPinnedBase, withPinnedImages } from '../../../src/ship/bundle/pinned-images.js';

const pod: JsonMap = {
  initContainers: [{ name: 'first', image: 'a:1' }],
  containers: [
    {
      name: 'manager',
      image: 'b:1',
      env: [
        { name: 'RELATED_IMAGE_DB', value: 'c:1' },
        { name: 'IMAGE', value: 'c:1' },
        { name: 'RELATED_IMAGE_FROM', valueFrom: {} },
      ],
    },
  ],
};
const deployment: Manifest = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'a' },
  spec: { replicas: 1, template: { metadata: {}, spec: pod } },
};
const other: Manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { image: 'b:1' } };
const base = { displayName: 'Shop', relatedImages: [{ name: 'd', image: 'd:1' }] };

test('images of containers, related ones and those of the base are found, each once', () => {
  expect(imagesToPin([deployment, other, deployment], base)).toEqual(['a:1', 'b:1', 'c:1', 'd:1']);
});

test('they are replaced, and nothing else is', () => {
  const pinned = new Map(['a', 'b', 'c', 'd'].map((name) => [`${name}:1`, `${name}@sha256:0`]));

  const [changed, untouched] = withPinnedImages([deployment, other], pinned);

  expect(changed).toEqual({
    ...deployment,
    spec: {
      replicas: 1,
      template: {
        metadata: {},
        spec: {
          initContainers: [{ name: 'first', image: 'a@sha256:0' }],
          containers: [
            {
              name: 'manager',
              image: 'b@sha256:0',
              env: [
                { name: 'RELATED_IMAGE_DB', value: 'c@sha256:0' },
                { name: 'IMAGE', value: 'c:1' },
                { name: 'RELATED_IMAGE_FROM', valueFrom: {} },
              ],
            },
          ],
        },
      },
    },
  });
  expect(untouched).toBe(other);
  expect(withPinnedBase(base, pinned)).toEqual({ ...base, relatedImages: [{ name: 'd', image: 'd@sha256:0' }] });
  expect(withPinnedBase({}, pinned)).toEqual({});
});
