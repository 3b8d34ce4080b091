/** A CRD as the sources that `kbts import` writes. */
import type { Crd } from '../../src/scaffold/importer/crd.js';
import { kindTypes } from '../../src/scaffold/importer/kind-types.js';
import { TypeNames } from '../../src/scaffold/importer/type-names.js';

/** The sources, by path: a folder for each version. */
export function importCrd(crd: Crd): Map<string, string> {
  const { group, versions } = crd.spec;
  return new Map(
    versions.flatMap((version) => [
      [`src/api/${version.name}/groupversion.ts`, `// +groupName=${group}\nexport {};\n`],
      [`src/api/${version.name}/kind.types.ts`, kindTypes(crd, version, new TypeNames(), '')],
    ]),
  );
}
