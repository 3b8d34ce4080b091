/** Deletion of pods and jobs, and the scale of objects without replicas. */
import { get, merge, post, put, remove, type Run, type Scenario } from '../scenario.js';
import { install, widget, widgets } from '../scenarios-custom.js';

const CONTAINERS = [{ name: 'c', image: 'i' }];

/** Creates a pod, deletes it, and watches both. */
async function watchDeletion(run: Run, name: string, spec: object, options?: object): Promise<void> {
  const pods = `/api/v1/namespaces/${run.namespace}/pods`;
  const { body } = await run.quietly(get(pods));
  const { resourceVersion } = (body as { metadata: { resourceVersion: string } }).metadata;
  await run.quietly(post(pods, { metadata: { name }, spec: { containers: CONTAINERS, ...spec } }));
  await run.call(remove(`${pods}/${name}`, options));
  const path = `${pods}?watch=1&timeoutSeconds=5&fieldSelector=metadata.name%3D${name}&resourceVersion=${resourceVersion}`;
  await run.watch(get(path), 3);
}

export const deletionScenarios: Record<string, Scenario> = {
  'shows the end of a pod that ends immediately': async (run) => {
    await watchDeletion(run, 'unscheduled', {});
    await watchDeletion(run, 'forced', { nodeName: 'n' }, { gracePeriodSeconds: 0 });
  },
  'orphans the pods of a job by default': async (run) => {
    const jobs = `/apis/batch/v1/namespaces/${run.namespace}/jobs`;
    const template = { spec: { containers: CONTAINERS, restartPolicy: 'Never' } };
    await run.quietly(post(jobs, { metadata: { name: 'j' }, spec: { template } }));
    await run.call(remove(`${jobs}/j`));
    await run.quietly(post(jobs, { metadata: { name: 'k' }, spec: { template } }));
    await run.call(remove(`${jobs}/k`, { propagationPolicy: 'Background' }));
  },
  'reads and writes scale': async (run) => {
    await install(run);
    const deployments = `/apis/apps/v1/namespaces/${run.namespace}/deployments`;
    const labels = { app: 'd' };
    const template = { metadata: { labels }, spec: { containers: CONTAINERS } };
    const spec = { selector: { matchLabels: labels }, template };
    await run.quietly(post(deployments, { metadata: { name: 'd' }, spec }));
    await run.quietly(post(widgets(run), widget(run, 'w', { tier: 'paid' })));
    const scaled = { deployment: `${deployments}/d`, widget: widgets(run, 'w') };
    for (const path of Object.values(scaled)) {
      for (const replicas of ['x', 1.5, -1]) {
        // The message quotes the whole object, in the order of its fields in Go.
        const { code } = await run.quietly(merge(`${path}/scale`, { spec: { replicas } }));
        await run.call(get(`${path}?code=${code}`));
      }
      await run.call(merge(`${path}/scale`, { spec: { replicas: 2 } }));
    }
    await run.call(put(`${scaled.deployment}/scale`, { metadata: { name: 'd' }, spec: { replicas: 'x' } }));
  },
};
