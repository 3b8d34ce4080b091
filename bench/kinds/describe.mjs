// The kinds that `bench/manifests.mjs` measures with, described once: `asGo` and `asTypeScript` write the same types, so
// that controller-gen and kbts have the same work. The bench compares what both generate before it measures.

const text = (name, doc, rules = {}) => ({ name, doc, type: 'string', ...rules });
const number = (name, doc, rules = {}) => ({ name, doc, type: 'int32', ...rules });

/** A kind without types of Kubernetes but its metadata and conditions: about 2.3 kB of TypeScript. */
export function plainKind(name) {
  return {
    name,
    types: [
      {
        name: `${name}Spec`,
        doc: 'is the desired state.',
        fields: [
          number('replicas', 'is how many instances run at the same time.', {
            optional: true,
            markers: ['kubebuilder:validation:Minimum=0', 'kubebuilder:validation:Maximum=64', 'kubebuilder:default=1'],
          }),
          text('tier', 'is what the instances are paid with.', { values: ['free', 'paid', 'trial'] }),
          text('host', 'is the name that clients use.', {
            markers: ['kubebuilder:validation:MinLength=1', 'kubebuilder:validation:Pattern=`^[a-z0-9.-]+$`'],
          }),
          { name: 'paused', doc: 'stops all work on this object.', type: 'bool', optional: true },
          {
            name: 'labels',
            doc: 'are added to everything that is created.',
            type: 'map',
            of: 'string',
            optional: true,
          },
          {
            name: 'ports',
            doc: 'are where clients connect.',
            type: 'list',
            of: `${name}Port`,
            optional: true,
            markers: ['listType=map', 'listMapKey=name', 'kubebuilder:validation:MaxItems=16'],
          },
          { name: 'storage', doc: 'is where data is kept.', type: `${name}Storage` },
          { name: 'backup', doc: 'is how data is saved elsewhere.', type: `${name}Backup`, optional: true },
        ],
      },
      {
        name: `${name}Port`,
        doc: 'is a place where clients connect.',
        fields: [
          text('name', 'is what the port is called.', { markers: ['kubebuilder:validation:MinLength=1'] }),
          number('port', 'is its number.', {
            markers: ['kubebuilder:validation:Minimum=1', 'kubebuilder:validation:Maximum=65535'],
          }),
          text('protocol', 'is what is spoken there.', { values: ['TCP', 'UDP'], optional: true }),
        ],
      },
      {
        name: `${name}Storage`,
        doc: 'is where data is kept.',
        markers: [
          'kubebuilder:validation:XValidation:rule="self.maxMegabytes >= self.megabytes",message="is too small"',
        ],
        fields: [
          number('megabytes', 'is how much there is at first.', { markers: ['kubebuilder:validation:Minimum=1'] }),
          number('maxMegabytes', 'is how far it may grow.'),
          text('className', 'is the class of the volumes.', { optional: true }),
          { name: 'modes', doc: 'are the ways to use the volumes.', type: 'list', of: 'string', optional: true },
        ],
      },
      {
        name: `${name}Backup`,
        doc: 'is how data is saved elsewhere.',
        fields: [
          text('schedule', 'says when, in the form of cron.', { markers: ['kubebuilder:validation:MinLength=9'] }),
          text('address', 'is where to.'),
          number('keep', 'is how many are kept.', { optional: true, markers: ['kubebuilder:default=7'] }),
        ],
      },
      {
        name: `${name}Status`,
        doc: 'is the observed state.',
        fields: [
          number('readyReplicas', 'is how many instances are ready.', { optional: true }),
          text('phase', 'is a word for all of it.', { optional: true }),
          {
            name: 'conditions',
            doc: 'say what is true of the object.',
            type: 'list',
            of: 'Condition',
            optional: true,
            markers: ['listType=map', 'listMapKey=type'],
          },
        ],
      },
    ],
  };
}

