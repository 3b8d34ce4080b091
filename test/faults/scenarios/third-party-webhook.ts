/** Somebody else's admission webhook is down, so that every write to a child is refused for a while. */
import { defineKind } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { insist, namespace, pause, setSpec } from '../load.js';
import { managerUser, type Stage } from '../stage.js';
import { ConfigMap, ownerLabel } from '../widget.js';
import { readWrites, repeated } from './audit-writes.js';
import { atMost, createWidgets, namesOf, onlyReplica, type Scenario, untilSettled } from './scenario.js';

type Loose = KubeObject & Record<string, unknown>;
const Webhooks = defineKind<Loose>({
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingWebhookConfiguration',
  plural: 'validatingwebhookconfigurations',
  scope: 'Cluster',
});
const name = 'third-party';

export const thirdPartyWebhook: Scenario = {
  program: 'manager-program',
  async run(stage, { seconds, objects }) {
    const { client } = stage.plane;
    const replica = onlyReplica(stage);
    const old = namesOf('old', Math.ceil(objects / 2));
    await createWidgets(client, old, { children: 2, value: 'a' });
    const before = await untilSettled(stage, 180_000);
    const lists = replica.proxy.asked.lists;
    await breakWrites(stage);
    const start = performance.now();
    for (const widget of old) await setSpec(client, widget, { children: 2, value: 'b' });
    await createWidgets(client, namesOf('new', Math.floor(objects / 2)), { children: 2, value: 'b' });
    await pause(Math.max(0, seconds * 1000 - (performance.now() - start)));
    const outageMs = performance.now() - start;
    const listsMeanwhile = replica.proxy.asked.lists - lists;
    await insist(() => client.delete({ kind: Webhooks, name }));
    // A key that has failed all the time waits about as long again as it has failed.
    const after = await untilSettled(stage, 3 * outageMs + 60_000);
    const writes = await readWrites(stage.auditLog, managerUser);
    const refused = writes.filter(({ code }) => code === 500).length;
    const triesOfOne = Math.log2(outageMs / 5) + 6;
    return {
      measures: { outageMs, recoveryMs: after.ms, recoveryRatio: after.ms / outageMs, listsMeanwhile, refused },
      problems: [
        ...before.problems,
        ...after.problems,
        // One update of the finalizer, and one change of the value.
        ...repeated(writes, 1).filter((text) => !/^(patch|update)/.test(text)),
        ...repeated(writes, 2),
        ...(refused === 0 ? ['no write was refused'] : []),
        ...atMost('lists while writes were refused', listsMeanwhile, 0),
        ...atMost('refused writes', refused, objects * triesOfOne),
        ...atMost('recovery in terms of the outage', after.ms / outageMs, 1.5),
      ],
    };
  },
};

/** Returns when the API server uses the webhook. */
async function breakWrites({ plane: { client } }: Stage): Promise<void> {
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] };
  const hook = {
    name: 'down.example.com',
    // Nothing listens there.
    clientConfig: { url: 'https://127.0.0.1:1/validate' },
    rules: [rule],
    objectSelector: { matchExpressions: [{ key: ownerLabel, operator: 'Exists' }] },
    failurePolicy: 'Fail',
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 1,
  };
  await client.create(new Webhooks({ metadata: { name }, webhooks: [hook] }));
  const labels = { [ownerLabel]: 'nobody' };
  const probe = new ConfigMap({ metadata: { name: 'webhook-probe', namespace, labels } });
  for (;;) {
    const isRefused = await client.create(probe, { dryRun: true }).then(
      () => false,
      () => true,
    );
    if (isRefused) return;
    await pause(50);
  }
}
