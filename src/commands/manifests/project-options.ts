/** Options of generators: flags, and what PROJECT says where there is no flag. */
import path from 'node:path';
import { readRegularText } from '../../regular-file.js';
import type { ManifestsPlanOptions } from './manifests-plan.js';
import { hasOwnOptions } from './manifests-unchanged.js';

/** What to do about rights on which code and markers differ. */
export type RightsMode = 'check' | 'fix' | 'ignore';

/** What `kbts manifests` takes. */
export interface ManifestsOptions extends Omit<ManifestsPlanOptions, 'overlay' | 'removed' | 'checksRights'> {
  /** Reject with the code `drift` when a file is not up to date. */
  readonly check?: boolean;
  /** Whether the rights that the code needs are compared with the markers, and these are changed. Default: `'check'`. */
  readonly rights?: RightsMode;
  /** Do not use or write the cache of unchanged inputs. */
  readonly skipCache?: boolean;
  /** Report notes as well. */
  readonly verbose?: boolean;
  /** Gets every file that was read or looked for, with its text, also when something is wrong; the cache is not asked then. */
  readonly onRead?: (files: ReadonlyMap<string, string | undefined>) => void;
}

/** The options with those of PROJECT. */
export async function withDefaults<T extends ManifestsOptions>(options: T): Promise<T> {
  const file = path.join(options.root, 'PROJECT');
  const project = readRegularText(file, { shown: 'PROJECT' }) ?? '';
  if (!hasOwnOptions(project)) return options;
  const { withProjectDefaults } = await import('./manifests-defaults.js');
  return withProjectDefaults(options, project);
}
