// What test suites in Go report, and how two runs of one suite differ.

/** Results of `go test -v`, by the name of the test: whether it passed. Skipped tests are left out. */
export function goResults(output) {
  const results = new Map();
  for (const [, verdict, name] of output.matchAll(/^ *--- (PASS|FAIL): (\S+)/gm)) results.set(name, verdict === 'PASS');
  return results;
}

/** Results of a Ginkgo report. Titles that occur more than once are numbered; skipped and pending specs are left out. */
export function reportResults(suites) {
  const results = new Map();
  for (const spec of suites.flatMap(({ SpecReports }) => SpecReports ?? [])) {
    if (['skipped', 'pending'].includes(spec.State)) continue;
    const title = [spec.LeafNodeType, ...(spec.ContainerHierarchyTexts ?? []), spec.LeafNodeText].join(' ').trim();
    let name = title;
    for (let number = 2; results.has(name); number++) name = `${title} #${number}`;
    results.set(name, spec.State === 'passed');
  }
  return results;
}

/** Tests that pass in both runs, and those that pass in one only. */
export function compareSuites(real, embedded) {
  const passed = (results) => [...results].filter(([, isPassed]) => isPassed).map(([name]) => name);
  const [ofReal, ofEmbedded] = [passed(real), passed(embedded)];
  return {
    both: ofReal.filter((name) => embedded.get(name) === true),
    onlyReal: ofReal.filter((name) => embedded.get(name) !== true),
    onlyEmbedded: ofEmbedded.filter((name) => real.get(name) !== true),
  };
}
