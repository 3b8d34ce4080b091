/** Statuses as controllers and kubelets write them, and evictions, which follow a status. */
import { get, merge, post, type Run, type Scenario } from '../scenario.js';

const CONTAINERS = [{ name: 'c', image: 'i' }];
const TIMES = ['2024-01-01T00:00:00Z', '2024-01-01T00:01:00Z', '2024-01-01T00:02:00Z'] as const;

/** The path of the objects of a namespace. */
const inNamespace = (run: Run, root: string, plural: string): string => `${root}/namespaces/${run.namespace}/${plural}`;

/** Creates an object and writes one status after the other. */
async function writeStatuses(run: Run, path: string, object: object, statuses: readonly object[]): Promise<void> {
  const name = `s${run.id}`;
  await run.quietly(post(path, { ...object, metadata: { name, labels: { app: 'a' } } }));
  for (const status of statuses) {
    await run.call({ ...merge(`${path}/${name}/status`, { status }), ignoresManagers: true });
  }
}

const conditions = (...types: string[]): object => ({ conditions: types.map((type) => ({ type, status: 'True' })) });

async function writeJobStatuses(run: Run, spec: object, statuses: readonly object[]): Promise<void> {
  const template = { spec: { restartPolicy: 'Never', containers: CONTAINERS } };
  await writeStatuses(run, inNamespace(run, '/apis/batch/v1', 'jobs'), { spec: { template, ...spec } }, statuses);
}

const ingress = (...points: object[]): object => ({ loadBalancer: { ingress: points } });

