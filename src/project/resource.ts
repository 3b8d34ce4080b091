/** One API of a project: what PROJECT records about a group, version and kind. */

/** How a kind's webhooks were scaffolded. */
export interface ResourceWebhooks {
  readonly webhookVersion: 'v1';
  readonly defaulting?: boolean;
  readonly validation?: boolean;
  readonly conversion?: boolean;
  readonly spoke?: readonly string[];
  readonly defaultingPath?: string;
  readonly validationPath?: string;
}

/** An image that a controller runs, as the flags of `create api` name it. */
export interface ResourceImage {
  readonly containerCommand?: string;
  readonly containerPort?: string;
  readonly image: string;
  readonly runAsUser?: string;
}

/** One entry of `resources` in PROJECT. */
export interface Resource {
  readonly group: string;
  readonly domain: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  /** Where the types are: a folder of this project, or a module. */
  readonly path?: string;
  /** Present when this project defines the CRD. */
  readonly api?: { readonly crdVersion: 'v1'; readonly namespaced: boolean };
  /** One unnamed controller. */
  readonly controller?: boolean;
  /** Named controllers; excludes `controller`. */
  readonly controllers?: readonly { readonly name: string }[];
  /** The CRD belongs to someone else. */
  readonly external?: boolean;
  /** The kind is built into Kubernetes. */
  readonly core?: boolean;
  /** For foreign kinds, whose scope PROJECT does not record: commands look it up and fill it in. */
  readonly clusterScoped?: boolean;
  readonly webhooks?: ResourceWebhooks;
  /** The controller runs this image. */
  readonly image?: ResourceImage;
}

/** Identity of a resource. */
export type ResourceId = Pick<Resource, 'group' | 'domain' | 'version' | 'kind'>;

/** `webapp.my.domain`, or whichever of group and domain is not empty. */
export function qualifiedGroup({ group, domain }: Pick<Resource, 'group' | 'domain'>): string {
  return [group, domain].filter((part) => part !== '').join('.');
}

/** The API group as the API server knows it; that of core kinds is empty. */
export function apiGroup(resource: Resource): string {
  if (resource.core === true && resource.group === 'core') return '';
  return qualifiedGroup(resource);
}

/** `webapp.my.domain/v1 Guestbook`, for messages. */
export function describe(resource: ResourceId): string {
  return `${qualifiedGroup(resource)}/${resource.version} ${resource.kind}`;
}

/** Whether two resources are the same group, version and kind. */
export function isSame(left: ResourceId, right: ResourceId): boolean {
  return (
    left.group === right.group &&
    left.domain === right.domain &&
    left.version === right.version &&
    left.kind === right.kind
  );
}

/** Whether objects of the kind live in a namespace. */
export function isNamespaced(resource: Resource): boolean {
  return resource.api?.namespaced ?? resource.clusterScoped !== true;
}

/** The names of the resource's controllers; the unnamed one is called after the kind. */
export function controllerNames(resource: Resource): string[] {
  if (resource.controllers !== undefined) return resource.controllers.map(({ name }) => name);
  return resource.controller === true ? [resource.kind.toLowerCase()] : [];
}

/** Whether any webhook of the resource was scaffolded. */
export function hasWebhook(resource: Resource): boolean {
  const { defaulting, validation, conversion } = resource.webhooks ?? {};
  return defaulting === true || validation === true || conversion === true;
}
