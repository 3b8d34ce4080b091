/** The order of the files: those that take longest first, so that no worker is left alone with them at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than ten seconds, slowest first. Others come in vitest's order. */
const SLOW = [
  'test/package/package.test.ts',
  'test/examples/projects.test.ts',
  'test/docs/quick-start.test.ts',
  'test/conformance/corpus/corpus-external.test.ts',
  'test/conformance/corpus/corpus.test.ts',
  'test/commands/misuse.test.ts',
  'test/conformance/random-programs/random-programs-mutants.test.ts',
  'test/docs/api.test.ts',
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
