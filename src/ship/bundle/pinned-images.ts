/** Images of an operator by digest instead of by tag: what is installed is what was tested. */
import { containersOf } from '../operator.js';
import { isList, isMap, type Json, type JsonMap, type Manifest, valueAt } from '../json.js';

/** The images of pods, those that the operator is told to run, and those that the base lists; each once. */
export function imagesToPin(objects: readonly Manifest[], base: JsonMap): string[] {
  const images = objects.flatMap(containersOf).flatMap((container) => [
    container['image'],
    ...listOf(container['env'])
      .filter(isRelated)
      .map(({ value }) => value),
  ]);
  const listed = listOf(base['relatedImages']).map(({ image }) => image);
  return [
    ...new Set([...images, ...listed].filter((image): image is string => typeof image === 'string' && image !== '')),
  ];
}

function isRelated({ name }: JsonMap): boolean {
  return typeof name === 'string' && name.startsWith('RELATED_IMAGE_');
}

/** The objects with other names for their images. */
export function withPinnedImages(objects: readonly Manifest[], pinned: ReadonlyMap<string, string>): Manifest[] {
  return objects.map((object) => {
    const pod = valueAt(object, 'spec', 'template', 'spec');
    if (!isMap(pod)) return object;
    const containers = (key: string): JsonMap =>
      pod[key] === undefined ? {} : { [key]: listOf(pod[key]).map((one) => pinnedContainer(one, pinned)) };
    const changed = { ...pod, ...containers('initContainers'), ...containers('containers') };
    const [spec, template] = [mapOf(object['spec']), mapOf(valueAt(object, 'spec', 'template'))];
    return { ...object, spec: { ...spec, template: { ...template, spec: changed } } };
  });
}

function pinnedContainer(container: JsonMap, pinned: ReadonlyMap<string, string>): JsonMap {
  const named = withName(container, 'image', pinned);
  if (!isList(container['env'])) return named;
  return {
    ...named,
    env: listOf(container['env']).map((one) => (isRelated(one) ? withName(one, 'value', pinned) : one)),
  };
}

/** The written part of the CSV with other names for the images that it lists. */
export function withPinnedBase(spec: JsonMap, pinned: ReadonlyMap<string, string>): JsonMap {
  if (!isList(spec['relatedImages'])) return spec;
  return { ...spec, relatedImages: listOf(spec['relatedImages']).map((one) => withName(one, 'image', pinned)) };
}

function withName(map: JsonMap, key: string, pinned: ReadonlyMap<string, string>): JsonMap {
  const name = map[key];
  return typeof name === 'string' ? { ...map, [key]: pinned.get(name) ?? name } : map;
}

function listOf(value: Json | undefined): readonly JsonMap[] {
  return isList(value) ? value.filter(isMap) : [];
}

function mapOf(value: Json | undefined): JsonMap {
  return isMap(value) ? value : {};
}
