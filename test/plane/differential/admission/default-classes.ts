/** Classes of claims and ingresses that name none. */
import { post, remove, type Answer, type Scenario } from '../scenario.js';

const STORAGE = '/apis/storage.k8s.io/v1/storageclasses';
const INGRESS = '/apis/networking.k8s.io/v1/ingressclasses';

export const defaultClassScenarios: Record<string, Scenario> = {
  'fills in the default StorageClass and IngressClass': async (run) => {
    const claims = `/api/v1/namespaces/${run.namespace}/persistentvolumeclaims?dryRun=All`;
    const ingresses = `/apis/networking.k8s.io/v1/namespaces/${run.namespace}/ingresses?dryRun=All`;
    const claim = (more = {}): object => ({
      metadata: { name: 'c' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...more },
    });
    const ingress = (more = {}): object => ({
      metadata: { name: 'i' },
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } }, ...more },
    });
    const has =
      (field: string) =>
      ({ body }: Answer): boolean =>
        (body as { spec?: Record<string, unknown> }).spec?.[field] !== undefined;
    const mark = (kind: string): object => ({ [`${kind}.kubernetes.io/is-default-class`]: 'true' });
    await run.quietly(
      post(STORAGE, { metadata: { name: run.id, annotations: mark('storageclass') }, provisioner: 'x' }),
    );
    await run.quietly(
      post(INGRESS, { metadata: { name: run.id, annotations: mark('ingressclass') }, spec: { controller: 'a.b/c' } }),
    );
    await run.until(post(claims, claim()), has('storageClassName'));
    await run.until(post(ingresses, ingress()), has('ingressClassName'));
    await run.call(post(claims, claim()));
    await run.call(post(claims, claim({ storageClassName: '' })));
    await run.call(post(ingresses, ingress()));
    await run.call(post(ingresses, ingress({ ingressClassName: 'other' })));
    await run.quietly(remove(`${STORAGE}/${run.id}`));
    await run.quietly(remove(`${INGRESS}/${run.id}`));
    await run.until(post(claims, claim()), (answer) => !has('storageClassName')(answer));
    await run.until(post(ingresses, ingress()), (answer) => !has('ingressClassName')(answer));
  },
};
