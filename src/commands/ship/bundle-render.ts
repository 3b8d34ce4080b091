/** Renders config/default and config/samples as a bundle needs them. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../errors.js';
import { readInside } from '../../scaffold/read-inside.js';
import type { Manifest } from '../../ship/json.js';
import { identityOf } from '../../ship/operator.js';
import type { CommandSurroundings } from '../cluster/command-progress.js';
import { renderOperator } from '../cluster/deploy/rendered-operator.js';
import type { Component } from '../../project/component-facts.js';
import { componentsIn, withComponents } from '../project/components.js';
import { layout } from '../../project/layout.js';

/** What a bundle is made of. */
export interface RenderedForOlm {
  readonly objects: readonly Manifest[];
  readonly samples: readonly Manifest[];
  readonly warnings: readonly string[];
}

const file = layout.overlayList;

/** Renders both. Webhook certificates come from outside, as OLM brings them; nothing that makes them is left. */
export async function renderForOlm(surroundings: CommandSurroundings, image?: string): Promise<RenderedForOlm> {
  const on = componentsIn(readInside(surroundings.root, file) ?? '');
  const wanted = on.filter((component) => component !== 'metrics-tls' && component !== 'cert-manager');
  const warnings = on.includes('metrics-tls')
    ? [
        'OLM installs no Certificates: metrics are served with a certificate of the manager itself, not with that of component metrics-tls',
      ]
    : [];
  const without = await render(surroundings, wanted, image);
  const objects = wanted.includes('webhook')
    ? await withForeignCertificates(surroundings, wanted, without, image)
    : without;
  const samples = await samplesOf(surroundings);
  return { objects, ...samples, warnings: [...warnings, ...samples.warnings] };
}

/** The component cert-manager knows which rights and settings belong to certificates of the manager's own making. */
async function withForeignCertificates(
  surroundings: CommandSurroundings,
  wanted: readonly Component[],
  without: readonly Manifest[],
  image?: string,
): Promise<Manifest[]> {
  const component = layout.certManagerComponentList;
  if (!(await stat(path.join(surroundings.root, component)).catch(() => undefined)))
    throw new UserError(
      'not-found',
      `there is no ${component}, which says what the manager needs for foreign certificates`,
      {
        fix: 'restore it from version control; it need not be switched on',
      },
    );
  const known = new Set(without.map(identityOf));
  const rendered = await render(surroundings, [...wanted, 'cert-manager'], image);
  return rendered.filter((object) => known.has(identityOf(object)));
}

async function render(
  surroundings: CommandSurroundings,
  components: readonly Component[],
  image?: string,
): Promise<readonly Manifest[]> {
  const edit = (text: string): string => withComponents(text, components);
  return (await renderOperator(surroundings, { image, edit })).objects;
}

async function samplesOf(surroundings: CommandSurroundings): Promise<Pick<RenderedForOlm, 'samples' | 'warnings'>> {
  const overlay = layout.samples;
  const files = await readdir(path.join(surroundings.root, overlay)).catch((): string[] => []);
  if (files.includes('kustomization.yaml'))
    return { samples: (await renderOperator(surroundings, { overlay })).objects, warnings: [] };
  const lost = files.filter((name) => /\.ya?ml$/.test(name));
  if (lost.length === 0) return { samples: [], warnings: [] };
  const warning = `${overlay} has no kustomization.yaml, so the bundle has no examples: list ${lost.join(', ')} there under resources`;
  return { samples: [], warnings: [warning] };
}
