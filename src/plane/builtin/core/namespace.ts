/** Namespaces. */
import { qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import { namespaceStatus } from '../status/small-statuses.js';
import type { KindChecks } from '../kind-checks.js';

/** Checks of Namespace. */
export const namespace: KindChecks = {
  spec: (object, before) => {
    if (before !== undefined) return;
    for (const item of object.at('spec').at('finalizers').items) {
      const field = item.named('spec.finalizers');
      field.matches(qualifiedNameProblems);
      if (item.text.includes('/') || ['kubernetes', 'foregroundDeletion', 'orphan'].includes(item.text)) continue;
      field.invalid('name is neither a standard finalizer name nor is it fully qualified');
    }
  },
  status: namespaceStatus,
};
