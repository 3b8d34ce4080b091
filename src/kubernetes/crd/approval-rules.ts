/** Groups of the Kubernetes community need an approval. */
import type { Field } from '../field.js';
import { isRequestUri } from '../format/request-uri.js';

const PROTECTED = /(^|\.)(k8s|kubernetes)\.io$/;
const APPROVAL = 'api-approved.kubernetes.io';
const SEE = 'see https://github.com/kubernetes/enhancements/pull/1111';

type Approval = 'approved' | 'bypassed' | 'missing' | 'invalid';

/** An approval that an update does not change is not judged again. */
export function approvalRules(root: Field, before: Field | undefined): void {
  if (!PROTECTED.test(root.at('spec').at('group').text)) return;
  const annotation = annotationOf(root);
  const approval = approvalOf(annotation.text);
  if (before && approvalOf(annotationOf(before).text) === approval) return;
  if (approval === 'missing')
    annotation.required(`protected groups must have approval annotation "${APPROVAL}", ${SEE}`);
  if (approval === 'invalid')
    annotation.invalid(
      `protected groups must have approval annotation "${APPROVAL}" with either a URL or a reason starting with "unapproved", ${SEE}`,
    );
}

function annotationOf(root: Field): Field {
  return root.at('metadata').at('annotations').key(APPROVAL);
}

function approvalOf(text: string): Approval {
  if (text === '') return 'missing';
  if (text.startsWith('unapproved')) return 'bypassed';
  return isRequestUri(text) && /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]/.test(text) ? 'approved' : 'invalid';
}
