/** Turns the YAML of PROJECT into a Project, and names file, line and fix for everything that is wrong. */
import { UserError } from '../errors.js';
import { isMap, isNode, isScalar, isSeq, type Document, type YAMLMap } from '../yaml.js';
import { importedKindRule } from './imported-kind.js';
import {
  apiVersionRule,
  dns1035LabelRule,
  dns1123SubdomainRule,
  lineRule,
  modulePathRule,
  ownKindRule,
  projectNameRule,
  shown,
  urlPathRule,
  type NameRule,
} from './names.js';
import { LAYOUT, packageManagers, type PackageManager, type Project } from './project.js';
import { qualifiedGroup, type Resource, type ResourceWebhooks } from './resource.js';

/** Reads a parsed PROJECT; `text` is needed to tell lines. */
export function readProject(document: Document, text: string): Project {
  const root = document.contents;
  if (!isMap(root)) throw problem(text, undefined, 'it is not a map of fields', 'restore PROJECT from version control');
  const fields = new Fields(root, text, '');
  const version = fields.string('version');
  if (version !== '3') {
    throw fields.problem('version', `version ${shown(version ?? '')} is not supported`, 'kbts reads version "3"');
  }
  const resources = fields.maps('resources').map((item, index) => readResource(item, text, `resources[${index}]`));
  return {
    version: '3',
    domain: fields.checked('domain', dns1123SubdomainRule) ?? '',
    projectName: fields.required('projectName', projectNameRule),
    repo: fields.checked('repo', lineRule),
    cliVersion: fields.checked('cliVersion', lineRule),
    multigroup: fields.boolean('multigroup'),
    namespaced: fields.boolean('namespaced'),
    packageManager: readPackageManager(fields, text),
    resources,
  };
}

function readPackageManager(fields: Fields, text: string): PackageManager {
  const plugins = fields.map('plugins');
  const ours = plugins && new Fields(plugins, text, 'plugins').map(LAYOUT);
  if (ours === undefined) return 'npm';
  const options = new Fields(ours, text, `plugins["${LAYOUT}"]`);
  const name = options.string('packageManager') ?? 'npm';
  const known = packageManagers.find((manager) => manager === name);
  if (known !== undefined) return known;
  throw options.problem('packageManager', `${shown(name)} is not known`, `use one of ${packageManagers.join(', ')}`);
}

function readResource(item: YAMLMap, text: string, where: string): Resource {
  const fields = new Fields(item, text, where);
  const api = fields.map('api');
  const kind = fields.required(
    'kind',
    (name) => importedKindRule(name) ?? (api === undefined ? undefined : ownKindRule(name)),
  );
  const webhooks = fields.map('webhooks');
  const controllers = fields.maps('controllers').map((controller, index) => ({
    name: new Fields(controller, text, `${where}.controllers[${index}]`).required('name', dns1035LabelRule),
  }));
  const resource: Resource = {
    group: fields.string('group') ?? '',
    domain: fields.string('domain') ?? '',
    version: fields.required('version', apiVersionRule),
    kind,
    plural: fields.checked('plural', dns1035LabelRule) || `${kind.toLowerCase()}s`,
    path: fields.checked('path', modulePathRule),
    api: api && { crdVersion: 'v1', namespaced: new Fields(api, text, `${where}.api`).boolean('namespaced') },
    controller: fields.boolean('controller') || undefined,
    controllers: controllers.length > 0 ? controllers : undefined,
    external: fields.boolean('external') || undefined,
    core: fields.boolean('core') || undefined,
    webhooks: webhooks && readWebhooks(new Fields(webhooks, text, `${where}.webhooks`)),
  };
  const wrong = dns1123SubdomainRule(qualifiedGroup(resource));
  if (wrong !== undefined)
    throw fields.problem(
      'group',
      `${shown(qualifiedGroup(resource))} is not an API group: ${wrong}`,
      'correct group or domain',
    );
  return resource;
}