export const statusScenarios: Record<string, Scenario> = {
  'completes a job': (run) =>
    writeJobStatuses(run, {}, [
      conditions('Complete'),
      { ...conditions('SuccessCriteriaMet'), startTime: TIMES[0] },
      { ...conditions('SuccessCriteriaMet', 'Complete'), completionTime: TIMES[1], active: 1 },
      { ...conditions('SuccessCriteriaMet', 'Complete'), completionTime: TIMES[1] },
      { completionTime: TIMES[2] },
      { startTime: TIMES[1] },
      { startTime: null },
      conditions('SuccessCriteriaMet', 'Complete', 'Failed'),
      conditions('SuccessCriteriaMet', 'Complete', 'FailureTarget'),
      conditions(),
      { active: 2 },
    ]),
  'fails a job': (run) =>
    writeJobStatuses(run, {}, [
      conditions('Failed'),
      { ...conditions('Failed', 'FailureTarget'), startTime: TIMES[0] },
      conditions('FailureTarget'),
      conditions('Failed', 'FailureTarget', 'SuccessCriteriaMet'),
      { failed: 2 },
      { failed: 1 },
    ]),
  'counts the indexes of a job': (run) =>
    writeJobStatuses(run, { completionMode: 'Indexed', completions: 2, parallelism: 2 }, [
      { completedIndexes: '0-1', succeeded: 2 },
      { succeeded: 1 },
      { completedIndexes: 'x' },
      { failedIndexes: '0' },
      { ready: 2, active: 1 },
    ]),
  'runs a pod': (run) =>
    writeStatuses(run, inNamespace(run, '/api/v1', 'pods'), { spec: { containers: CONTAINERS } }, [
      { qosClass: 'Guaranteed' },
      { podIP: 'nope' },
      { podIP: '1.2.3.4' },
      { podIPs: [{ ip: '1.2.3.4' }, { ip: '1.2.3.9' }] },
      { podIPs: [{ ip: '1.2.3.4' }, { ip: '::1' }] },
      { nominatedNodeName: 'Bad_' },
      { hostIP: '1.1.1.1', hostIPs: [{ ip: '1.1.1.2' }] },
      { observedGeneration: -1 },
      { phase: 'Running' },
    ]),
  'gives a service an address': async (run) => {
    const services = inNamespace(run, '/api/v1', 'services');
    const ports = [{ port: 80 }];
    await writeStatuses(run, services, { spec: { ports } }, [ingress({ ip: '1.2.3.4' })]);
    await run.quietly(merge(`${services}/s${run.id}`, { spec: { type: 'LoadBalancer' } }));
    await run.quietly(merge(`${services}/s${run.id}/status`, { status: ingress({ ip: '1.2.3.4' }) }));
    await run.kubectl(['get', 'service', `s${run.id}`, '-n', run.namespace, '-o', 'jsonpath={.status}']);
    await writeStatuses(run, services, { spec: { ports } }, [
      ingress({ ip: 'x' }),
      ingress({ ip: '1.2.3.4', ipMode: 'X' }),
      ingress({ hostname: '1.2.3.4' }),
      ingress({ hostname: 'a.b', ipMode: 'VIP' }),
      ingress({ hostname: 'A_' }),
    ]);
  },
  'binds a claim': (run) => {
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    return writeStatuses(run, inNamespace(run, '/api/v1', 'persistentvolumeclaims'), { spec }, [
      { phase: 'Bound', capacity: { storage: '-1' } },
      { allocatedResources: { storage: '-1' } },
      { allocatedResources: { cpu: '1' } },
      { allocatedResourceStatuses: { storage: 'Bad' } },
      { phase: 'Bound', capacity: { storage: '1Gi' } },
    ]);
  },
  'reports a node': (run) =>
    writeStatuses(run, '/api/v1/nodes', {}, [
      { capacity: { cpu: '4' } },
      { capacity: { cpu: '8' } },
      { capacity: { cpu: '-1' } },
      {
        addresses: [
          { type: 'InternalIP', address: 'x' },
          { type: 'InternalIP', address: 'x' },
        ],
      },
    ]),
  'keeps the phase of a namespace': (run) =>
    writeStatuses(run, '/api/v1/namespaces', {}, [{ phase: 'Terminating' }, { phase: 'X' }, { phase: 'Active' }]),
  'evicts pods that no budget protects': async (run) => {
    const pods = inNamespace(run, '/api/v1', 'pods');
    const budgets = inNamespace(run, '/apis/policy/v1', 'poddisruptionbudgets');
    const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
    for (const app of ['free', 'new', 'none', 'one', 'sick', 'waiting']) {
      const spec = { nodeName: 'n', containers: CONTAINERS, terminationGracePeriodSeconds: 0 };
      await run.quietly(post(pods, { metadata: { name: app, labels: { app } }, spec }));
      if (app !== 'waiting') await run.quietly(merge(`${pods}/${app}/status`, { status: ready }));
      if (app === 'free') continue;
      const budget = { minAvailable: 1, selector: { matchLabels: { app } } };
      await run.quietly(post(budgets, { metadata: { name: app }, spec: budget }));
    }
    const status = {
      observedGeneration: 1,
      disruptionsAllowed: 0,
      currentHealthy: 1,
      desiredHealthy: 1,
      expectedPods: 1,
    };
    for (const app of ['none', 'sick']) await run.quietly(merge(`${budgets}/${app}/status`, { status }));
    await run.quietly(merge(`${budgets}/one/status`, { status: { ...status, disruptionsAllowed: 1 } }));
    await run.quietly(merge(`${pods}/sick/status`, { status: { conditions: [{ type: 'Ready', status: 'False' }] } }));
    for (const app of ['free', 'new', 'none', 'one', 'sick', 'waiting']) {
      const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: app } };
      // The server looks at budgets in a cache of its own.
      const call = post(`${pods}/${app}/eviction?dryRun=All`, eviction);
      if (app === 'none') await run.until(call, ({ body }) => JSON.stringify(body).includes('needs 1 healthy'));
      await run.call(post(`${pods}/${app}/eviction`, eviction));
    }
    await run.call({ ...get(`${budgets}/one`), ignoresManagers: true });
  },
};
