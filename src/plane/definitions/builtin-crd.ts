/** CustomResourceDefinitions: defaults, initial status and checks. */
import { section, type ApiObject } from '../storage/api-object.js';
import type { KindRules } from '../builtin/builtin-rules.js';
import { crdErrors } from './crd-validation.js';
import { namesOf, versionsOf } from './crd-types.js';
import { isObject, type JsonObject } from '../../kubernetes/json/json-value.js';

/** Rules of CustomResourceDefinition. */
export const crdRules: KindRules = {
  setDefaults: withCrdDefaults,
  prepareCreate: (crd) => ({
    ...crd,
    status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: storageVersions(crd) },
  }),
  prepareUpdate: (after, before) => {
    // Stored versions only grow here; a migration writes them through the status.
    const status = section(before, 'status');
    const stored = Array.isArray(status['storedVersions']) ? status['storedVersions'] : [];
    const added = storageVersions(after).filter((version) => !stored.includes(version));
    if (added.length === 0) return after;
    return { ...after, status: { ...status, storedVersions: [...stored, ...added] } };
  },
  validate: crdErrors,
};

function storageVersions(crd: ApiObject): string[] {
  return versionsOf(crd)
    .filter((version) => version.storage)
    .map((version) => version.name)
    .slice(0, 1);
}

function withCrdDefaults(crd: ApiObject): ApiObject {
  const spec = section(crd, 'spec');
  const names = namesOf(crd);
  const kind = names.kind ?? '';
  const filled: JsonObject = {
    plural: names.plural ?? '',
    singular: names.singular ?? kind.toLowerCase(),
    ...(names.shortNames === undefined ? {} : { shortNames: names.shortNames }),
    kind,
    listKind: names.listKind ?? (kind === '' ? '' : `${kind}List`),
    ...(names.categories === undefined ? {} : { categories: names.categories }),
  };
  const conversion = isObject(spec['conversion']) ? spec['conversion'] : { strategy: 'None' };
  return { ...crd, spec: { ...spec, names: filled, conversion: withConversionDefaults(conversion) } };
}

function withConversionDefaults(conversion: JsonObject): JsonObject {
  const { webhook } = conversion;
  if (!isObject(webhook) || !isObject(webhook['clientConfig'])) return conversion;
  const { service } = webhook['clientConfig'];
  if (!isObject(service) || service['port'] !== undefined) return conversion;
  const clientConfig = { ...webhook['clientConfig'], service: { ...service, port: 443 } };
  return { ...conversion, webhook: { ...webhook, clientConfig } };
}
