/** PodSecurity: the labels of a namespace say how much its pods may do. */
import { objectKey, section, type ApiObject } from '../../storage/api-object.js';
import { invalid } from '../../api-status.js';
import type { AdmissionAttempt, Backend } from '../../backend.js';
import { jsonEqual, type JsonObject, type JsonValue } from '../../../kubernetes/json/json-value.js';
import { NAMESPACES } from '../../resources/namespace-lifecycle.js';
import { refused, type AdmissionPlugin } from '../plugin.js';
import { objectsIn } from '../../builtin/resource-list.js';
import { violations, violationsText } from './evaluate.js';
import { isStricter, levelText, policyOf, type LevelVersion } from './policy.js';
import { part, podView } from './pod-view.js';

const IGNORED = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status']);
const LABEL = 'pod-security.kubernetes.io/';

/** Where each kind keeps its pod template; pods are their own. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  '/pods': [],
  '/podtemplates': ['template'],
  '/replicationcontrollers': ['spec', 'template'],
  'apps/deployments': ['spec', 'template'],
  'apps/replicasets': ['spec', 'template'],
  'apps/statefulsets': ['spec', 'template'],
  'apps/daemonsets': ['spec', 'template'],
  'batch/jobs': ['spec', 'template'],
  'batch/cronjobs': ['spec', 'jobTemplate', 'spec', 'template'],
};

/** Whether Pod Security has something to say about a write. */
export function isSecured({ type, operation, subresource, object, namespace }: AdmissionAttempt, backend: Backend) {
  if (operation === 'DELETE' || object === undefined) return false;
  const id = `${type.group}/${type.plural}`;
  if (id === '/namespaces') return subresource === '' && hasLabels(object);
  if (TEMPLATES[id] === undefined || IGNORED.has(subresource)) return false;
  return hasLabels(backend.store.collection(NAMESPACES).get(objectKey('', namespace ?? '')));
}

function hasLabels(namespace: ApiObject | undefined): boolean {
  return Object.keys(namespace?.metadata.labels ?? {}).some((label) => label.startsWith(LABEL));
}

/** The plugin. */
export const podSecurity: AdmissionPlugin = {
  validate: (attempt, { backend }) => {
    const { type, object } = attempt;
    if (object === undefined) return;
    if (type.plural === 'namespaces') checkNamespace(attempt, object, backend);
    else if (type.plural === 'pods') checkPod(attempt, object, backend);
    else if (attempt.subresource === '') warn(attempt, templateOf(object, `${type.group}/${type.plural}`), backend);
  },
};

function templateOf(object: ApiObject, id: string): JsonObject {
  return (TEMPLATES[id] ?? []).reduce<JsonObject>(part, object);
}

function policyIn(backend: Backend, { namespace }: AdmissionAttempt): ReturnType<typeof policyOf> {
  return policyOf(backend.store.collection(NAMESPACES).get(objectKey('', namespace ?? ''))?.metadata.labels);
}

function checkPod(attempt: AdmissionAttempt, pod: ApiObject, backend: Backend): void {
  if (attempt.oldObject !== undefined && !isSignificant(pod, attempt.oldObject)) return;
  const { enforce } = policyIn(backend, attempt);
  const found = violations(podView(pod), enforce);
  if (found.length > 0) {
    throw refused(attempt, `violates PodSecurity ${JSON.stringify(levelText(enforce))}: ${violationsText(found)}`);
  }
  warn(attempt, pod, backend);
}

function warn(attempt: AdmissionAttempt, template: JsonObject, backend: Backend): void {
  const { warn: level } = policyIn(backend, attempt);
  const found = violations(podView(template), level);
  if (found.length === 0) return;
  attempt.warnings.push(`would violate PodSecurity ${JSON.stringify(levelText(level))}: ${violationsText(found)}`);
}

/** Whether containers came, went or got another image. */
function isSignificant(after: ApiObject, before: ApiObject): boolean {
  const images = (pod: ApiObject, list: string): JsonValue[] =>
    objectsIn(section(pod, 'spec')[list]).map(({ image }) => image ?? '');
  if (['containers', 'initContainers'].some((list) => !jsonEqual(images(after, list), images(before, list))))
    return true;
  const old = objectsIn(section(before, 'spec')['ephemeralContainers']);
  return objectsIn(section(after, 'spec')['ephemeralContainers']).some(
    ({ name, image }) => !old.some((one) => one['name'] === name && one['image'] === image),
  );
}

function checkNamespace(attempt: AdmissionAttempt, namespace: ApiObject, backend: Backend): void {
  const [now, then] = [policyOf(namespace.metadata.labels), policyOf(attempt.oldObject?.metadata.labels)];
  if (now.errors.length > 0 && !jsonEqual([...now.errors], [...then.errors])) {
    throw invalid(attempt.type, attempt.name, now.errors);
  }
  if (attempt.oldObject === undefined || now.enforce.level === 'privileged') return;
  const isSameVersion = now.enforce.minor === then.enforce.minor;
  if (isSameVersion && !isStricter(now.enforce.level, then.enforce.level)) return;
  attempt.warnings.push(...existing(backend, attempt.name, now.enforce));
}

/** Warnings about pods that are there already. */
function existing(backend: Backend, namespace: string, enforce: LevelVersion): string[] {
  const pods = backend.store
    .collection('/pods')
    .snapshot()
    .objects.filter(({ metadata }) => metadata.namespace === namespace);
  const byReason = new Map<string, string[]>();
  for (const pod of pods) {
    const found = violations(podView(pod), enforce);
    if (found.length === 0) continue;
    const reason = found.map((one) => one.reason).join(', ');
    byReason.set(reason, [...(byReason.get(reason) ?? []), pod.metadata.name ?? '']);
  }
  if (byReason.size === 0) return [];
  const level = JSON.stringify(levelText(enforce));
  const head = `existing pods in namespace ${JSON.stringify(namespace)} violate the new PodSecurity enforce level ${level}`;
  const rows = [...byReason].map(([reason, names]) => {
    const [first = '', ...others] = names.toSorted();
    const more = others.length === 0 ? '' : ` (and ${others.length} other ${others.length === 1 ? 'pod' : 'pods'})`;
    return `${first}${more}: ${reason}`;
  });
  return [head, ...rows.toSorted()];
}
