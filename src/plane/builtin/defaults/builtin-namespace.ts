/** Namespaces: the label with their name, their finalizer and phase. */
import { section, type ApiObject } from '../../storage/api-object.js';
import type { KindRules } from '../builtin-rules.js';
import type { JsonValue } from '../../../kubernetes/json/json-value.js';

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** Rules of Namespace. */
export const namespaceRules: KindRules = {
  prepareCreate: (object) => ({
    ...withNameLabel(object),
    spec: { ...section(object, 'spec'), finalizers: withKubernetes(section(object, 'spec')['finalizers']) },
    status: { phase: 'Active' },
  }),
  prepareUpdate: (after, before) => ({
    ...after,
    spec: { ...section(after, 'spec'), finalizers: section(before, 'spec')['finalizers'] },
  }),
  setDefaults: (object) => withNameLabel(object),
};

function withNameLabel(object: ApiObject): ApiObject {
  const name = object.metadata.name ?? '';
  if (name === '' || object.metadata.labels?.[NAME_LABEL] === name) return object;
  return { ...object, metadata: { ...object.metadata, labels: { ...object.metadata.labels, [NAME_LABEL]: name } } };
}

function withKubernetes(finalizers: JsonValue | undefined): JsonValue[] {
  const given = Array.isArray(finalizers) ? finalizers : [];
  return given.includes('kubernetes') ? given : [...given, 'kubernetes'];
}
