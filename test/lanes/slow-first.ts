/** Runs the slowest files first, so that no worker is left alone with one of them at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest in their lane, slowest first. Others come in vitest's order. */
const SLOW = [
  'test/package/package.slow.test.ts',
  'test/commands/cluster/run/run.real.test.ts',
  'test/commands/cluster/deploy/deploy.real.test.ts',
  'test/commands/cluster/definitions/install.real.test.ts',
  'test/testing/envtest/envtest-control-plane.real.test.ts',
  'test/runtime/manager/manager.real.test.ts',
  'test/runtime/webhook/real-api-server.real.test.ts',
  'test/docs/quick-start.slow.test.ts',
  'test/commands/misuse.slow.test.ts',
];

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = SLOW.findIndex((file) => moduleId.endsWith(file));
      return index < 0 ? SLOW.length : index;
    };
    // The sort is stable.
    return (await super.sort(files)).sort((left, right) => rank(left) - rank(right));
  }
}
