import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { SubjectAccessReview } from '../../src/k8s/authorization/v1/index.js';
import { nodeBinary } from '../control-plane/node-versions.mjs';
import { app } from './app.story.js';
import { appservice, bareAppservice } from './appservice.story.js';
import { cronjob, punctual } from './cronjob.story.js';
import { database } from './database.story.js';
import { imoocpod } from './imoocpod.story.js';
import { memcached } from './memcached.story.js';
import { pipeline } from './pipeline.story.js';
import type { Operator } from './operator.js';
import { startStage, type DeployedExample, type Stage } from './stage.js';
import { kubectl, type Story } from './story.js';

const stories: readonly Story[] = [memcached, imoocpod, appservice, app, pipeline, bareAppservice, cronjob, database];
const nodeMajors = [20, 22, 24];

let stage: Stage;
let examples: ReadonlyMap<string, DeployedExample>;
const operators: Operator[] = [];

// All at once: the garbage collector looks for new kinds twice a minute only, and so finds all of them together.
beforeAll(async () => {
  stage = await startStage();
  const names = [...new Set(stories.map(({ example }) => example))];
  examples = new Map(await Promise.all(names.map(async (name) => [name, await stage.deploy(name)] as const)));
}, 240_000);
afterAll(async () => {
  for (const operator of operators) await operator[Symbol.asyncDispose]();
  await stage?.[Symbol.asyncDispose]();
});

test.each([...new Set(stories.map(({ example }) => example))])(
  'the account of %s is no administrator',
  async (name) => {
    const user = `system:serviceaccount:${name}-system:${name}-controller-manager`;
    const mayEverything = { user, resourceAttributes: { group: '*', resource: '*', verb: '*' } };

    const review = new SubjectAccessReview({ metadata: {}, spec: mayEverything });

    expect((await stage.plane.client.create(review)).status?.allowed).toBe(false);
  },
);

describe.each(nodeMajors)('as one file under Node %i, with no more rights than its roles give,', (major) => {
  describe.each(stories)('the example $title', ({ example: name, entry, chapters }) => {
    let operator: Operator;
    beforeAll(async () => {
      operator = await exampleOf(name).start(await nodeBinary(major), entry);
      operators.push(operator);
    });
    // It goes on taking calls for a while, as a pod should; nobody has to wait for that here.
    afterAll(() => void operator?.stop());

    test.each(chapters)('$title', { timeout: 180_000 }, async ({ play }) => {
      onTestFailed(async () => {
        console.error(operator.log.slice(-6000));
        console.error(await kubectl(exampleOf(name), 'get', 'all,pv,pvc', '-o', 'wide', '-A'));
      });

      await play({ plane: stage.plane, example: exampleOf(name) });
    });

    test('was never refused anything', () => {
      expect(operator.log).not.toMatch(/forbidden/i);
    });
  });
});

test(punctual.title, { timeout: 180_000 }, async () => {
  const example = exampleOf('cronjob');
  const operator = await example.start(process.execPath);
  operators.push(operator);
  onTestFailed(() => console.error(operator.log.slice(-6000)));

  await punctual.play({ plane: stage.plane, example });
});

test('all of them stop cleanly', async () => {
  for (const operator of operators) expect(await operator.stop(), operator.log.slice(-3000)).toBe(0);
});

test('undeploying them with their CRDs leaves nothing', { timeout: 240_000 }, async () => {
  await Promise.all([...examples.values()].map((example) => example.undeploy()));

  for (const name of examples.keys()) expect(await stage.leftovers(name)).toEqual([]);
});

function exampleOf(name: string): DeployedExample {
  const example = examples.get(name);
  if (example === undefined) throw new Error(`${name} is not deployed`);
  return example;
}
