/** `kbts scorecard`: operator-sdk's built-in tests of a bundle, without pods for them. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../errors.js';
import { readRegularText } from '../../regular-file.js';
import { readBundle } from '../../ship/bundle/check/bundle-text.js';
import { type BuiltInTest, builtInTests, runBuiltIn } from '../../ship/scorecard/built-in-tests.js';
import {
  ConfigurationProblem,
  readConfiguration,
  type ScorecardTest,
  testsWith,
} from '../../ship/scorecard/configuration.js';
import { jsonReport, type ScorecardItem, textReport, xunitReport } from '../../ship/scorecard/report.js';
import { bundleCrdFindings } from './bundle-crds.js';
import { readFolder } from './folder-files.js';

/** Flags of `scorecard`. */
export interface ScorecardOptions {
  /** The configuration, relative to the root; that of the bundle by default. */
  readonly config?: string;
  /** Which tests run, by their labels. */
  readonly selector?: string;
  /** Only say which tests would run. */
  readonly list?: boolean;
}

/** How results are printed. */
export const scorecardReports = { text: textReport, json: jsonReport, xunit: xunitReport } as const;

const configFolder = 'operators.operatorframework.io.test.config.v1';

/** Runs the tests that the configuration names, in its order. */
export async function scorecard(root: string, folder: string, options: ScorecardOptions): Promise<ScorecardItem[]> {
  const full = path.resolve(root, folder);
  if ((await stat(full).catch(() => undefined))?.isDirectory() !== true)
    throw new UserError('not-found', `there is no folder ${folder}`, {
      fix: 'make a bundle with "kbts bundle generate", or name the folder that contains manifests and metadata',
    });
  const files = await readFolder(full);
  const selected = (await configuredTests(root, folder, files, options)).filter(selection(options.selector));
  if (options.list === true) return selected.map((test) => ({ test }));
  const named = selected.map((test) => ({ test, name: builtInName(test) }));
  // operator-sdk leaves schemas to the API server.
  const ofCrds = bundleCrdFindings(files).filter(({ isOfSchema }) => !isOfSchema);
  return named.map(({ test, name }) => ({ test, result: runBuiltIn(name, files, ofCrds) }));
}

async function configuredTests(
  root: string,
  folder: string,
  files: ReadonlyMap<string, string>,
  { config }: ScorecardOptions,
): Promise<ScorecardTest[]> {
  const annotated = readBundle(files).annotations[configFolder];
  const inBundle = path.posix.join(typeof annotated === 'string' ? annotated : 'tests/scorecard', 'config.yaml');
  const shown = config ?? path.posix.join(folder, inBundle);
  const text =
    config === undefined ? files.get(inBundle) : readRegularText(path.resolve(root, config), { shown: config });
  if (text === undefined)
    throw new UserError('not-found', `there is no scorecard configuration ${shown}`, {
      fix: 'generate the bundle again, or name a configuration with --config',
    });
  try {
    return readConfiguration(text);
  } catch (error) {
    if (!(error instanceof ConfigurationProblem)) throw error;
    throw new UserError('bundle-invalid', `${shown} cannot be used: ${error.message}`, {
      fix: 'correct it, or generate the bundle again',
      cause: error,
    });
  }
}

function selection(text: string | undefined): (test: ScorecardTest) => boolean {
  if (text === undefined || text === '') return () => true;
  try {
    return testsWith(text);
  } catch (error) {
    if (!(error instanceof ConfigurationProblem)) throw error;
    throw new UserError('flag-invalid', `--selector "${text}" is not a label selector: ${error.message}`, {
      fix: 'write it as kubectl takes it, such as suite=basic or "test in (a,b)"',
      cause: error,
    });
  }
}

/** The name of a built-in test; other images need a cluster to run in. */
function builtInName({ image, entrypoint }: ScorecardTest): BuiltInTest {
  const repository = image.replace(/@[^]*$/, '').replace(/:[^/:]*$/, '');
  const [program, given, ...more] = entrypoint;
  const name = builtInTests.find((one) => one === given);
  const isOurs = repository.split('/').at(-1) === 'scorecard-test' && program === 'scorecard-test';
  if (isOurs && name !== undefined && more.length === 0) return name;
  throw new UserError('bundle-invalid', `the test "${entrypoint.join(' ')}" of the image ${image} is not built in`, {
    fix: `leave it out with --selector; kbts runs ${builtInTests.join(', ')} without pods. "operator-sdk scorecard" runs others in a cluster`,
  });
}
