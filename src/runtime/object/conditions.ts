/** Conditions in `status.conditions`. */
import type { Condition, Time } from './meta.js';

/** Conditions of known types, and of known reasons: `conditions?: ConditionOf<'Ready' | 'Degraded', 'AllUp' | 'Waiting'>[]`. */
export type ConditionOf<Type extends string, Reason extends string = string> = Condition & {
  type: Type;
  reason: Reason;
};

/** A condition to set; the time of its last change is kept by `conditions.set`. */
export type ConditionInput<C extends Condition> = Omit<C, 'lastTransitionTime'> & { lastTransitionTime?: Time };

/** What all conditions have in common: those of Pods, Deployments and Jobs lack some fields of a `Condition`. */
interface AnyCondition {
  readonly type: string;
  readonly status: string;
}

/**
 * Edit and read a list of conditions. Edits change the list given.
 * @example
 * ```ts
 * const list: Condition[] = [];
 * conditions.set(list, { type: 'Ready', status: 'True', reason: 'AllUp', message: '3 of 3 pods run' });
 * console.log(conditions.isTrue(list, 'Ready')); // true
 * ```
 */
export const conditions = {
  /**
   * Adds or changes a condition; false when everything was so already. The time of the last transition moves only
   * when `status` changes.
   */
  set<C extends Condition>(list: C[], condition: ConditionInput<C>, now: () => Date = () => new Date()): boolean {
    check(condition);
    const index = list.findIndex(({ type }) => type === condition.type);
    const existing = list[index];
    if (!existing) {
      list.push(stamped(condition, now));
      return true;
    }
    // What this condition has seen is said again each time: an old generation would claim too little or too much.
    const { observedGeneration: _seenBefore, ...kept } = existing;
    const changed = stamped(condition, now);
    if (existing.status === condition.status) changed.lastTransitionTime = existing.lastTransitionTime;
    const next = { ...kept, ...changed };
    const isChanged = fields.some((field) => existing[field] !== next[field]);
    if (isChanged) list[index] = next;
    return isChanged;
  },

  /** The condition of this type. */
  get<C extends Pick<AnyCondition, 'type'>>(list: readonly C[] | undefined, type: C['type']): C | undefined {
    return list?.find((condition) => condition.type === type);
  },

  /** True when the condition is there and its status is `True`. */
  isTrue<C extends AnyCondition>(list: readonly C[] | undefined, type: C['type']): boolean {
    return conditions.get(list, type)?.status === 'True';
  },

  /** True when the condition is there and its status is `False`. */
  isFalse<C extends AnyCondition>(list: readonly C[] | undefined, type: C['type']): boolean {
    return conditions.get(list, type)?.status === 'False';
  },

  /** False when there was none of this type. */
  remove<C extends Condition>(list: C[], type: C['type']): boolean {
    const index = list.findIndex((condition) => condition.type === type);
    if (index < 0) return false;
    list.splice(index, 1);
    return true;
  },
} as const;

/**
 * One condition, for the status that a controller returns.
 * @example
 * ```ts
 * const ready = condition('Ready', 2 >= 3, 'WaitingForReplicas', '2 of 3 replicas are ready');
 * console.log(ready.status); // False
 * ```
 */
export function condition<const Type extends string, const Reason extends string>(
  type: Type,
  isTrue: boolean | 'Unknown',
  reason: Reason,
  message: string,
): { type: Type; status: Condition['status']; reason: Reason; message: string } {
  const status = isTrue === 'Unknown' ? 'Unknown' : isTrue ? 'True' : 'False';
  return { type, status, reason, message };
}

const fields = ['status', 'reason', 'message', 'observedGeneration'] as const;

function stamped<C extends Condition>(condition: ConditionInput<C>, now: () => Date): C {
  // Conditions carry whole seconds; a fraction would come back without and look like a change.
  const lastTransitionTime =
    condition.lastTransitionTime ??
    now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z');
  return { ...condition, lastTransitionTime } as unknown as C;
}

/** A name, with a domain before it or not. */
const typePattern =
  /^(?:[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*\/)?[A-Za-z0-9](?:[-\w.]*[A-Za-z0-9])?$/;

/** What the API server demands of conditions; caught here, the message names the condition. */
function check({ type, status, reason, message }: Omit<Condition, 'lastTransitionTime'>): void {
  if (type.length > 316 || !typePattern.test(type)) {
    throw new TypeError(`condition type "${type}" is not a name such as Ready or my.domain/Ready`);
  }
  if (status !== 'True' && status !== 'False' && status !== 'Unknown') {
    throw new TypeError(`condition ${type}: status "${String(status)}" must be True, False or Unknown`);
  }
  if (!/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/.test(reason) || reason.length > 1024) {
    throw new TypeError(`condition ${type}: reason "${reason}" must be one word in CamelCase`);
  }
  // The server counts characters, not halves of them.
  if (message.length > 32_768 && [...message].length > 32_768)
    throw new TypeError(`condition ${type}: message is longer than 32768 characters`);
}
