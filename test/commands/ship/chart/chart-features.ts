/** What of a chart can be switched. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Feature, featureNames } from '../../../../src/ship/chart/features.js';

/** The features that the values of a generated chart know. */
export async function availableFeatures(chart: string): Promise<Feature[]> {
  const { values } = JSON.parse(await readFile(path.join(chart, '.kbts-chart.json'), 'utf8')) as {
    values: Record<string, { enabled?: boolean; certManager?: object } | undefined>;
  };
  return featureNames.filter((name) =>
    name === 'metricsCertificate' ? values['metrics']?.certManager : values[name]?.enabled !== undefined,
  );
}
