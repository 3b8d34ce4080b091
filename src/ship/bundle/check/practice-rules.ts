/** Rules beyond what OLM needs: good practices, and what OperatorHub asks for. */
import { isMap, type JsonMap, valueAt } from '../../json.js';
import { mapsAt, stringAt } from '../../operator.js';
import type { BundleFinding, BundleText, PlacedObject } from './bundle-text.js';
import { type Reporter, reporterFor } from './csv-rules.js';

type Rules = (csv: JsonMap, report: Reporter, bundle: BundleText) => void;

/** Groups of rules under the names of operator-sdk, and one line about each. */
export const optionalSuites: Readonly<Record<string, { readonly summary: string; readonly rules: Rules }>> = {
  'good-practices': {
    summary: 'requests of containers, names of channels, descriptions of kinds',
    rules: goodPractices,
  },
  operatorhubv2: {
    summary: 'what OperatorHub asks for: provider, maintainers, links, version, icon',
    rules: operatorHub,
  },
  capabilities: { summary: 'the level of capabilities is one that catalogs know', rules: capabilities },
  categories: { summary: 'categories are those that catalogs know', rules: categories },
};

/** Checks the CSV by the rules of one suite. */
export function practiceRules(suite: string, csv: PlacedObject, bundle: BundleText): BundleFinding[] {
  const findings: BundleFinding[] = [];
  optionalSuites[suite]?.rules(csv.object, reporterFor(csv, suite, findings), bundle);
  return findings;
}

function goodPractices(csv: JsonMap, report: Reporter, { annotations }: BundleText): void {
  const path = ['spec', 'install', 'spec', 'deployments'];
  const deployments = mapsAt(csv, ...path);
  if (deployments.length === 0)
    report('error', ['spec', 'install'], 'the CSV installs no Deployment', 'make the bundle again');
  deployments.forEach((deployment, index) => {
    for (const container of mapsAt(deployment, 'spec', 'template', 'spec', 'containers')) {
      const requests = valueAt(container, 'resources', 'requests');
      if (!isMap(requests) || Object.keys(requests).length === 0)
        report(
          'warning',
          [...path, index],
          `container ${String(container['name'])} has no resource requests`,
          'set them in config/manager/manager.yaml',
        );
    }
  });
  const prefix = 'operators.operatorframework.io.bundle.';
  const channels = [
    ...String(annotations[`${prefix}channels.v1`] ?? '').split(','),
    String(annotations[`${prefix}channel.default.v1`] ?? ''),
  ];
  const odd = [...new Set(channels.map((one) => one.trim()))].filter(
    (one) => one !== '' && !/^(?:candidate|stable|fast)/.test(one),
  );
  if (odd.length > 0)
    report(
      'warning',
      ['metadata', 'name'],
      `users expect channels to be called candidate, fast or stable: ${odd.join(', ')}`,
      'choose others with --channels',
    );
  for (const relation of ['owned', 'required']) {
    mapsAt(csv, 'spec', 'customresourcedefinitions', relation).forEach((crd, index) => {
      if ((stringAt(crd, 'description') ?? '') === '')
        report(
          'warning',
          ['spec', 'customresourcedefinitions', relation, index],
          `the ${relation} CRD ${String(crd['name'])} has no description`,
          'write a comment above its type',
        );
    });
  }
}

const mediaTypes = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/svg+xml']);

function operatorHub(csv: JsonMap, report: Reporter): void {
  if ((stringAt(csv, 'spec', 'provider', 'name') ?? '') === '')
    report('error', ['spec', 'provider'], 'spec.provider.name is missing', 'say who provides the operator');
  if ((stringAt(csv, 'spec', 'version') ?? '') === '')
    report('error', ['spec'], 'spec.version is missing', 'make the bundle again');
  if ((stringAt(csv, 'spec', 'minKubeVersion') ?? '') === '')
    report(
      'warning',
      ['spec'],
      'spec.minKubeVersion is missing',
      'say from which version of Kubernetes on the operator works',
    );
  mapsAt(csv, 'spec', 'maintainers').forEach(({ name, email }, index) => {
    const path = ['spec', 'maintainers', index];
    if (!name || !email) report('error', path, 'a maintainer has no name or no email', 'give both');
    else if (
      !/^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/.test(String(email)) &&
      !/^[^<>]*<[^\s@<>]+@[^\s@<>]+>$/.test(String(email))
    )
      report('error', path, `the email ${JSON.stringify(email)} is not an address`, 'write it as name@example.com');
  });
  mapsAt(csv, 'spec', 'links').forEach(({ name, url }, index) => {
    const path = ['spec', 'links', index];
    if (!name || !url) report('error', path, 'a link has no name or no url', 'give both');
    else if (!String(url).startsWith('/') && !URL.canParse(String(url)))
      report('error', path, `the link ${JSON.stringify(url)} is not a URL`, 'begin with https://');
  });
  icon(csv, report);
}

function icon(csv: JsonMap, report: Reporter): void {
  const icons = mapsAt(csv, 'spec', 'icon');
  const [first] = icons;
  if (first === undefined) {
    report('warning', ['spec'], 'there is no icon', 'put one at config/manifests/icon.svg');
    return;
  }
  const path = ['spec', 'icon'];
  if (icons.length > 1) report('error', path, 'there is more than one icon', 'keep one');
  const { mediatype, base64data } = first;
  if (!mediatype || !base64data) report('error', path, 'the icon lacks base64data or mediatype', 'give both');
  else if (!mediaTypes.has(String(mediatype)))
    report('error', path, `an icon cannot be ${String(mediatype)}`, `use one of ${[...mediaTypes].join(', ')}`);
}

const levels = ['Basic Install', 'Seamless Upgrades', 'Full Lifecycle', 'Deep Insights', 'Auto Pilot'];

function capabilities(csv: JsonMap, report: Reporter): void {
  const level = stringAt(csv, 'metadata', 'annotations', 'capabilities');
  if (level !== undefined && !levels.includes(level))
    report(
      'error',
      ['metadata', 'annotations', 'capabilities'],
      `there is no level of capabilities "${level}"`,
      `use one of ${levels.join(', ')}`,
    );
}

const known = new Set([
  'AI/Machine Learning',
  'Application Runtime',
  'Big Data',
  'Cloud Provider',
  'Database',
  'Developer Tools',
  'Integration & Delivery',
  'Logging & Tracing',
  'Modernization & Migration',
  'Monitoring',
  'Networking',
  'Observability',
  'OpenShift Optional',
  'Security',
  'Storage',
  'Streaming & Messaging',
]);

function categories(csv: JsonMap, report: Reporter): void {
  const given = stringAt(csv, 'metadata', 'annotations', 'categories');
  for (const category of given?.split(',') ?? [])
    if (!known.has(category.trim()))
      report(
        'error',
        ['metadata', 'annotations', 'categories'],
        `catalogs do not know the category "${category.trim()}"`,
        `use some of ${[...known].join(', ')}`,
      );
}
