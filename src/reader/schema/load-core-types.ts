/** Schemas of Kubernetes' types, loaded only when sources use them. */
import { type CoreTypes, NO_CORE_TYPES } from './core-types.js';

const USES_CORE = /['"](?:kbts\/(?:k8s(?:\/[^'"]*)?|runtime)|@kubernetes\/client-node)['"]/;

/** Kubernetes' types, if one of the sources may use them. */
export async function loadCoreTypes(texts: readonly string[], hasEmbeddedObjectMeta: boolean): Promise<CoreTypes> {
  if (!texts.some((text) => USES_CORE.test(text))) return NO_CORE_TYPES;
  const { coreSchema, resolveCoreType, whyRefused } = await import('../../core-schemas/core-schemas.js');
  return {
    find: (specifier, name) => {
      const id = resolveCoreType(specifier, name);
      if (id === undefined || whyRefused(id) !== undefined) return undefined;
      return coreSchema(id, { hasEmbeddedObjectMeta });
    },
  };
}
