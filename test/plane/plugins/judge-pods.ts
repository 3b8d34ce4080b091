/** What a server says about random pods in namespaces with levels and LimitRanges. */
import type { Random } from '../builtin/fuzz/random.js';
import type { Answer, ApiClient } from '../differential/api-client.js';
import { post } from '../differential/scenario.js';
import { randomPod } from './pods.js';

/** The verdict on one pod. */
export interface Judgement {
  readonly request: string;
  readonly code: number;
  readonly message: readonly string[];
  readonly warnings: readonly string[];
  /** What the server added. */
  readonly resources?: unknown;
}

const LEVELS = ['baseline', 'restricted'];
const VERSIONS = ['latest', 'v1.18', 'v1.24', 'v1.30', 'v1.34', 'v1.37', 'v1.99'];

/** Random pods in namespaces of every level at several versions. */
export async function judgeLevels(client: ApiClient, random: Random, count: number): Promise<Judgement[]> {
  const id = `ps${random.below(1_000_000)}`;
  for (const level of LEVELS) {
    for (const [index, version] of VERSIONS.entries()) {
      const prefix = 'pod-security.kubernetes.io';
      const labels = {
        [`${prefix}/enforce`]: level,
        [`${prefix}/enforce-version`]: version,
        [`${prefix}/warn`]: 'restricted',
      };
      await client.call(post('/api/v1/namespaces', { metadata: { name: `${id}-${level}-${index}`, labels } }));
    }
  }
  const judgements: Judgement[] = [];
  for (let index = 0; index < count; index++) {
    const namespace = `${id}-${random.pick(LEVELS)}-${random.below(VERSIONS.length)}`;
    judgements.push(await judge(client, namespace, randomPod(random, `p${index}`)));
  }
  return judgements;
}

/** Random pods under random LimitRanges. */
export async function judgeLimits(client: ApiClient, random: Random, count: number): Promise<Judgement[]> {
  const id = `lr${random.below(1_000_000)}`;
  const judgements: Judgement[] = [];
  const ranges = 12;
  for (let index = 0; index < ranges; index++) {
    const namespace = `${id}-${index}`;
    await client.call(post('/api/v1/namespaces', { metadata: { name: namespace } }));
    const range = { metadata: { name: 'range' }, spec: { limits: limits(random) } };
    await client.call(post(`/api/v1/namespaces/${namespace}/limitranges`, range));
  }
  for (let index = 0; index < count; index++) {
    judgements.push(await judge(client, `${id}-${random.below(ranges)}`, randomPod(random, `p${index}`)));
  }
  return judgements;
}

/** One resource a map, because findings come in the order of Go maps. */
function limits(random: Random): object[] {
  const name = random.pick(['cpu', 'memory']);
  const amounts = name === 'cpu' ? ['100m', '1', '2'] : ['64Mi', '1Gi', '2Gi'];
  const [low, middle, high] = amounts.map((amount) => ({ [name]: amount }));
  return ['Container', 'Pod'].map((type) => ({
    type,
    ...(random.chance(0.5) ? { min: low } : {}),
    ...(random.chance(0.5) ? { max: high } : {}),
    ...(type === 'Container' && random.chance(0.5) ? { default: middle } : {}),
    ...(type === 'Container' && random.chance(0.5) ? { defaultRequest: low } : {}),
    ...(random.chance(0.3) ? { maxLimitRequestRatio: { [name]: '3' } } : {}),
  }));
}

async function judge(client: ApiClient, namespace: string, pod: object): Promise<Judgement> {
  const answer = await client.call(post(`/api/v1/namespaces/${namespace}/pods?dryRun=All`, pod));
  return { request: `${namespace} ${JSON.stringify(pod)}`, ...verdict(answer) };
}

function verdict({ code, warnings, body }: Answer): Omit<Judgement, 'request'> {
  const {
    message = '',
    metadata,
    spec,
  } = body as {
    message?: string;
    metadata?: { annotations?: unknown };
    spec?: { containers: { resources: unknown }[] };
  };
  const shown = spec?.containers.map((container) => container.resources);
  return {
    code,
    // The same finding of two containers is one.
    message: message.split(/, (?=minimum|maximum|cpu max|memory max)/).toSorted(),
    // Other warnings are not of admission.
    warnings: warnings.filter((text) => text.includes('PodSecurity')),
    ...(shown === undefined ? {} : { resources: { shown, annotations: metadata?.annotations } }),
  };
}
