/** What admission plugins of a cluster ask of new pods: priority classes and runtime classes that exist. */
import { section, type ApiObject } from '../storage/api-object.js';
import { forbidden, type StatusError } from '../api-status.js';
import type { JsonObject, JsonValue } from '../../kubernetes/json/json-value.js';

type Others = (collection?: string) => readonly ApiObject[];

/** The spec with the priority of its class. Throws 403 for what contradicts the class, and for classes that are not there. */
export function withPriority(pod: ApiObject, others: Others): JsonObject {
  const spec = section(pod, 'spec');
  checkRuntimeClass(pod, spec, others);
  const { value, policy, name } = priorityOf(pod, spec, others);
  const { priority, preemptionPolicy } = spec;
  const source = 'from the given PriorityClass name';
  if (priority !== undefined && priority !== value) {
    const given = `the integer value of priority (${String(priority)}) must not be provided in pod spec`;
    throw refused(pod, `${given}; priority admission controller computed ${value} ${source}`);
  }
  if (preemptionPolicy !== undefined && preemptionPolicy !== policy) {
    const given = `the string value of PreemptionPolicy (${String(preemptionPolicy)}) must not be provided in pod spec`;
    throw refused(pod, `${given}; priority admission controller computed ${policy} ${source}`);
  }
  return { ...spec, ...(name === '' ? {} : { priorityClassName: name }), priority: value, preemptionPolicy: policy };
}

const SYSTEM: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};

function priorityOf(pod: ApiObject, spec: JsonObject, others: Others): { value: number; policy: string; name: string } {
  const given = text(spec['priorityClassName']);
  const known = given === '' ? undefined : SYSTEM[given];
  if (known !== undefined) return { value: known, policy: 'PreemptLowerPriority', name: given };
  const classes = others('scheduling.k8s.io/priorityclasses');
  const found = classes.find((entry) =>
    given === '' ? entry['globalDefault'] === true : entry.metadata.name === given,
  );
  if (found === undefined && given !== '') throw refused(pod, `no PriorityClass with name ${given} was found`);
  return {
    value: typeof found?.['value'] === 'number' ? found['value'] : 0,
    policy: text(found?.['preemptionPolicy']) || 'PreemptLowerPriority',
    name: found?.metadata.name ?? '',
  };
}

function checkRuntimeClass(pod: ApiObject, spec: JsonObject, others: Others): void {
  const name = text(spec['runtimeClassName']);
  const found = others('node.k8s.io/runtimeclasses').find((entry) => entry.metadata.name === name);
  if (name !== '' && found === undefined) throw refused(pod, `pod rejected: RuntimeClass "${name}" not found`);
  if (spec['overhead'] !== undefined && found?.['overhead'] === undefined) {
    throw refused(pod, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
  }
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

function refused(pod: ApiObject, why: string): StatusError {
  return forbidden({ group: '', plural: 'pods' }, pod.metadata.name ?? '', why);
}
