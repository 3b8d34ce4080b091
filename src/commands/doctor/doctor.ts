/** `kbts doctor`: PROJECT against files, against package versions, against tools and the cluster. */
import { UserError } from '../../errors.js';
import { packageVersion } from '../../package-root.js';
import type { Project } from '../../project/project.js';
import { controllerNames, describe, hasWebhook, type Resource } from '../../project/resource.js';
import { openSource, importedAs } from '../../scaffold/source-edit.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { yamlListItems } from '../../scaffold/yaml-list.js';
import { toolVersion } from '../../tools/tool-version.js';
import { loadProject } from '../load-project.js';
import { type Registration } from '../project/main-source.js';
import { planManifests } from '../manifests/manifests-plan.js';
import { controllerRegistration } from '../api/scaffold-api.js';
import { webhookFile, webhookRegistration } from '../webhook/scaffold-webhook.js';
import { controllerVariables, resourceVariables } from '../project/template-variables.js';
import { checkInstalled } from './installed-packages.js';
import type { Finding } from './finding.js';
import { checkWebhookRights } from '../webhook/webhook-rights.js';
import { controllerBaseOf, layout } from '../../project/layout.js';

/** What the checks need of the outside. */
export interface DoctorOptions {
  readonly root: string;
  readonly nodeVersion: string;
  /** Asks the current cluster for its version. */
  readonly clusterVersion: () => Promise<string>;
  /** Looks in the cluster for webhooks of the project that call a "kbts run". */
  readonly redirected?: (project: string) => Promise<Finding[]>;
}

/** Runs every check; never rejects for what it finds. */
export async function doctor(options: DoctorOptions): Promise<Finding[]> {
  const findings: Finding[] = [checkNode(options.nodeVersion)];
  let name: string | undefined;
  try {
    const { project, tree } = await loadProject(options.root);
    name = project.projectName;
    findings.push({
      check: 'PROJECT',
      status: 'ok',
      message: `${project.projectName}, ${project.resources.length} ${project.resources.length === 1 ? 'resource' : 'resources'}`,
    });
    findings.push(...(await checkMain(tree)));
    for (const resource of project.resources) findings.push(...(await checkResource(tree, project, resource)));
    findings.push(
      await checkPackage(tree),
      await checkInstalled(options.root, project),
      await checkManifests(tree),
      ...(await checkWebhookRights(tree)),
    );
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    findings.push({ check: 'PROJECT', status: 'problem', message: error.message, fix: error.fix });
  }
  const cluster = await checkCluster(options.clusterVersion);
  findings.push(await checkKubectl(options.root), cluster);
  if (name !== undefined && cluster.status === 'ok') findings.push(...((await options.redirected?.(name)) ?? []));
  return findings;
}

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  const isFine = major > 20 || (major === 20 && minor >= 19);
  if (isFine) return { check: 'Node', status: 'ok', message: version };
  return { check: 'Node', status: 'problem', message: `${version} is too old`, fix: 'install Node 20.19 or newer' };
}

async function checkMain(tree: WorkingTree): Promise<Finding[]> {
  if (await tree.exists(layout.main)) return [];
  const message = `${layout.main} is missing`;
  return [{ check: layout.main, status: 'problem', message, fix: 'restore it from version control' }];
}

async function checkResource(tree: WorkingTree, project: Project, resource: Resource): Promise<Finding[]> {
  const check = describe(resource);
  const { files, registrations, crd } = expectations(project, resource);
  const findings: Finding[] = [];
  for (const file of files) {
    if (await tree.exists(file)) continue;
    findings.push({
      check,
      status: 'problem',
      message: `${file} is missing`,
      fix: 'restore it from version control, or delete the API with "kbts delete api --force"',
    });
  }
  const main = await tree.find(layout.main);
  for (const { type, setup, module } of registrations) {
    if (main === undefined || importedAs(openSource(main, layout.main), setup, module) !== undefined) continue;
    findings.push({
      check,
      status: 'warning',
      message: `${layout.main} does not ${type === 'part' ? 'add' : 'call'} ${setup}`,
      fix: `import it from '${module}' and call ${type === 'part' ? `manager.add(${setup})` : `${setup}(manager)`}`,
    });
  }
  const list = await tree.find(layout.crdList);
  if (crd !== undefined && !yamlListItems(list ?? 'resources:\n', 'resources', layout.crdList).includes(crd)) {
    findings.push({
      check,
      status: 'problem',
      message: `config/crd/kustomization.yaml does not list ${crd}`,
      fix: `add "- ${crd}" to its resources`,
    });
  }
  return findings.length > 0
    ? findings
    : [{ check, status: 'ok', message: 'files, registrations and CRD are in place' }];
}

