/** Injects faults while a load runs, and says whether the managers kept their promises. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkFencing } from './audit.js';
import { parseArguments } from './settings/arguments.js';
import { injectAll, untilProbe } from './inject.js';
import { Load, namespace } from './load.js';
import { seededRandom } from './settings/random.js';
import { Recoveries } from './recoveries.js';
import { runScenario } from './scenarios/run-scenario.js';
import { managerUser, setStage, type Stage } from './stage.js';
import { measureBefore, verifyEnd } from './verify-end.js';
import { Widget } from './widget.js';

async function main(): Promise<number> {
  const options = parseArguments(process.argv.slice(2));
  const { replicas, leaseMs, seed } = options;
  const folder = path.dirname(fileURLToPath(import.meta.url));
  if (options.scenario) return runScenario(options.scenario, options, folder);
  const program = path.join(folder, 'manager-program.js');
  await using stage = await setStage({ replicas, leaseMs, random: seededRandom(seed + 1), program });
  const { client } = stage.plane;
  await client.create(new Widget({ metadata: { name: 'probe', namespace }, spec: { children: 1, value: 'start' } }));
  await untilProbe(stage, 'start');
  const before = await measureBefore(stage);
  const load = new Load(client, seededRandom(seed + 2), options.objects);
  load.start();
  const recoveries = new Recoveries();
  const { problems: found, keptLeases } = await injectAll(stage, options, {
    random: seededRandom(seed),
    recoveries,
  }).catch((error: unknown) => {
    stage.isEvidence = true;
    const partial = {
      faultsInjected: recoveries.injected,
      overlaps: stage.overlaps.report(),
      recovery: recoveries.table(),
    };
    console.error(JSON.stringify(partial, undefined, 2));
    throw error;
  });
  await load.finish();
  const end = await verifyEnd(stage, before);
  const fencing = await fencingOf(stage);
  const violations = [...fencing.violations, ...stage.replicas.flatMap((replica) => replica.violations)];
  const problems = [...found, ...end.problems, ...violations, ...unseen(stage, recoveries)];
  stage.isEvidence = problems.length + fencing.strays.length > 0;
  const { created, changed, deleted, vandalised } = load;
  const report = {
    ...options,
    faultsInjected: recoveries.injected,
    load: { created, changed, deleted, vandalised },
    managerRestarts: stage.replicas.reduce((sum, { restarts }) => sum + restarts, 0),
    fencing: { ...fencing, violations: fencing.violations.length },
    // By the API server itself, not by the proxy.
    refused: { gone: seen(stage, 'gone'), unauthorized: seen(stage, 'unauthorized') },
    overlaps: stage.overlaps.report(),
    keptLeases,
    recovery: recoveries.table(),
    measures: { before, after: end.after },
    problems,
  };
  console.log(JSON.stringify(report, undefined, 2));
  return problems.length === 0 ? 0 : 1;
}

function fencingOf({ replicas, auditLog }: Stage): ReturnType<typeof checkFencing> {
  const resumes = replicas.flatMap((replica) => replica.resumes);
  const passed = new Map(replicas.flatMap((replica) => [...replica.passed]));
  return checkFencing(auditLog, managerUser, { resumes, passed });
}

function seen({ replicas }: Stage, what: 'gone' | 'unauthorized'): number {
  return replicas.reduce((sum, { proxy }) => sum + proxy.seen[what], 0);
}

/** Faults that should have made the API server refuse something, but never did, were none. */
function unseen(stage: Stage, recoveries: Recoveries): string[] {
  const found: string[] = [];
  if (recoveries.countOf('compacted history') >= 5 && seen(stage, 'gone') === 0)
    found.push('history was compacted, but no watch was told that its version is gone');
  if (recoveries.countOf('expired token') >= 3 && seen(stage, 'unauthorized') === 0)
    found.push('tokens expired, but none was refused');
  return found;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
