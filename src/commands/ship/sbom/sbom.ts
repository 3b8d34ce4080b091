/** `kbts docker-build --sbom`: a bill of materials of the operator's one file. */
import { packageVersion } from '../../../package-root.js';
import { layout } from '../../../project/layout.js';
import type { FileChange } from '../../../scaffold/file-change.js';
import { WorkingTree } from '../../../scaffold/working-tree.js';
import { cycloneDx } from '../../../ship/sbom/cyclonedx.js';
import { spdx } from '../../../ship/sbom/spdx.js';
import { UserError } from '../../../errors.js';
import type { CommandSurroundings } from '../../cluster/command-progress.js';
import { definedOnly } from '../../cluster/deploy/rendered-config.js';
import { bundleOperator } from '../../cluster/dev/operator-bundle.js';
import { loadProject } from '../../load-project.js';
import { bundledPackages } from './bundled-packages.js';
import { lockedPackages } from './lock-file.js';

/** The formats, with their writers and files. */
const formats = {
  cyclonedx: { write: cycloneDx, file: layout.sbomCycloneDx },
  spdx: { write: spdx, file: layout.sbomSpdx },
} as const;

/** The name of a format. */
export type SbomFormat = keyof typeof formats;

/** Plans the file. The project is built as its image builds it; SOURCE_DATE_EPOCH makes the time the same each time. */
export async function planSbom(
  { root, env, signal }: Pick<CommandSurroundings, 'root' | 'env'> & Partial<Pick<CommandSurroundings, 'signal'>>,
  format: SbomFormat,
): Promise<{ file: string; packages: number; changes: FileChange[] }> {
  const created = creationTime(env['SOURCE_DATE_EPOCH']);
  const { project } = await loadProject(root);
  const locked = await lockedPackages(root, project.packageManager);
  const bundle = await bundleOperator(root, { env: definedOnly(env), signal, name: 'sbom' });
  const parts = await bundledPackages(root, bundle, locked);
  const { write, file } = formats[format];
  const tree = new WorkingTree(root);
  const tool = { name: 'kbts', version: packageVersion() };
  await tree.create(file, write({ ...parts, tool, created }), { force: true });
  return { file, packages: parts.packages.length, changes: tree.changes() };
}

function creationTime(epoch: string | undefined): Date {
  if (epoch === undefined || epoch === '') return new Date();
  if (/^\d{1,11}$/.test(epoch)) return new Date(Number(epoch) * 1000);
  throw new UserError('flag-invalid', `SOURCE_DATE_EPOCH is "${epoch}", which is not a number of seconds`, {
    fix: 'unset it, or set it to the seconds since 1970, as in $(git log -1 --format=%ct)',
  });
}
