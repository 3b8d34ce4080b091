/** CustomResourceDefinitions: defaults, initial status and checks. */
import { definitionFindings } from '../../kubernetes/crd/definition-rules.js';
import { storageVersions, withDefinitionDefaults } from '../../kubernetes/crd/new-definition.js';
import type { KindRules } from '../builtin/builtin-rules.js';
import { section } from '../storage/api-object.js';

/** Rules of CustomResourceDefinition. */
export const crdRules: KindRules = {
  setDefaults: withDefinitionDefaults,
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
  validate: definitionFindings,
};
