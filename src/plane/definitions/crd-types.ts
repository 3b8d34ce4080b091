/** From a CustomResourceDefinition to the resources that it defines. */
import { builtinSchema } from '../../k8s/catalogue.js';
import { section, type ApiObject } from '../storage/api-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type {
  CustomResourceInfo,
  PrinterColumn,
  ResourceType,
  SubresourceType,
  Verb,
} from '../resources/resource-type.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** In the order in which discovery lists them. */
const CUSTOM_VERBS: readonly Verb[] = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
];
const STATUS_VERBS = ['get', 'patch', 'update'];

/** One version of a CRD, as far as it matters here. */
export type CrdVersion = {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  schema?: { openAPIV3Schema?: JsonObject };
  subresources?: {
    status?: JsonObject;
    scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
  };
  additionalPrinterColumns?: JsonObject[];
  selectableFields?: { jsonPath: string }[];
};

/** Names of a CRD. */
export type CrdNames = {
  plural: string;
  singular?: string;
  kind: string;
  listKind?: string;
  shortNames?: string[];
  categories?: string[];
};

/** The versions of a CRD. */
export function versionsOf(crd: ApiObject): CrdVersion[] {
  const versions = section(crd, 'spec')['versions'];
  return (Array.isArray(versions) ? versions.filter(isObject) : []) as unknown as CrdVersion[];
}

/** The names of a CRD. */
export function namesOf(crd: ApiObject): CrdNames {
  const names = section(crd, 'spec')['names'];
  return (isObject(names) ? names : {}) as unknown as CrdNames;
}

/** The group of a CRD. */
export function groupOf(crd: ApiObject): string {
  return text(section(crd, 'spec')['group']);
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The resources of all served versions. */
export function typesOf(crd: ApiObject): ResourceType[] {
  const versions = versionsOf(crd);
  const storageVersion = versions.find((version) => version.storage)?.name ?? '';
  const schemas = new Map(versions.map(({ name, schema }) => [name, resourceSchema(schema?.openAPIV3Schema)]));
  const storage = { storageVersion, schemas };
  return versions.filter((version) => version.served).map((version) => typeOf(crd, version, storage));
}

type Storage = Pick<CustomResourceInfo, 'storageVersion' | 'schemas'>;

function typeOf(crd: ApiObject, version: CrdVersion, storage: Storage): ResourceType {
  const names = namesOf(crd);
  const group = groupOf(crd);
  const spec = section(crd, 'spec');
  const conversion = isObject(spec['conversion']) ? spec['conversion'] : { strategy: 'None' };
  const scale = version.subresources?.scale;
  return {
    group,
    version: version.name,
    kind: names.kind,
    listKind: names.listKind ?? `${names.kind}List`,
    plural: names.plural,
    singular: names.singular ?? names.kind.toLowerCase(),
    isNamespaced: spec['scope'] === 'Namespaced',
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    verbs: CUSTOM_VERBS,
    subresources: subresourcesOf(version, names.kind),
    collection: `${group}/${names.plural}`,
    selectableFields: new Set((version.selectableFields ?? []).map(({ jsonPath }) => jsonPath.replace(/^\./, ''))),
    schema: storage.schemas.get(version.name),
    custom: {
      crdName: crd.metadata.name ?? '',
      ...storage,
      conversion,
      columns: (version.additionalPrinterColumns ?? []) as unknown as PrinterColumn[],
      ...(scale === undefined
        ? {}
        : {
            scale: {
              specPath: scale.specReplicasPath,
              statusPath: scale.statusReplicasPath,
              ...(scale.labelSelectorPath === undefined ? {} : { selectorPath: scale.labelSelectorPath }),
            },
          }),
    },
  };
}

function subresourcesOf(version: CrdVersion, kind: string): SubresourceType[] {
  const { status, scale } = version.subresources ?? {};
  const result: SubresourceType[] = [];
  if (status !== undefined) result.push({ name: 'status', kind, verbs: STATUS_VERBS });
  if (scale !== undefined) {
    result.push({ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: STATUS_VERBS });
  }
  return result;
}

const TYPE_META: Readonly<Record<string, SchemaNode>> = { apiVersion: { type: 'string' }, kind: { type: 'string' } };

/** The schema of a CRD with type meta and metadata declared, at the root and in embedded resources. */
function resourceSchema(schema: JsonObject | undefined): SchemaNode | undefined {
  if (schema === undefined) return undefined;
  const root = complete(schema);
  return {
    ...root,
    properties: { ...root.properties, ...TYPE_META, metadata: metadataSchema(root.properties?.['metadata']) },
  };
}

function metadataSchema(given: SchemaNode | undefined): SchemaNode {
  const builtin = builtinSchema({ group: '', version: 'v1', kind: 'ConfigMap' })?.properties?.['metadata'];
  // Built-in metadata defaults to an empty object; an embedded resource may have none.
  const { default: _default, ...standard } = (builtin ?? {}) as SchemaNode;
  if (given === undefined) return standard;
  const { properties: _properties, ...rest } = given;
  return { ...standard, ...rest, properties: { ...standard.properties, ...given.properties } };
}

function complete(schema: SchemaNode): SchemaNode {
  const { items, properties, additionalProperties } = schema;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const result: { -readonly [K in keyof SchemaNode]: SchemaNode[K] } = { ...schema };
  if (items !== undefined) result.items = complete(items);
  if (typeof additionalProperties === 'object') result.additionalProperties = complete(additionalProperties);
  if (properties !== undefined || isEmbedded) {
    const entries = Object.entries(properties ?? {}).map(([key, child]) => [key, complete(child)] as const);
    const embedded = isEmbedded ? { ...TYPE_META, metadata: metadataSchema(properties?.['metadata']) } : {};
    result.properties = { ...Object.fromEntries(entries), ...embedded };
  }
  return result;
}
