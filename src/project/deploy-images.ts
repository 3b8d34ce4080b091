/** Options of kinds that run an image, under `plugins` of PROJECT, where kubebuilder keeps them. */
import { isMap, isSeq, type Document, type YAMLMap } from '../yaml.js';
import { lineRule } from './names.js';
import { Fields } from './project-fields.js';
import { isSame, type Resource, type ResourceId, type ResourceImage } from './resource.js';

/** The key of kubebuilder's plugin. */
export const DEPLOY_IMAGE = 'deploy-image.go.kubebuilder.io/v1-alpha';

/** The resources with the images that they run; entries about kinds that the project does not have are left alone. */
export function readImages(root: Fields, text: string, resources: readonly Resource[]): Resource[] {
  const plugins = root.map('plugins');
  const plugin = plugins && new Fields(plugins, text, 'plugins').map(DEPLOY_IMAGE);
  if (plugin === undefined) return [...resources];
  const where = `plugins["${DEPLOY_IMAGE}"]`;
  const entries = new Fields(plugin, text, where)
    .maps('resources')
    .map((item, index) => readEntry(item, text, `${where}.resources[${index}]`));
  return resources.map((resource) => {
    const image = entries.find(({ id }) => isSame(id, resource))?.image;
    return image === undefined ? resource : { ...resource, image };
  });
}

function readEntry(item: YAMLMap, text: string, where: string): { id: ResourceId; image: ResourceImage | undefined } {
  const given = new Fields(item, text, where).map('options');
  const options = given && new Fields(given, text, `${where}.options`);
  return {
    id: idOf(item),
    image: options && {
      containerCommand: options.checked('containerCommand', lineRule) || undefined,
      containerPort: options.checked('containerPort', numberRule) || undefined,
      image: options.required('image', lineRule),
      runAsUser: options.checked('runAsUser', numberRule) || undefined,
    },
  };
}

/** Writes the entries of resources that run an image, and removes those of resources that did before and do no longer. */
export function updateImages(document: Document, before: readonly ResourceId[], resources: readonly Resource[]): void {
  const place = ['plugins', DEPLOY_IMAGE, 'resources'];
  const list = document.getIn(place);
  const known = isSeq(list) ? list.items.filter(isMap) : [];
  const wanted = resources.filter(({ image }) => image !== undefined);
  const items = known.filter((item) => {
    const id = idOf(item);
    return wanted.some((one) => isSame(one, id)) || !before.some((one) => isSame(one, id));
  });
  for (const resource of wanted) {
    const item = items.find((one) => isSame(idOf(one), resource));
    if (item === undefined) items.push(newEntry(document, resource));
    else setOptions(document, item, resource.image);
  }
  if (items.length === 0) removePlugin(document);
  else if (isSeq(list)) list.items = items;
  else document.setIn(place, document.createNode(items));
}

function newEntry(document: Document, { domain, group, kind, version, image: options }: Resource): YAMLMap {
  const fields = { domain: domain || undefined, group: group || undefined, kind, options, version };
  return document.createNode(fields);
}

/** Only what changed is set, so that comments stay. */
function setOptions(document: Document, item: YAMLMap, image: ResourceImage | undefined): void {
  const options = item.get('options');
  if (!isMap(options)) {
    item.set('options', document.createNode(image));
    return;
  }
  for (const name of optionNames) {
    const value = image?.[name];
    if (value === undefined) options.delete(name);
    else if (options.get(name) !== value) options.set(name, value);
  }
}

const optionNames = ['containerCommand', 'containerPort', 'image', 'runAsUser'] as const;

function removePlugin(document: Document): void {
  const plugins = document.get('plugins');
  if (!isMap(plugins) || !plugins.has(DEPLOY_IMAGE)) return;
  plugins.delete(DEPLOY_IMAGE);
  if (plugins.items.length === 0) document.delete('plugins');
}

/** Which resource an entry is about. */
export function idOf(item: YAMLMap): ResourceId {
  const text = (field: string): string => String(item.get(field) ?? '');
  return { group: text('group'), domain: text('domain'), version: text('version'), kind: text('kind') };
}

function numberRule(value: string): string | undefined {
  return /^\d{1,10}$/.test(value) ? undefined : 'it is not a whole number';
}
