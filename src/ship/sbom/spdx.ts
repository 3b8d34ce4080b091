/** A bill of materials in the format SPDX 2.3. */
import { createHash } from 'node:crypto';
import type { JsonMap } from '../json.js';
import { type BillOfMaterials, hashOf, isLicenseExpression, type PackageFacts, purlOf } from './package-facts.js';

const unknown = 'NOASSERTION';

/** The file; the same packages give the same namespace. */
export function spdx({ operator, packages, tool, created }: BillOfMaterials): string {
  const ids = new Map([operator, ...packages].map((one) => [purlOf(one), idOf(one)]));
  const described = [operator, ...packages].map((one) => packageOf(one, one === operator ? 'APPLICATION' : 'LIBRARY'));
  const hash = createHash('sha256').update(JSON.stringify(described)).digest('hex').slice(0, 32);
  const document: JsonMap = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `${operator.name}-${operator.version}`,
    documentNamespace: `https://spdx.org/spdxdocs/${encodeURIComponent(operator.name)}-${hash}`,
    creationInfo: {
      created: created.toISOString().replace(/\.\d+Z$/, 'Z'),
      creators: [`Tool: ${tool.name}-${tool.version}`],
    },
    packages: described,
    relationships: [
      { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: idOf(operator) },
      ...[operator, ...packages].flatMap((one) =>
        one.uses.map((used) => ({
          spdxElementId: idOf(one),
          relationshipType: 'DEPENDS_ON',
          relatedSpdxElement: ids.get(used) ?? unknown,
        })),
      ),
    ],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function packageOf(one: PackageFacts, purpose: string): JsonMap {
  const hash = hashOf(one.integrity);
  return {
    SPDXID: idOf(one),
    name: one.name,
    versionInfo: one.version,
    downloadLocation: one.resolved ?? unknown,
    filesAnalyzed: false,
    licenseConcluded: unknown,
    licenseDeclared: one.license !== undefined && isLicenseExpression(one.license) ? one.license : unknown,
    copyrightText: unknown,
    primaryPackagePurpose: purpose,
    ...(hash !== undefined && { checksums: [{ algorithm: `SHA${hash.algorithm}`, checksumValue: hash.hex }] }),
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purlOf(one) }],
  };
}

/** Letters, digits, dots and hyphens only; different packages have different ones. */
function idOf({ name, version }: PackageFacts): string {
  const text = `${name}@${version}`;
  const plain = text.replaceAll(/[^A-Za-z0-9.-]+/g, '-').replace(/^-/, '');
  return `SPDXRef-Package-${plain}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}
