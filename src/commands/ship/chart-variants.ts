/** Renders config/default as a chart needs it: with each set of features, under names that Helm will replace. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readInside } from '../../scaffold/read-inside.js';
import type { Variant } from '../../ship/chart/chart-files.js';
import { type Feature, featureNames, features, samplesOf } from '../../ship/chart/features.js';
import { withOwnNamespace } from '../../ship/chart/own-namespace.js';
import { nameToken, namespaceToken } from '../../ship/chart/parameters.js';
import { parseDocument } from '../../yaml.js';
import type { CommandSurroundings } from '../cluster/command-progress.js';
import { overlayMissing } from '../cluster/deploy/rendered-config.js';
import { renderOperator } from '../cluster/deploy/rendered-operator.js';
import type { Component } from '../../project/component-facts.js';
import { componentsIn, withComponents } from '../project/components.js';
import { layout } from '../../project/layout.js';

/** The parts of the chart. */
export interface ChartSource {
  readonly variants: readonly Variant[];
  readonly available: readonly Feature[];
  readonly enabled: readonly Feature[];
  /** The variant that is config/default as it is. */
  readonly asConfigured: Variant;
  /** What config/default puts before all names, without the hyphen. */
  readonly prefix: string;
}

const file = layout.overlayList;
/** Processes of kubectl at a time. */
const atOnce = 4;

/** Renders all samples of features, and config/default as it is. */
export async function renderVariants(surroundings: CommandSurroundings, image?: string): Promise<ChartSource> {
  const kustomization = readInside(surroundings.root, file);
  if (kustomization === undefined) throw overlayMissing(surroundings.root, layout.overlay);
  const own = stringIn(kustomization, 'namespace');
  const on = componentsIn(kustomization);
  const available = await availableFeatures(surroundings.root, on);
  const enabled = available.filter((feature) => on.includes(features[feature].component));
  const fixed = on.filter((component) => !available.some((feature) => features[feature].component === component));
  const samples = [enabled, ...samplesOf(available).filter((sample) => sample.join() !== enabled.join())];
  const variants: Variant[] = [];
  for (let start = 0; start < samples.length; start += atOnce) {
    const rendered = samples.slice(start, start + atOnce).map(async (sample): Promise<Variant> => {
      const components = [...fixed, ...sample.map((feature): Component => features[feature].component)];
      const edit = (text: string): string => withPrefix(withComponents(text, components));
      const { objects } = await renderOperator(surroundings, { image, namespace: namespaceToken, edit });
      return { features: sample, objects: objects.map((object) => withOwnNamespace(object, own)) };
    });
    variants.push(...(await Promise.all(rendered)));
  }
  const [asConfigured] = variants;
  if (asConfigured === undefined) throw new Error('nothing was rendered');
  return {
    variants,
    available,
    enabled,
    asConfigured,
    prefix: stringIn(kustomization, 'namePrefix').replace(/-$/, ''),
  };
}

async function availableFeatures(root: string, on: readonly Component[]): Promise<Feature[]> {
  const found: Feature[] = [];
  for (const feature of featureNames) {
    const { component } = features[feature];
    const exists = await stat(path.join(root, layout.components, component, 'kustomization.yaml')).catch(
      () => undefined,
    );
    if (exists && (feature !== 'certManager' || on.includes('webhook'))) found.push(feature);
  }
  return found;
}

function withPrefix(kustomization: string): string {
  const document = parseDocument(kustomization);
  document.set('namePrefix', `${nameToken}-`);
  return String(document);
}

function stringIn(kustomization: string, key: string): string {
  const value: unknown = parseDocument(kustomization).get(key);
  return typeof value === 'string' ? value : '';
}
