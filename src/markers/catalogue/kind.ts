/** Markers of packages and of kinds. */
import type { ArgumentDefinition, MarkerDefinition, MarkerForm } from '../definition.js';

const EMPTY: MarkerForm = { kind: 'empty' };
const named = (...args: ArgumentDefinition[]): MarkerForm => ({ kind: 'named', arguments: args });
const text = (name: string, doc: string): ArgumentDefinition => ({ name, type: 'string', doc });
const optional = (argument: ArgumentDefinition): ArgumentDefinition => ({ ...argument, isOptional: true });
const texts = (name: string, doc: string): ArgumentDefinition => ({ name, type: { slice: 'string' }, doc });

/** Markers about a folder of types. */
export const PACKAGE_MARKERS: readonly MarkerDefinition[] = [
  {
    name: 'groupName',
    targets: ['package'],
    form: { kind: 'anonymous', type: 'string', isOptional: true },
    chapter: 'package',
    example: '+groupName=webapp.example.com',
    doc: 'The API group of the types in this folder. Write it in `groupversion.ts` or in the header of a file.',
  },
  {
    name: 'versionName',
    targets: ['package'],
    form: { kind: 'anonymous', type: 'string' },
    chapter: 'package',
    example: '+versionName=v1beta1',
    doc: 'The API version of the types in this folder, when it is not the name of the folder.',
  },
  {
    name: 'kubebuilder:skip',
    targets: ['package'],
    form: EMPTY,
    chapter: 'package',
    example: '+kubebuilder:skip',
    doc: 'No kinds are read from this folder; its types cannot be used by others.',
  },
];

/** Markers about a kind as a whole; they are above its type. */
export const KIND_MARKERS: readonly MarkerDefinition[] = [
  {
    name: 'kubebuilder:object:root',
    targets: ['type'],
    form: { kind: 'anonymous', type: 'bool' },
    chapter: 'kind',
    example: '+kubebuilder:object:root=true',
    doc: 'The type is a kind. Types that extend `CustomResource` are kinds without it; `false` makes such a type no kind.',
  },
  {
    name: 'kubebuilder:resource',
    targets: ['type'],
    form: named(
      optional(text('path', 'Plural name, as in the URL.')),
      optional(text('singular', 'Singular name.')),
      optional(texts('shortName', 'Short names for kubectl.')),
      optional(texts('categories', 'Categories such as `all`.')),
      optional(text('scope', '`Namespaced` (the default) or `Cluster`.')),
    ),
    chapter: 'kind',
    example: '+kubebuilder:resource:path=mice,shortName=mo,scope=Cluster',
    doc: 'Names and scope of the resource.',
  },
  {
    name: 'kubebuilder:subresource:status',
    targets: ['type'],
    form: EMPTY,
    chapter: 'kind',
    example: '+kubebuilder:subresource:status',
    doc: 'The status is written through its own endpoint.',
  },
  {
    name: 'kubebuilder:subresource:scale',
    targets: ['type'],
    form: named(
      text('specpath', 'Path of the wanted replicas.'),
      text('statuspath', 'Path of the present replicas.'),
      optional(text('selectorpath', 'Path of the label selector, needed by autoscalers.')),
    ),
    chapter: 'kind',
    example:
      '+kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector',
    doc: '`kubectl scale` and autoscalers can scale the resource.',
  },
  {
    name: 'kubebuilder:printcolumn',
    targets: ['type'],
    form: named(
      text('name', 'Heading of the column.'),
      text('type', 'integer, number, string, boolean or date.'),
      text('JSONPath', 'Where the value is found.'),
      optional(text('description', 'What the column shows.')),
      optional(text('format', 'An OpenAPI format.')),
      optional({ name: 'priority', type: 'int', doc: 'Columns above 0 are shown with `-o wide` only.' }),
    ),
    chapter: 'kind',
    example: '+kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`',
    doc: 'A column of `kubectl get`. May be repeated.',
  },
  {
    name: 'kubebuilder:selectablefield',
    targets: ['type'],
    form: named(text('JSONPath', 'Path of a scalar field.')),
    chapter: 'kind',
    example: '+kubebuilder:selectablefield:JSONPath=.spec.tier',
    doc: 'Lists and watches can select by this field. May be repeated, up to eight times.',
  },
  {
    name: 'kubebuilder:storageversion',
    targets: ['type'],
    form: EMPTY,
    chapter: 'kind',
    example: '+kubebuilder:storageversion',
    doc: 'Objects are stored in this version. Exactly one version of a kind has it.',
  },
  {
    name: 'kubebuilder:unservedversion',
    targets: ['type'],
    form: EMPTY,
    chapter: 'kind',
    example: '+kubebuilder:unservedversion',
    doc: 'The API server does not serve this version.',
  },
  {
    name: 'kubebuilder:deprecatedversion',
    targets: ['type'],
    form: named(optional(text('warning', 'What users of the version read.'))),
    chapter: 'kind',
    example: '+kubebuilder:deprecatedversion:warning="use v1"',
    doc: 'Users of this version get a warning.',
  },
  {
    name: 'kubebuilder:skipversion',
    targets: ['type'],
    form: EMPTY,
    chapter: 'kind',
    example: '+kubebuilder:skipversion',
    doc: 'This version is left out of the CRD.',
  },
  {
    name: 'kubebuilder:metadata',
    targets: ['type'],
    form: named(optional(texts('annotations', '`key=value` pairs.')), optional(texts('labels', '`key=value` pairs.'))),
    chapter: 'kind',
    example: '+kubebuilder:metadata:annotations="api-approved.kubernetes.io=https://example.com/approval"',
    doc: 'Annotations and labels of the CRD itself.',
  },
  {
    name: 'kubebuilder:conversion',
    targets: ['type'],
    form: named(
      optional(text('serviceName', 'Service of the webhook; `webhook-service` by default.')),
      optional(text('serviceNamespace', 'Its namespace; `system` by default.')),
      optional(text('path', 'Path of the endpoint; `/convert` by default, `""` for none.')),
      optional({ name: 'servicePort', type: 'int', doc: 'Port of the service.' }),
      optional(texts('reviewVersions', 'Versions of ConversionReview; `v1` by default.')),
    ),
    chapter: 'kind',
    example: '+kubebuilder:conversion:path=/convert',
    doc: 'Versions of the kind are converted by a webhook: the CRD gets its `conversion` stanza. Not known to controller-gen.',
  },
];