/** A kind that has a pod template in it, as operators of workloads have: most of its CRD is Kubernetes' own. */
export function podKind(name) {
  const kind = plainKind(name);
  const [spec, ...rest] = kind.types;
  const fields = [
    ...spec.fields,
    { name: 'template', doc: 'is what the instances run.', type: 'PodTemplateSpec' },
    { name: 'selector', doc: 'chooses the instances.', type: 'LabelSelector', optional: true },
  ];
  return { ...kind, types: [{ ...spec, fields }, ...rest] };
}

const MARKERS = [
  'kubebuilder:subresource:status',
  'kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`',
];

const capital = (name) => name[0].toUpperCase() + name.slice(1);
const comment = (indent, lines) => lines.map((line) => `${indent}// ${line}\n`).join('');

/** The Go file of a kind. */
export function asGo({ name, types }) {
  const known = {
    Condition: 'metav1.Condition',
    LabelSelector: 'metav1.LabelSelector',
    PodTemplateSpec: 'corev1.PodTemplateSpec',
    bool: 'bool',
  };
  const plain = (type) => known[type] ?? type;
  const typeOf = ({ type, of, optional }) => {
    if (type === 'list') return `[]${plain(of)}`;
    if (type === 'map') return `map[string]${plain(of)}`;
    const isStruct = !['string', 'int32', 'bool'].includes(type);
    return `${isStruct && optional === true ? '*' : ''}${plain(type)}`;
  };
  const field = (one) => {
    const values = one.values === undefined ? [] : [`+kubebuilder:validation:Enum=${one.values.join(';')}`];
    const markers = [
      ...values,
      ...(one.markers ?? []).map((marker) => `+${marker}`),
      ...(one.optional === true ? ['+optional'] : []),
    ];
    const docs = [`${one.name} ${one.doc}`, ...markers];
    return `${comment('\t', docs)}\t${capital(one.name)} ${typeOf(one)} \`json:"${one.name}${one.optional === true ? ',omitempty' : ''}"\`\n`;
  };
  const struct = (one) =>
    `${comment('', [`${one.name} ${one.doc}`, ...(one.markers ?? []).map((marker) => `+${marker}`)])}type ${one.name} struct {\n${one.fields.map(field).join('')}}\n\n`;
  const core = types.some(({ fields }) => fields.some(({ type }) => type === 'PodTemplateSpec'))
    ? '\tcorev1 "k8s.io/api/core/v1"\n'
    : '';
  return `package v1

import (
${core}\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

${types.map(struct).join('')}// ${name} is a kind.
// +kubebuilder:object:root=true
${comment(
  '',
  MARKERS.map((marker) => `+${marker}`),
)}type ${name} struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`

	Spec   ${name}Spec   \`json:"spec"\`
	Status ${name}Status \`json:"status,omitempty"\`
}
`;
}

/** The TypeScript file of a kind. */
export function asTypeScript({ name, types }) {
  const known = { int32: 'Int32', bool: 'boolean' };
  const plain = (type) => known[type] ?? type;
  const typeOf = ({ type, of, values }) => {
    if (values !== undefined) return values.map((value) => `'${value}'`).join(' | ');
    if (type === 'list') return `${plain(of)}[]`;
    return type === 'map' ? `Record<string, ${plain(of)}>` : plain(type);
  };
  const field = (one) =>
    `  /** ${one.name} ${one.doc} */\n${comment(
      '  ',
      (one.markers ?? []).map((marker) => `+${marker}`),
    )}  ${one.name}${one.optional === true ? '?' : ''}: ${typeOf(one)};\n`;
  const shape = (one) =>
    `/** ${one.name} ${one.doc} */\n${comment(
      '',
      (one.markers ?? []).map((marker) => `+${marker}`),
    )}export interface ${one.name} {\n${one.fields.map(field).join('')}}\n\n`;
  const core = types.some(({ fields }) => fields.some(({ type }) => type === 'PodTemplateSpec'))
    ? `import type { LabelSelector, PodTemplateSpec } from 'kbts/k8s';\n`
    : '';
  return `import type { Condition, CustomResource, Int32 } from 'kbts/runtime';
${core}
${types.map(shape).join('')}/** ${name} is a kind. */
${comment(
  '',
  MARKERS.map((marker) => `+${marker}`),
)}export interface ${name} extends CustomResource<${name}Spec, ${name}Status> {}
`;
}
