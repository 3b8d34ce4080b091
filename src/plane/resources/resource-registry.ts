/** Which resources the server has right now; custom ones come and go. */
import type { ResourceType } from './resource-type.js';
import { compareVersions } from '../../kubernetes/version/api-version.js';

/** The resources of one group and version. */
export interface GroupVersionEntry {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ResourceType[];
}

/** All resources by group, version and plural. */
export class ResourceRegistry {
  private readonly byPath = new Map<string, ResourceType>();
  private readonly groups = new Map<string, Map<string, ResourceType[]>>();
  private changes = 0;
  private readonly removals = new Set<(type: ResourceType) => void>();

  /** Grows with every change, so that derived documents can be cached. */
  get revision(): number {
    return this.changes;
  }

  find(group: string, version: string, plural: string): ResourceType | undefined {
    return this.byPath.get(`${group}/${version}/${plural}`);
  }

  /** The resource that serves a kind. */
  findKind(group: string, version: string, kind: string): ResourceType | undefined {
    return this.groups
      .get(group)
      ?.get(version)
      ?.find((type) => type.kind === kind);
  }

  /** Whether built-in resources have this group and version; all versions of the core group count. */
  hasBuiltins(group: string, version: string): boolean {
    if (group === '') return true;
    return (this.groups.get(group)?.get(version) ?? []).some(({ custom }) => custom === undefined);
  }

  hasGroup(group: string): boolean {
    return this.groups.has(group);
  }

  all(): ResourceType[] {
    return [...this.byPath.values()];
  }

  /** Every group but the core one with its versions, most stable first. */
  groupNames(): string[] {
    return [...this.groups.keys()].filter((group) => group !== '');
  }

  /** Versions of a group, most stable first. */
  versions(group: string): GroupVersionEntry[] {
    const versions = this.groups.get(group) ?? new Map<string, ResourceType[]>();
    return [...versions]
      .map(([version, resources]) => ({ group, version, resources }))
      .sort((left, right) => compareVersions(left.version, right.version));
  }

  add(type: ResourceType): void {
    this.changes++;
    this.byPath.set(pathOf(type), type);
    const versions = this.groups.get(type.group) ?? new Map<string, ResourceType[]>();
    this.groups.set(type.group, versions);
    const others = (versions.get(type.version) ?? []).filter((other) => other.plural !== type.plural);
    versions.set(type.version, [...others, type]);
  }

  /** Calls back for each resource that stops being served, until the returned function is called. */
  onRemove(listener: (type: ResourceType) => void): () => void {
    this.removals.add(listener);
    return () => this.removals.delete(listener);
  }

  remove(type: ResourceType): void {
    this.changes++;
    this.byPath.delete(pathOf(type));
    const versions = this.groups.get(type.group);
    const rest = (versions?.get(type.version) ?? []).filter((other) => other.plural !== type.plural);
    if (rest.length > 0) versions?.set(type.version, rest);
    else versions?.delete(type.version);
    if (versions?.size === 0) this.groups.delete(type.group);
    for (const listener of this.removals) listener(type);
  }
}

function pathOf({ group, version, plural }: ResourceType): string {
  return `${group}/${version}/${plural}`;
}
