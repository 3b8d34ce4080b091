/** Kinds with a handful of rules: budgets, leases, priority classes, storage classes. */
import { qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { labelSelector } from '../../../kubernetes/selector/selector-rules.js';
import { atMostWhole, countOrPercent } from '../workload/counts.js';

/** Checks of PodDisruptionBudget. */
export const budget: KindChecks = {
  spec: (object) => {
    const spec = object.at('spec');
    const counts = [spec.at('minAvailable'), spec.at('maxUnavailable')].filter((field) => field.isSet);
    if (counts.length === 2) spec.invalid('minAvailable and maxUnavailable cannot be both set');
    for (const count of counts) {
      countOrPercent(count);
      atMostWhole(count);
    }
    labelSelector(spec.at('selector'));
    spec.at('unhealthyPodEvictionPolicy').mayBeOneOf(['AlwaysAllow', 'IfHealthyBudget']);
  },
  status: (object) => {
    for (const key of ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods']) {
      object.at('status').at(key).notNegative();
    }
    conditions(object.at('status').at('conditions'));
  },
};

const CONDITION_REASON = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const REASON_RULE =
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

/** Checks of conditions in the form that all newer kinds share. */
function conditions(list: Field): void {
  const known = new Set<string>();
  for (const condition of list.items) {
    const [type, reason] = [condition.at('type'), condition.at('reason')];
    if (known.has(type.text)) type.duplicate();
    known.add(type.text);
    type.matches(qualifiedNameProblems);
    condition.at('status').oneOf(['False', 'True', 'Unknown']);
    if (!condition.at('lastTransitionTime').isSet) condition.at('lastTransitionTime').required();
    if (reason.text === '') reason.required();
    else if (!CONDITION_REASON.test(reason.text)) reason.invalid(REASON_RULE);
  }
}

/** Checks of Lease. */
export const lease: KindChecks = {
  spec: (object) => {
    const spec = object.at('spec');
    if (spec.at('leaseDurationSeconds').isSet) spec.at('leaseDurationSeconds').positive();
    spec.at('leaseTransitions').notNegative();
    const strategy = spec.at('strategy');
    if (strategy.isSet) leaseStrategy(strategy);
    const holder = spec.at('preferredHolder');
    if (holder.text !== '' && strategy.text === '') {
      holder.forbidden('may only be specified if `strategy` is defined');
    }
  },
};

function leaseStrategy(field: Field): void {
  const parts = field.text.split('/');
  if (parts.length === 2) field.matches(qualifiedNameProblems);
  else if (field.text !== 'OldestEmulationVersion') field.unsupported(['OldestEmulationVersion']);
}

const SYSTEM: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};

/** Checks of PriorityClass. */
export const priorityClass: KindChecks = {
  spec: (object, before) => {
    const [value, policy, name] = [object.at('value'), object.at('preemptionPolicy'), object.at('metadata').at('name')];
    if (before !== undefined) {
      if (value.number !== before.at('value').number) value.forbidden('may not be changed in an update.');
      policy.unchangedFrom(before.at('preemptionPolicy'));
      return;
    }
    if (name.text.startsWith('system-')) {
      if (SYSTEM[name.text] !== value.number || object.at('globalDefault').isTrue) {
        name.forbidden("priority class names with 'system-' prefix are reserved for system use only.");
      }
    } else if (value.number > 1_000_000_000) {
      value.forbidden('maximum allowed value of a user defined priority is 1000000000');
    }
    if (policy.isSet) policy.needsOneOf(['PreemptLowerPriority', 'Never']);
  },
};

/** Checks of StorageClass. */
export const storageClass: KindChecks = {
  spec: (object, before) => {
    if (before !== undefined) {
      for (const key of ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']) {
        object.at(key).unchangedFrom(before.at(key));
      }
    }
    const provisioner = object.at('provisioner');
    if (provisioner.text === '') provisioner.required();
    else provisioner.with(provisioner.text.toLowerCase()).matches(qualifiedNameProblems);
    parameters(object.at('parameters'));
    const policy = object.at('reclaimPolicy');
    if (policy.text !== '') policy.oneOf(['Delete', 'Retain']);
    const mode = object.at('volumeBindingMode');
    if (!mode.isSet) mode.required();
    else mode.oneOf(['Immediate', 'WaitForFirstConsumer']);
    topologies(object.at('allowedTopologies'));
  },
};

function parameters(field: Field): void {
  if (field.size > 512) field.tooLong(512);
  let size = 0;
  for (const key of field.keys) {
    if (key === '') field.invalid('field can not be empty.', key);
    size += Buffer.byteLength(key) + Buffer.byteLength(field.key(key).text);
  }
  if (size > 256 * 1024) field.tooLong(256 * 1024);
}

function topologies(field: Field): void {
  const seen = new Set<string>();
  for (const term of field.items) {
    const keys = new Set<string>();
    for (const item of term.at('matchLabelExpressions').items) {
      const [key, values] = [item.at('key'), item.at('values')];
      if (values.size === 0) values.required();
      values.items.forEach((value, index) => {
        if (values.texts.indexOf(value.text) < index) value.duplicate();
      });
      key.matches(qualifiedNameProblems);
      if (keys.has(key.text)) key.duplicate(key.text);
      keys.add(key.text);
    }
    const expressions = term.at('matchLabelExpressions').items;
    const text = expressions.map((item) => `${item.at('key').text}=${[...item.at('values').texts].sort().join(',')}`);
    const id = text.sort().join(';');
    // The server takes a term without conditions for a repeated one.
    if (id === '' || seen.has(id)) term.at('matchLabelExpressions').duplicate('');
    seen.add(id);
  }
}
