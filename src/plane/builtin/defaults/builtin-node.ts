/** New nodes: nothing is placed on them until a controller says that they are ready. */
import { section, type ApiObject } from '../../storage/api-object.js';
import { completeNodeStatus } from '../status/small-statuses.js';
import type { KindRules } from '../builtin-rules.js';
import { isObject, type JsonValue } from '../../../kubernetes/json/json-value.js';

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** Rules of Node. */
export const nodeRules: KindRules = { admit: withTaint, prepareStatus: completeNodeStatus };

function withTaint(node: ApiObject): ApiObject {
  const spec = section(node, 'spec');
  const taints: JsonValue[] = Array.isArray(spec['taints']) ? spec['taints'] : [];
  const isThere = taints.some(
    (taint) => isObject(taint) && taint['key'] === NOT_READY.key && taint['effect'] === NOT_READY.effect,
  );
  return isThere ? node : { ...node, spec: { ...spec, taints: [...taints, { ...NOT_READY }] } };
}
