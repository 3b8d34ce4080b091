/** All that is wrong with a bundle. */
import { type BundleFinding, readBundle } from './bundle-text.js';
import { contentRules } from './content-rules.js';
import { csvRules } from './csv-rules.js';
import { formatRules } from './format-rules.js';
import { practiceRules } from './practice-rules.js';

/** Checks the files of a bundle by the rules that OLM has, and by those of the given suites. */
export function checkBundle(files: ReadonlyMap<string, string>, suites: readonly string[]): BundleFinding[] {
  const bundle = readBundle(files);
  const findings = formatRules(bundle);
  const csv = bundle.objects.find(({ object }) => object.kind === 'ClusterServiceVersion');
  if (csv === undefined) return findings;
  return [
    ...findings,
    ...csvRules(csv),
    ...contentRules(csv, bundle.objects),
    ...suites.flatMap((suite) => practiceRules(suite, csv, bundle)),
  ];
}
