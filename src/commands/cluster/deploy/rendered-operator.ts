/** config/default as the model of an operator, from which installer, chart and bundle are written. */
import type { Manifest } from '../../../ship/json.js';
import { type OperatorParts, operatorParts } from '../../../ship/operator.js';
import type { CommandSurroundings } from '../command-progress.js';
import { type RenderOptions, renderConfig } from './rendered-config.js';

/** What kustomize renders, and the parts of it. */
export interface RenderedOperator {
  readonly objects: readonly Manifest[];
  readonly parts: OperatorParts;
  /** As kustomize printed it. */
  readonly text: string;
}

/** Renders config/default, or another overlay. */
export async function renderOperator(
  surroundings: Pick<CommandSurroundings, 'root' | 'env' | 'signal'>,
  options: RenderOptions,
): Promise<RenderedOperator> {
  const { objects, text } = await renderConfig(surroundings, options);
  // Every one of them was checked to have apiVersion, kind and a name; the rest is JSON, as YAML gave it.
  const manifests = objects as readonly unknown[] as readonly Manifest[];
  return { objects: manifests, parts: operatorParts(manifests), text };
}
