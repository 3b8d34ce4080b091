/** Applies one child: with its marker, with its owner where that is possible, and never over an object of others. */
import { applyCarefully } from '../client/writes/careful-apply.js';
import type { Client } from '../client/client.js';
import { InvalidCallError } from '../object/invalid-call.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject, ObjectKey, ObjectMeta } from '../object/meta.js';
import { owners } from '../object/owners.js';
import type { AnyObject } from '../object/readonly.js';
import type { ChildStep } from './child-step.js';
import { CHILD_ANNOTATION, isFar, isMarkedBy, KEEP_ANNOTATION, OWNER_LABEL, type Parent } from './marker.js';

/** One object that a child consists of. */
export interface WantedObject {
  readonly step: ChildStep;
  readonly key: ObjectKey;
  readonly body: KubeObject;
}

/** The object as it will be applied, in its place. `scope` is that of its kind. */
export function wantedObject(made: unknown, step: ChildStep, parent: Parent, scope: Kind['scope']): WantedObject {
  const { gvk } = step.kind;
  const refuse = (problem: string): never => {
    throw new InvalidCallError(`the child "${step.name}" ${problem}`);
  };
  if (typeof made !== 'object' || made === null || Array.isArray(made))
    return refuse(`is ${describe(made)}: return a ${gvk.kind}, nothing, or pending(reason, message)`);
  const given = made as KubeObject;
  const { metadata } = given;
  if (given.kind !== gvk.kind || given.apiVersion !== step.kind.apiVersion)
    return refuse(
      `is ${given.apiVersion} ${given.kind}, and the chain declares ${step.kind.apiVersion} ${gvk.kind}: use new ${gvk.kind}({ … })`,
    );
  if (typeof metadata?.name !== 'string' || metadata.name === '')
    return refuse(`has no metadata.name: children need a name that is the same in every pass`);
  const namespace = scope === 'Namespaced' ? (metadata.namespace ?? parent.owner.metadata.namespace) : undefined;
  if (scope === 'Namespaced' && !namespace)
    return refuse(`has no metadata.namespace, and neither has its owner: ${gvk.kind} objects live in a namespace`);
  const key = { name: metadata.name, ...(namespace ? { namespace } : {}) };
  return { step, key, body: { ...given, metadata: marked(metadata, key, step, parent) } };
}

/** Makes the object as it is wanted; rejects with a `NotOwnedError` when an object of others has its name. */
export async function applyWanted(
  { step, key, body }: WantedObject,
  parent: Parent,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): Promise<AnyObject> {
  const { owner } = parent;
  const { uid } = owner.metadata;
  return applyCarefully<KubeObject>({
    client,
    owner,
    kind: step.kind,
    key,
    desired: body,
    isOurs: (existing) => owners.controllerOf(existing)?.uid === uid || isMarkedBy(existing, parent),
    mayAdopt: ({ metadata: { labels, annotations } }) => {
      // What another owner has in another namespace has no controller either. What an owner kept is free.
      const isFree = [undefined, uid].includes(labels?.[OWNER_LABEL]) || annotations?.[KEEP_ANNOTATION] !== undefined;
      return step.options.adopt === true && isFree;
    },
    options: { signal },
  });
}

function marked(
  metadata: ObjectMeta,
  key: ObjectKey,
  { name, options }: ChildStep,
  { owner, controller }: Parent,
): ObjectMeta {
  const { keep = false } = options;
  const { namespace: _namespace, ...rest } = metadata;
  const result: ObjectMeta = {
    ...rest,
    ...key,
    labels: { ...metadata.labels, [OWNER_LABEL]: owner.metadata.uid ?? '' },
    annotations: {
      ...metadata.annotations,
      [CHILD_ANNOTATION]: `${controller}/${name}`,
      ...(keep ? { [KEEP_ANNOTATION]: 'true' } : {}),
    },
  };
  if (keep || isFar(owner, key.namespace)) return result;
  const owned: KubeObject = { apiVersion: '', kind: '', metadata: result };
  owners.setController(owner, owned);
  return owned.metadata;
}

function describe(made: unknown): string {
  if (Array.isArray(made)) return 'a list, and .child makes one object: use .children(…)';
  return typeof made === 'object' ? 'null' : `of type ${typeof made}`;
}
