/** Whether the manager may write its CA into its own webhook configurations, and into no others. */
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { parseAllDocuments } from '../../yaml.js';
import type { Finding } from '../doctor/finding.js';
import { layout } from '../../project/layout.js';

const roleFile = layout.certificateRole;
const manifestsFile = layout.webhookManifests;
const check = 'webhook rights';

interface Rule {
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** None means all objects. */
  readonly names: readonly string[];
}

/** Compares the names in the role with those that were generated. Says nothing where there is no role. */
export async function checkWebhookRights(tree: WorkingTree): Promise<Finding[]> {
  const [role, manifests] = [await tree.find(roleFile), await tree.find(manifestsFile)];
  if (role === undefined) return [];
  const rules = objectsOf(role)
    .flatMap(rulesOf)
    .filter(({ resources }) => resources.some((resource) => resource.endsWith('webhookconfigurations')));
  if (rules.some(({ verbs, names }) => names.length === 0 && verbs.some((verb) => verb !== 'get')))
    return [
      {
        check,
        status: 'warning',
        message: `${roleFile} lets the operator change every webhook configuration of the cluster`,
        fix: 'copy cert_role.yaml, kustomizeconfig.yaml and manager_webhook_patch.yaml of config/components/webhook from a new project',
      },
    ];
  const unnamed = objectsOf(manifests ?? '').filter((object) => !isCovered(object, rules));
  return unnamed.map((object) => ({
    check,
    status: 'problem',
    message: `the operator may not write its CA into the webhook configuration ${nameOf(object)}`,
    fix: `name it in ${roleFile} and in manager_webhook_patch.yaml beside it`,
  }));
}

function isCovered(object: Fields, rules: readonly Rule[]): boolean {
  const resource = `${String(object['kind']).toLowerCase()}s`;
  return rules.some(
    ({ resources, verbs, names }) =>
      resources.includes(resource) && verbs.includes('patch') && names.includes(nameOf(object)),
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** The maps among the documents of a file; what cannot be parsed is reported by others. */
function objectsOf(text: string): Fields[] {
  const documents = parseAllDocuments(text, { version: '1.2' });
  if (!Array.isArray(documents)) return [];
  return documents.filter(({ errors }) => errors.length === 0).map((document) => fieldsOf(document.toJS()));
}

function rulesOf(object: Fields): Rule[] {
  const { rules } = object;
  if (!Array.isArray(rules)) return [];
  return rules.map((rule: unknown) => {
    const { resources, verbs, resourceNames } = fieldsOf(rule);
    return { resources: textsOf(resources), verbs: textsOf(verbs), names: textsOf(resourceNames) };
  });
}

function nameOf(object: Fields): string {
  const { name } = fieldsOf(object['metadata']);
  return typeof name === 'string' ? name : '';
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