function readWebhooks(fields: Fields): ResourceWebhooks {
  const spoke = fields.strings('spoke', apiVersionRule);
  return {
    webhookVersion: 'v1',
    defaulting: fields.boolean('defaulting') || undefined,
    validation: fields.boolean('validation') || undefined,
    conversion: fields.boolean('conversion') || undefined,
    spoke: spoke.length > 0 ? spoke : undefined,
    defaultingPath: fields.checked('defaultingPath', urlPathRule),
    validationPath: fields.checked('validationPath', urlPathRule),
  };
}

/** Typed access to the fields of one map, with positions in every complaint. */
class Fields {
  private readonly source: YAMLMap;
  private readonly text: string;
  private readonly where: string;

  constructor(source: YAMLMap, text: string, where: string) {
    this.source = source;
    this.text = text;
    this.where = where;
  }

  string(field: string): string | undefined {
    const value = this.scalar(field);
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string')
      throw this.problem(field, `it must be a string, not ${shown(value)}`, 'put it in quotes');
    return value;
  }

  checked(field: string, rule?: NameRule): string | undefined {
    const value = this.string(field);
    if (value === undefined || value === '') return value;
    const wrong = rule?.(value);
    if (wrong !== undefined) throw this.problem(field, `${shown(value)} is not allowed: ${wrong}`, 'correct the value');
    return value;
  }

  required(field: string, rule?: NameRule): string {
    const value = this.checked(field, rule);
    if (value === undefined || value === '') throw this.problem(field, 'it is missing', `add "${field}"`);
    return value;
  }

  boolean(field: string): boolean {
    const value = this.scalar(field) ?? false;
    if (typeof value !== 'boolean')
      throw this.problem(field, `it must be true or false, not ${shown(value)}`, 'correct the value');
    return value;
  }

  strings(field: string, rule: NameRule): string[] {
    const node = this.source.get(field, true) as unknown;
    if (node === undefined) return [];
    const items: unknown = isSeq(node) ? node.toJSON() : undefined;
    if (!Array.isArray(items) || !items.every((item): item is string => typeof item === 'string')) {
      throw this.problem(field, 'it must be a list of strings', 'correct the value');
    }
    for (const item of items) {
      const wrong = rule(item);
      if (wrong !== undefined)
        throw this.problem(field, `${shown(item)} is not allowed: ${wrong}`, 'correct the value');
    }
    return items;
  }

  map(field: string): YAMLMap | undefined {
    const node = this.source.get(field, true) as unknown;
    if (node === undefined || (isScalar(node) && node.value === null)) return undefined;
    if (!isMap(node)) throw this.problem(field, 'it must be a map of fields', 'correct the value');
    return node;
  }

  maps(field: string): YAMLMap[] {
    const node = this.source.get(field, true) as unknown;
    if (node === undefined || (isScalar(node) && node.value === null)) return [];
    if (!isSeq(node) || !node.items.every(isMap))
      throw this.problem(field, 'it must be a list of maps', 'correct the value');
    return node.items.filter(isMap);
  }

  problem(field: string, message: string, fix: string): UserError {
    const node = this.source.get(field, true) as unknown;
    const place = isNode(node) ? node : this.source;
    const name = this.where === '' ? field : `${this.where}.${field}`;
    return problem(this.text, place.range?.[0], `${name}: ${message}`, fix);
  }

  private scalar(field: string): unknown {
    const node = this.source.get(field, true) as unknown;
    if (node === undefined) return undefined;
    if (!isScalar(node)) throw this.problem(field, 'it must be a single value', 'correct the value');
    return node.value;
  }
}

function problem(text: string, offset: number | undefined, message: string, fix: string): UserError {
  const line = text.slice(0, offset ?? 0).split('\n').length;
  return new UserError('project-invalid', `PROJECT:${line}: ${message}`, { fix });
}
