/** Types of the fields of a ClusterServiceVersion: OLM cannot read one that has others. */
import { isList, isMap, type Json } from '../../json.js';
import type { Reporter } from './csv-rules.js';

/** A word for a scalar; one type in a list for all items; `*` for all keys of a map. What is not listed is not checked. */
type Shape = 'string' | 'number' | 'boolean' | readonly [Shape] | { readonly [key: string]: Shape };

const named = {
  name: 'string',
  version: 'string',
  kind: 'string',
  displayName: 'string',
  description: 'string',
} as const;
const descriptors = [
  { path: 'string', displayName: 'string', description: 'string', 'x-descriptors': ['string'] },
] as const;
const described = {
  ...named,
  resources: [{ name: 'string', kind: 'string', version: 'string' }],
  specDescriptors: descriptors,
  statusDescriptors: descriptors,
  actionDescriptors: descriptors,
} as const;
const service = { ...described, group: 'string', deploymentName: 'string', containerPort: 'number' } as const;
const rights = [
  {
    serviceAccountName: 'string',
    rules: [
      {
        apiGroups: ['string'],
        resources: ['string'],
        resourceNames: ['string'],
        nonResourceURLs: ['string'],
        verbs: ['string'],
      },
    ],
  },
] as const;

const shape: Shape = {
  metadata: { name: 'string', annotations: { '*': 'string' }, labels: { '*': 'string' } },
  spec: {
    displayName: 'string',
    description: 'string',
    maturity: 'string',
    minKubeVersion: 'string',
    replaces: 'string',
    skips: ['string'],
    keywords: ['string'],
    maintainers: [{ name: 'string', email: 'string' }],
    provider: { name: 'string', url: 'string' },
    links: [{ name: 'string', url: 'string' }],
    icon: [{ base64data: 'string', mediatype: 'string' }],
    labels: { '*': 'string' },
    annotations: { '*': 'string' },
    cleanup: { enabled: 'boolean' },
    relatedImages: [{ name: 'string', image: 'string' }],
    nativeAPIs: [{ group: 'string', version: 'string', kind: 'string' }],
    installModes: [{ type: 'string', supported: 'boolean' }],
    customresourcedefinitions: { owned: [described], required: [described] },
    apiservicedefinitions: { owned: [service], required: [service] },
    webhookdefinitions: [
      {
        generateName: 'string',
        type: 'string',
        deploymentName: 'string',
        webhookPath: 'string',
        sideEffects: 'string',
        failurePolicy: 'string',
        matchPolicy: 'string',
        reinvocationPolicy: 'string',
        containerPort: 'number',
        timeoutSeconds: 'number',
        admissionReviewVersions: ['string'],
        conversionCRDs: ['string'],
      },
    ],
    install: {
      strategy: 'string',
      spec: {
        permissions: rights,
        clusterPermissions: rights,
        deployments: [{ name: 'string', label: { '*': 'string' } }],
      },
    },
  },
};

/** Reports every field that has another type than OLM reads. */
export function checkTypes(csv: Json, report: Reporter): void {
  check(csv, shape, [], report);
}

function check(value: Json | undefined, wanted: Shape, path: readonly (string | number)[], report: Reporter): void {
  if (value === undefined || value === null) return;
  const isRight =
    typeof wanted === 'string' ? typeof value === wanted : isItemShape(wanted) ? isList(value) : isMap(value);
  if (!isRight) {
    const word = typeof wanted === 'string' ? wanted : isItemShape(wanted) ? 'list' : 'map';
    report(
      'error',
      path,
      `${path.join('.')} is not a ${word}`,
      `write a ${word}${word === 'string' ? ', in quotes' : ''}`,
    );
  } else if (typeof wanted !== 'string') checkParts(value, wanted, path, report);
}

function checkParts(
  value: Json,
  wanted: Exclude<Shape, string>,
  path: readonly (string | number)[],
  report: Reporter,
): void {
  if (isItemShape(wanted)) {
    if (isList(value)) value.forEach((item, index) => check(item, wanted[0], [...path, index], report));
    return;
  }
  for (const [key, part] of Object.entries(isMap(value) ? value : {})) {
    const inner = wanted[Object.hasOwn(wanted, key) ? key : '*'];
    if (inner !== undefined) check(part, inner, [...path, key], report);
  }
}

function isItemShape(wanted: Exclude<Shape, string>): wanted is readonly [Shape] {
  return Array.isArray(wanted);
}
