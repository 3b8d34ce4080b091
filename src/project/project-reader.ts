/** Turns the YAML of PROJECT into a Project, and names file, line and fix for everything that is wrong. */
import { UserError } from '../errors.js';
import { isMap, isNode, isScalar, isSeq, type Document, type YAMLMap } from '../yaml.js';
import { apiVersionRule, dns1123SubdomainRule, projectNameRule, type NameRule } from './names.js';
import { importedKindRule } from './imported-kind.js';
import { LAYOUT, packageManagers, type PackageManager, type Project } from './project.js';
import { qualifiedGroup, type Resource, type ResourceWebhooks } from './resource.js';

/** Reads a parsed PROJECT; `text` is needed to tell lines. */
export function readProject(document: Document, text: string): Project {
  const root = document.contents;
  if (!isMap(root)) throw problem(text, undefined, 'it is not a map of fields', 'restore PROJECT from version control');
  const fields = new Fields(root, text, '');
  const version = fields.string('version');
  if (version !== '3') {
    throw fields.problem('version', `version "${version ?? ''}" is not supported`, 'kbts reads version "3"');
  }
  const resources = fields.maps('resources').map((item, index) => readResource(item, text, `resources[${index}]`));
  return {
    version: '3',
    domain: fields.checked('domain', dns1123SubdomainRule) ?? '',
    projectName: fields.required('projectName', projectNameRule),
    repo: fields.string('repo'),
    cliVersion: fields.string('cliVersion'),
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
  throw options.problem('packageManager', `"${name}" is not known`, `use one of ${packageManagers.join(', ')}`);
}

function readResource(item: YAMLMap, text: string, where: string): Resource {
  const fields = new Fields(item, text, where);
  const kind = fields.required('kind', importedKindRule);
  const api = fields.map('api');
  const webhooks = fields.map('webhooks');
  const controllers = fields.maps('controllers').map((controller, index) => ({
    name: new Fields(controller, text, `${where}.controllers[${index}]`).required('name'),
  }));
  const resource: Resource = {
    group: fields.string('group') ?? '',
    domain: fields.string('domain') ?? '',
    version: fields.required('version', apiVersionRule),
    kind,
    plural: fields.string('plural') ?? `${kind.toLowerCase()}s`,
    path: fields.string('path'),
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
      `"${qualifiedGroup(resource)}" is not an API group: ${wrong}`,
      'mend group or domain',
    );
  return resource;
}

function readWebhooks(fields: Fields): ResourceWebhooks {
  const spoke = fields.strings('spoke');
  return {
    webhookVersion: 'v1',
    defaulting: fields.boolean('defaulting') || undefined,
    validation: fields.boolean('validation') || undefined,
    conversion: fields.boolean('conversion') || undefined,
    spoke: spoke.length > 0 ? spoke : undefined,
    defaultingPath: fields.string('defaultingPath'),
    validationPath: fields.string('validationPath'),
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
      throw this.problem(field, `it must be a string, not ${JSON.stringify(value)}`, 'put it in quotes');
    return value;
  }

  checked(field: string, rule?: NameRule): string | undefined {
    const value = this.string(field);
    if (value === undefined || value === '') return value;
    const wrong = rule?.(value);
    if (wrong !== undefined) throw this.problem(field, `"${value}" is not allowed: ${wrong}`, 'mend the value');
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
      throw this.problem(field, `it must be true or false, not ${JSON.stringify(value)}`, 'mend the value');
    return value;
  }

  strings(field: string): string[] {
    const node = this.source.get(field, true) as unknown;
    if (node === undefined) return [];
    const items: unknown = isSeq(node) ? node.toJSON() : undefined;
    if (!Array.isArray(items) || !items.every((item): item is string => typeof item === 'string')) {
      throw this.problem(field, 'it must be a list of strings', 'mend the value');
    }
    return items;
  }

  map(field: string): YAMLMap | undefined {
    const node = this.source.get(field, true) as unknown;
    if (node === undefined || (isScalar(node) && node.value === null)) return undefined;
    if (!isMap(node)) throw this.problem(field, 'it must be a map of fields', 'mend the value');
    return node;
  }

  maps(field: string): YAMLMap[] {
    const node = this.source.get(field, true) as unknown;
    if (node === undefined || (isScalar(node) && node.value === null)) return [];
    if (!isSeq(node) || !node.items.every(isMap))
      throw this.problem(field, 'it must be a list of maps', 'mend the value');
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
    if (!isScalar(node)) throw this.problem(field, 'it must be a single value', 'mend the value');
    return node.value;
  }
}

function problem(text: string, offset: number | undefined, message: string, fix: string): UserError {
  const line = text.slice(0, offset ?? 0).split('\n').length;
  return new UserError('project-invalid', `PROJECT:${line}: ${message}`, { fix });
}
