/** Runs the slowest files first, so that no worker is left alone with one of them at the end. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { secondsFile } from './measured.js';

export class SlowFirst extends BaseSequencer {
  /** By the measured seconds. Files without any come afterwards, in vitest's order. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lanes = new Map<string, Readonly<Record<string, number>>>();
    const seconds = ({ moduleId, project }: TestSpecification): number => {
      const file = secondsFile(project.name);
      if (file === undefined) return 0;
      const measured = lanes.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>);
      lanes.set(file, measured);
      return measured[path.relative(process.cwd(), moduleId).replaceAll('\\', '/')] ?? 0;
    };
    // The sort is stable.
    return (await super.sort(files)).sort((left, right) => seconds(right) - seconds(left));
  }
}