function expectations(
  project: Project,
  resource: Resource,
): { files: string[]; registrations: Registration[]; crd?: string } {
  const variables = resourceVariables(project, resource, false);
  const controllers = controllerNames(resource).map((name) => controllerVariables(variables, name));
  const files = controllers.map(
    ({ groupPath, controllerFile }) => `${controllerBaseOf({ groupPath, controllerFile })}.ts`,
  );
  const registrations = controllers.map((one) => controllerRegistration(one));
  if (resource.api !== undefined)
    files.push(`${variables.apiFolder}/${variables.file}.types.ts`, `${layout.crds}/${variables.crdFile}`);
  if (hasWebhook(resource)) {
    files.push(webhookFile(variables));
    registrations.push(webhookRegistration(variables));
  }
  return { files, registrations, crd: resource.api === undefined ? undefined : `bases/${variables.crdFile}` };
}

async function checkPackage(tree: WorkingTree): Promise<Finding> {
  const check = 'package.json';
  const text = await tree.find('package.json');
  if (text === undefined)
    return { check, status: 'problem', message: 'package.json is missing', fix: 'restore it from version control' };
  const spec = dependencyOf(text);
  const version = packageVersion();
  if (spec === undefined)
    return {
      check,
      status: 'problem',
      message: 'package.json does not depend on kbts',
      fix: `npm install kbts@^${version}`,
    };
  const wanted = /(?<!\d)(\d+)\.(\d+)\.\d+/.exec(spec);
  const isSame = wanted === null || version.startsWith(`${wanted[1]}.${wanted[2]}.`);
  if (isSame) return { check, status: 'ok', message: `kbts ${spec}` };
  return {
    check,
    status: 'warning',
    message: `the project depends on kbts ${spec}, and this is kbts ${version}`,
    fix: 'run "npx kbts" in the project, or update the dependency',
  };
}

function dependencyOf(text: string): string | undefined {
  try {
    const manifest = JSON.parse(text) as {
      dependencies?: Record<string, string>;
      devDependencies?: Record<string, string>;
    };
    return manifest.dependencies?.kbts ?? manifest.devDependencies?.kbts;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function checkManifests(tree: WorkingTree): Promise<Finding> {
  const check = 'manifests';
  const { files, diagnostics } = await planManifests({ root: tree.root });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    return {
      check,
      status: 'problem',
      message: `the sources have ${errors.length === 1 ? 'an error' : `${errors.length} errors`}`,
      fix: 'see them with "kbts manifests"',
    };
  const outdated: string[] = [];
  for (const { path, text } of files) if ((await tree.find(path)) !== text) outdated.push(path);
  if (outdated.length === 0) return { check, status: 'ok', message: 'up to date with the sources' };
  return { check, status: 'warning', message: `not up to date: ${outdated.join(', ')}`, fix: 'run "kbts generate"' };
}

async function checkKubectl(cwd: string): Promise<Finding> {
  const version = await toolVersion('kubectl', ['version', '--client', '-o', 'json'], cwd);
  if (version !== undefined) return { check: 'kubectl', status: 'ok', message: 'installed' };
  return {
    check: 'kubectl',
    status: 'warning',
    message: 'not found',
    fix: 'install kubectl: kbts renders config/ with "kubectl kustomize"',
  };
}

async function checkCluster(clusterVersion: () => Promise<string>): Promise<Finding> {
  try {
    return { check: 'cluster', status: 'ok', message: await clusterVersion() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      check: 'cluster',
      status: 'warning',
      message: `not reachable: ${message}`,
      fix: 'only needed to install and deploy; check "kubectl config current-context"',
    };
  }
}
