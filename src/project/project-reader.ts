/** Turns the YAML of PROJECT into a Project, and names file, line and fix for everything that is wrong. */
import { isMap, type Document, type YAMLMap } from '../yaml.js';
import { readImages } from './deploy-images.js';
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
} from './names.js';
import { LAYOUT, packageManagers, type PackageManager, type Project } from './project.js';
import { Fields, problem } from './project-fields.js';
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
    resources: readImages(fields, text, resources),
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
