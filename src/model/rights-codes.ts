/** Diagnostics about rights: RBAC markers, and the code that needs what they allow. */
import { type DiagnosticEntry, entry } from './diagnostic-entry.js';

/** The codes, in the order of the reference. */
export const RIGHTS_CODES = {
  'rbac-invalid': entry('An RBAC rule has no verbs, nothing to use them on, or URLs in a Role.', 'Complete the rule.'),
  'rbac-verb-unknown': entry('Kubernetes has no such verb.', 'Check the spelling.'),
  'rbac-resource-unknown': entry('A group of Kubernetes has no such resource.', 'Use its plural name in lower case.'),
  'rbac-names-useless': entry(
    '`create` and `deletecollection` cannot be limited by name.',
    'Write a rule of its own for the verb.',
  ),
  'rights-missing': entry(
    'The code that `src/main.ts` leads to makes a request that no marker, and no role by hand in `config/rbac`, allows.',
    'Add the marker that the message prints; `kbts manifests --fix` writes it.',
  ),
  'rights-unused': entry(
    'No call needs a right that a marker asks for.',
    'Remove it; `kbts manifests --fix` does. For calls that kbts cannot see, write the marker on the line above the call.',
  ),
  'rights-unclear': entry(
    'It cannot be known which rights a call needs: its kind or subresource is computed, or a client goes to code without source.',
    'Give the call a type that names the kind, or write the markers that it needs on the line above.',
  ),
} as const satisfies Readonly<Record<string, DiagnosticEntry>>;
