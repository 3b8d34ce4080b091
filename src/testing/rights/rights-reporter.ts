/**
 * A vitest reporter that ends a run with the rights that no test has used, so that a role has no more than it needs.
 * `vitest run --reporter=default --reporter=kbts/testing/rights-reporter`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readManifests } from '../manifests.js';
import { RBAC_FOLDER } from './operator-account.js';
import {
  describeRights,
  grantedRights,
  readUsedRights,
  RIGHTS_FILE,
  unusedRights,
  type RoleLike,
} from './used-rights.js';

/** Reports on the generated role; roles for leader election and metrics are not used in tests. */
export class RightsReporter {
  readonly #folder: string;
  readonly #file: string;

  constructor() {
    this.#folder = mkdtempSync(path.join(tmpdir(), 'kbts-rights-'));
    this.#file = path.join(this.#folder, 'used.jsonl');
    // Workers are started later, and inherit it.
    process.env[RIGHTS_FILE] = this.#file;
  }

  async onTestRunEnd(): Promise<void> {
    const roles = (await readManifests([path.join(process.cwd(), RBAC_FOLDER, 'role.yaml')])) as unknown as RoleLike[];
    const granted = grantedRights(roles);
    const unused = unusedRights(granted, readUsedRights(this.#file));
    rmSync(this.#folder, { recursive: true, force: true });
    process.stdout.write(`\n${summary(granted.length, describeRights(unused), unused.length)}\n`);
  }
}

function summary(count: number, lines: readonly string[], unused: number): string {
  if (unused === 0) return `Rights: the tests used all ${count} of config/rbac/role.yaml.`;
  const list = lines.map((line) => `  ${line}`).join('\n');
  return `Rights: the tests used ${count - unused} of the ${count} of config/rbac/role.yaml. Never used:\n${list}\nRemove their markers, or test what needs them.`;
}

export { RightsReporter as default };
