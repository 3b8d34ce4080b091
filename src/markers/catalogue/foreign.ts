/** Markers of other tools, which kubebuilder users have in their sources: accepted, without effect. */
import type { MarkerDefinition } from '../definition.js';

const ROWS: readonly (readonly [string, string])[] = [
  ['kubebuilder:object:generate', 'Deep copies; TypeScript needs none.'],
  ['k8s:deepcopy-gen', 'Deep copies; TypeScript needs none.'],
  ['k8s:deepcopy-gen:interfaces', 'Deep copies; TypeScript needs none.'],
  ['kubebuilder:ac:generate', 'Apply configurations; TypeScript needs none.'],
  ['kubebuilder:ac:output:package', 'Apply configurations; TypeScript needs none.'],
];

const FOREIGN_PREFIXES = [
  'kubebuilder:scaffold:',
  'k8s:openapi-gen',
  'k8s:deepcopy-gen',
  'k8s:conversion-gen',
  'k8s:defaulter-gen',
  'k8s:validation-gen',
  'k8s:prerelease-lifecycle-gen',
  'k8s:protobuf-gen',
  'k8s:register-gen',
  'k8s:client-gen',
  'k8s:alpha(',
  'k8s:beta(',
  'genclient',
  'protobuf',
  'kbts:scaffold:',
];

/** Listed in the reference, so that users can look them up. */
export const FOREIGN_MARKERS: readonly MarkerDefinition[] = ROWS.map(([name, doc]) => ({
  name,
  targets: ['package', 'type', 'field'],
  form: { kind: 'anonymous', type: 'raw', isOptional: true },
  chapter: 'foreign',
  example: `+${name}=true`,
  doc: `Read by Go tools only. ${doc}`,
  isForeign: true,
}));

/** Whether a marker belongs to another tool. */
export function isForeignName(name: string): boolean {
  return FOREIGN_PREFIXES.some((prefix) => name.startsWith(prefix));
}
