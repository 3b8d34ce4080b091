/** Checks the CRDs of a bundle by the rules of the API server. */
import { type BundleFinding, type PlacedObject, readBundle } from '../../ship/bundle/check/bundle-text.js';
import { findingPlace } from '../../kubernetes/crd/finding-place.js';
import { checkCrd } from '../../plane/definitions/crd-check.js';

/** A finding, and whether it is about a schema: operator-sdk leaves those to the API server. */
export interface CrdFinding extends BundleFinding {
  readonly isOfSchema: boolean;
}

/** What the API server would refuse. */
export function bundleCrdFindings(files: ReadonlyMap<string, string>): CrdFinding[] {
  const crds = readBundle(files).objects.filter(({ object }) => object.kind === 'CustomResourceDefinition');
  return crds.flatMap(({ file, object, lineOf }): CrdFinding[] => {
    if (object.apiVersion !== 'apiextensions.k8s.io/v1') return [oldVersion(file, object.apiVersion, lineOf)];
    // It has just been read from a file, so it is JSON and nobody else's.
    const errors = checkCrd(structuredClone(object) as Parameters<typeof checkCrd>[0]);
    const own = errors.filter(({ field }) => !field.startsWith('status.'));
    return own.map(({ field, message }) => ({
      severity: 'error' as const,
      suite: 'required',
      file,
      line: lineOf(findingPlace(field)),
      message: field === '' ? message : `${field}: ${message}`,
      fix: 'correct the types or markers that the CRD is made from, and make the bundle again',
      isOfSchema: field.includes('openAPIV3Schema'),
    }));
  });
}

function oldVersion(file: string, apiVersion: string, lineOf: PlacedObject['lineOf']): CrdFinding {
  return {
    severity: 'error',
    suite: 'required',
    file,
    line: lineOf(['apiVersion']),
    message: `no cluster since Kubernetes 1.22 takes a CRD of ${apiVersion}`,
    fix: 'write it as apiextensions.k8s.io/v1',
    isOfSchema: false,
  };
}
