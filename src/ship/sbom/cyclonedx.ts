/** A bill of materials in the format CycloneDX 1.6. */
import { createHash } from 'node:crypto';
import type { JsonMap } from '../json.js';
import { type BillOfMaterials, hashOf, isLicenseExpression, type PackageFacts, purlOf } from './package-facts.js';

/** The file; the same packages give the same serial number. */
export function cycloneDx({ operator, packages, tool, created }: BillOfMaterials): string {
  const components = packages.map((one) => componentOf(one, 'library'));
  const document: JsonMap = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([purlOf(operator), components]))}`,
    version: 1,
    metadata: {
      timestamp: created.toISOString().replace(/\.\d+Z$/, 'Z'),
      lifecycles: [{ phase: 'build' }],
      tools: { components: [{ type: 'application', name: tool.name, version: tool.version }] },
      component: componentOf(operator, 'application'),
    },
    components,
    dependencies: [operator, ...packages].map((one) => ({ ref: purlOf(one), dependsOn: [...one.uses] })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function componentOf(one: PackageFacts, type: 'application' | 'library'): JsonMap {
  const hash = hashOf(one.integrity);
  const [scope, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name];
  return {
    type,
    'bom-ref': purlOf(one),
    ...(scope !== undefined && { group: scope }),
    name: name ?? one.name,
    version: one.version,
    ...(hash !== undefined && { hashes: [{ alg: `SHA-${hash.algorithm}`, content: hash.hex }] }),
    ...(one.license !== undefined && { licenses: [licenseOf(one.license)] }),
    purl: purlOf(one),
    ...(one.resolved !== undefined && { externalReferences: [{ type: 'distribution', url: one.resolved }] }),
  };
}

/** The identifiers that almost all packages have; others are expressions, which have no list of their own. */
const common = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MPL-2.0', 'Unlicense']);

function licenseOf(license: string): JsonMap {
  if (common.has(license)) return { license: { id: license } };
  return isLicenseExpression(license) ? { expression: license } : { license: { name: license } };
}

/** A hash in the form of a version 8 UUID, which is for such. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
