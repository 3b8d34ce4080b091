/** Every diagnostic that reading and checking sources can give: what it means and what to do. docs/diagnostics.md is made from it. */

import { type DiagnosticEntry, entry } from './diagnostic-entry.js';
import { RIGHTS_CODES } from './rights-codes.js';

/** All codes, in the order of the reference. */
export const DIAGNOSTIC_CODES = {
  syntax: entry(
    'A source file does not parse, so types in it could be missed.',
    'Correct the syntax; `tsc` reports the same place.',
  ),
  'marker-unknown': entry(
    'A comment names a marker that does not exist, or writes a blank before `=`.',
    'Use the suggested name; `kbts manifests --explain` knows all. With `--allow-unknown-markers` it is a warning.',
  ),
  'marker-misplaced': entry(
    'A marker is on something that it has no meaning for, such as `+kubebuilder:resource` on a field.',
    'Move it to the place that the message names.',
  ),
  'marker-invalid': entry(
    'The arguments of a marker cannot be read.',
    'Write it like the example in the message; quote strings that contain `,` `;` `{` or `}`.',
  ),
  'marker-mismatch': entry(
    'A marker does not fit the type of its field, such as `MaxLength` on a number.',
    'Use the marker for that type, or change the type.',
  ),
  'marker-overridden': entry('A later `+kubebuilder:resource` resets what this one sets.', 'Write one marker.'),
  'marker-detached': entry(
    'A marker is where nothing reads it: after code on a line, in a plain block comment, or cut off from its field by other comments.',
    'Put it directly above the declaration.',
  ),
  'tag-invalid': entry('A JSDoc tag that kbts reads has no value, or a wrong one.', 'Write it as in `@minimum 1`.'),
  'tag-conflict': entry('A JSDoc tag and a marker set the same thing to different values.', 'Keep one.'),
  'tag-ignored': entry(
    'The text of `@default` is not a value for the field, so it is read as prose; or a tag is where it means nothing.',
    'Write JSON, or use `+kubebuilder:default`; write the tag where the message says.',
  ),
  'tag-unknown': entry(
    'A JSDoc tag looks like validation, such as `@min` or `@minimun`, but kbts does not read it.',
    'Write the tag or marker that the message names.',
  ),
  'type-unknown': entry(
    'A type is neither declared nor imported, or a module does not export it.',
    'Declare or import it; types of Kubernetes are in `kbts/k8s`.',
  ),
  'module-missing': entry(
    'A type is imported from a module that was not found.',
    'Correct the path, or install the package.',
  ),
  'type-any': entry('`any` cannot become a schema.', 'Give it a type, or use `Json` for any JSON value.'),
  'type-bigint': entry('`bigint` cannot be written as JSON.', 'Use `Int64`.'),
  'type-function': entry('A function is not data.', 'Remove it, or mark it `@internal`.'),
  'type-has-method': entry(
    'A type in a schema has a method or call signature.',
    'Move it into a function, or make it private.',
  ),
  'type-recursive': entry(
    'A type contains itself; the API server takes no recursive schemas.',
    'Cut the recursion with `Json`, or with `+kubebuilder:validation:Schemaless`.',
  ),
  'type-cyclic': entry('A type alias refers to itself without end.', 'Break the cycle.'),
  'type-union': entry(
    'The members of a union cannot be told apart by a structural schema.',
    'Use literals, `number | string`, object types with a literal property or with a property of their own each, or `Json`.',
  ),
  'type-tuple': entry(
    'A tuple has items of different types; all items of a list share one schema.',
    'Use an object with named properties.',
  ),
  'type-open-object': entry(
    'A type has named properties and an index signature; a schema can have only one of them.',
    'Move the map to a property of its own.',
  ),
  'type-not-an-object': entry(
    'Properties are taken from a type that has none, as in `interface A extends Name` where `Name` is a string.',
    'Use an object type.',
  ),
  'type-rules-lost': entry(
    'A computed type such as `Partial<T>` or `Pick<T, …>` takes properties of `T`, but not the rules that markers on `T` give to the whole type; or TypeScript does not say which property a type was taken from, so its markers do not hold.',
    "Repeat the markers that you want to keep on the field, or on a type alias of the computed type; write `Server['port']` for the type of a property.",
  ),
  'type-argument-missing': entry(
    'A generic type is used without its type arguments.',
    'Give them, or give the parameters defaults.',
  ),
  'type-unsupported': entry(
    'A type has no meaning in JSON, such as `Map`, `symbol` or `Promise`.',
    'Use a plain data type; the message names one where there is one.',
  ),
  'type-not-json': entry('`Date` or `Uint8Array` is used, but the API server sends strings.', 'Use `Time` or `Bytes`.'),
  'enum-computed': entry('The value of an enum member is computed.', 'Write a string or a number.'),
  'schema-conflict': entry(
    'A field and its type, or two parts of an intersection, contradict each other.',
    'Change one of the two.',
  ),
  'schema-no-type': entry(
    'The API server would refuse the schema: it has no type, or a type that goes against another keyword.',
    'Follow the message; often a type from `kbts/runtime` says it all.',
  ),
  'list-map-invalid': entry(
    'A list of type `map` lacks keys, or a key does not exist, is not a scalar, or may be missing.',
    'Name required scalar fields of the items as keys, or give the key a default.',
  ),
  'list-set-invalid': entry(
    'Items of a set must be scalars, or atomic.',
    'Use `+listType=map` with keys, or `atomic`.',
  ),
  'default-invalid': entry(
    'A default does not fit its own field. The API server fills in no other defaults inside a default, so that it must name every required field.',
    'Give a value that the field takes.',
  ),
  'default-unreachable': entry(
    'Fields of an optional object have defaults, but the object has none, so that nothing is filled in when it is missing. Shown with `--verbose`.',
    'Add `+kubebuilder:default={}` to the object, if you want its fields to always be there; name required fields in it.',
  ),
  'example-invalid': entry('An example does not fit its own field.', 'Give a value that the field takes.'),
  'enum-invalid': entry(
    'A value of an enum is forbidden by another marker of the field.',
    'Remove the value, or loosen the marker.',
  ),
  'bounds-contradict': entry('A lower bound is above the upper bound, so no value fits.', 'Change one of the two.'),
  'pattern-invalid': entry(
    'A pattern is not valid RE2: it uses look-around, back-references or wrong syntax.',
    'Write it without, or use a CEL rule.',
  ),
  'cel-syntax': entry('A CEL rule cannot be parsed.', 'Correct the expression.'),
  'cel-unknown-name': entry(
    'A CEL rule uses a variable or function that does not exist.',
    'Rules see `self` and `oldSelf`, and the functions of the CEL libraries of Kubernetes.',
  ),
  'cel-unknown-field': entry(
    'A CEL rule reaches for a field that the schema does not have.',
    'Correct the name; names with `-`, `.` or `/` are escaped (`my__dash__field`).',
  ),
  'cel-type': entry(
    'A CEL rule has a mistake in its types: the API server checks each rule against the schema and refuses it.',
    'Compare and combine values of the same type; a rule is a boolean, a `messageExpression` a string.',
  ),
  'cel-message': entry(
    'The message of a rule is too long, has a line break, or is missing for a rule of several lines.',
    'One line, at most 2048 characters.',
  ),
  'cel-field-path': entry(
    'The `fieldPath` of a rule leads nowhere.',
    'Write it as seen from the value that the rule is about.',
  ),
  'cel-transition': entry(
    'A rule uses `oldSelf` below a list whose items have no identity; the API server refuses it.',
    'Make the list `+listType=map`, or move the rule above it.',
  ),
  'cel-cost': entry(
    'A rule could cost more than the API server allows, because the lists, maps or strings that it reads have no limit, or a large one. All rules of a version together have a limit as well.',
    'Set `maxItems`, `maxProperties` and `maxLength` where the message says.',
  ),
  'crd-rejected': entry('The API server would reject the CRD for another reason.', 'Change what the message names.'),
  'group-missing': entry('A kind has no API group.', 'Write `// +groupName=…` into `groupversion.ts`.'),
  'group-invalid': entry('The API group is not a domain name with a dot.', 'Use your own domain.'),
  'group-protected': entry(
    'Groups below `k8s.io` and `kubernetes.io` need an approval annotation.',
    'Use your own domain, or add the annotation that the message shows.',
  ),
  'version-invalid': entry(
    'The version is not a lower-case name; by default it is the name of the folder.',
    'Rename the folder, or add `+versionName`.',
  ),
  'kind-invalid': entry(
    'The name of a kind is not CamelCase. A warning when it only begins with a small letter, which the API server takes.',
    'Rename the type.',
  ),
  'kind-duplicate': entry('The same kind is declared twice in one group and version.', 'Remove one.'),
  'kind-without-metadata': entry('A root type has no `metadata: ObjectMeta`.', 'Let it extend `CustomResource`.'),
  'kind-renamed': entry('An exported alias is another name for a kind.', 'Let an interface extend the kind.'),
  'kind-mismatch': entry(
    'The literal type of `apiVersion` or `kind` is not what the kind is called.',
    'Write the name that the message shows, or leave the field to `CustomResource`.',
  ),
  'name-invalid': entry(
    'A plural, singular, short name or category is not a lower-case name.',
    'Use lower-case letters, digits and dashes.',
  ),
  'scope-invalid': entry('The scope is neither `Namespaced` nor `Cluster`.', 'Write one of them, with the capital.'),
  'plural-odd': entry(
    'The derived plural is surprising, and it will be part of URLs.',
    'Set it with `+kubebuilder:resource:path=…`.',
  ),
  'names-disagree': entry(
    'Versions of a kind have different names or scopes; those of the stored version count.',
    'Use the same `+kubebuilder:resource` everywhere.',
  ),
  'storage-missing': entry(
    'A kind has several versions and none is marked as stored.',
    'Add `+kubebuilder:storageversion` to one, or use `--storage-version`.',
  ),
  'storage-duplicate': entry('Two versions of a kind are marked as stored.', 'Keep one `+kubebuilder:storageversion`.'),
  'served-missing': entry('No version of a kind is served.', 'Remove one `+kubebuilder:unservedversion`.'),
  'column-invalid': entry('A printer column has an unknown type.', 'Use integer, number, string, boolean or date.'),
  'column-duplicate': entry('Two printer columns have the same name.', 'Rename one.'),
  'path-unknown': entry(
    'A JSONPath of a column, selectable field or scale subresource leads nowhere.',
    'Correct the path; it begins with a dot.',
  ),
  'selectable-invalid': entry(
    'A selectable field is not a scalar, is in metadata, or there are more than eight.',
    'Select by at most eight scalar fields of spec or status.',
  ),
  ...RIGHTS_CODES,
  'webhook-invalid': entry('A webhook marker has a value that the API server would refuse.', 'Follow the message.'),
  'webhook-name-invalid': entry(
    'The name of a webhook has fewer than three segments or wrong characters.',
    'Use a name such as `mguestbook-v1.kb.io`.',
  ),
  'webhook-duplicate': entry('Two webhooks have the same name.', 'Rename one.'),
  'webhook-configuration-duplicate': entry(
    'A webhook configuration has two names.',
    'Keep one `+kubebuilder:webhookconfiguration`.',
  ),
  'crd-too-large': entry(
    'An object is too large for etcd (an error) or for client-side `kubectl apply` (a warning).',
    'Shorten descriptions with `--max-desc-len`; apply server-side.',
  ),
} as const satisfies Readonly<Record<string, DiagnosticEntry>>;

/** A code that reading or checking sources can give. */
export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES;

/** The reference as Markdown. */
export function diagnosticReference(): string {
  const lines = [
    '# Diagnostics',
    '',
    'What `kbts manifests` and `kbts generate` can say about your sources. Made from `src/model/diagnostic-codes.ts` by',
    '`node scripts/docs-markers.mjs`; do not edit. Nothing is written while there is an error.',
  ];
  for (const [code, { cause, remedy }] of Object.entries(DIAGNOSTIC_CODES))
    lines.push('', `## ${code}`, '', cause, '', `**Fix:** ${remedy}`);
  return `${lines.join('\n')}\n`;
}
