import { run } from './command.js';

/** The namespace and the name prefix of config/default. */
export const namespace = 'memcached-system';
export const prefix = 'memcached-';

const image = process.env['E2E_IMAGE'] ?? 'example.com/memcached:v0.0.1';
const containerTool = process.env['CONTAINER_TOOL'] ?? 'docker';
const kind = process.env['KIND'] ?? 'kind';
const kindCluster = process.env['KIND_CLUSTER'] ?? 'memcached-test-e2e';

/** Builds the image, loads it into the kind cluster and deploys the operator, as a user would. */
export async function deploy(): Promise<void> {
  await run(containerTool, 'build', '-t', image, '.');
  await run(kind, 'load', 'docker-image', image, '--name', kindCluster);
  await kbts('deploy', '--image', image);
}

/** Removes the operator and its CRDs. */
export async function undeploy(): Promise<void> {
  await kbts('undeploy', '--delete-crds', '--yes');
}

/** Runs a kbts command of the version that this project depends on. */
async function kbts(...args: string[]): Promise<void> {
  await run(process.execPath, 'node_modules/kbts/bin/kbts.js', ...args);
}

/** Prints what helps to understand a failure. */
export async function explain(): Promise<void> {
  const questions = [
    ['logs', '-n', namespace, '-l', 'control-plane=controller-manager', '--tail', '200'],
    ['get', 'events', '-n', namespace, '--sort-by', '.lastTimestamp'],
    ['describe', 'pods', '-n', namespace],
  ];
  for (const question of questions) {
    console.error(`--- kubectl ${question.join(' ')}`);
    console.error(await run('kubectl', ...question).catch((error: Error) => error.message));
  }
}
