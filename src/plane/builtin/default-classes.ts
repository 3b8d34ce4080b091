/** DefaultStorageClass and DefaultIngressClass: new claims and ingresses without a class get the default one. */
import { section, type ApiObject } from '../storage/api-object.js';

type Others = (collection?: string) => readonly ApiObject[];

const STORAGE = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];
const INGRESS = ['ingressclass.kubernetes.io/is-default-class'];

/** The claim with the newest default StorageClass. */
export function withStorageClass(claim: ApiObject, others: Others): ApiObject {
  const spec = section(claim, 'spec');
  const isChosen = claim.metadata.annotations?.['volume.beta.kubernetes.io/storage-class'] !== undefined;
  const [first] = defaults(others('storage.k8s.io/storageclasses'), STORAGE);
  if (spec['storageClassName'] !== undefined || isChosen || first === undefined) return claim;
  return { ...claim, spec: { ...spec, storageClassName: first } };
}

/** The ingress with the newest default IngressClass. */
export function withIngressClass(ingress: ApiObject, others: Others): ApiObject {
  const spec = section(ingress, 'spec');
  const isChosen = ingress.metadata.annotations?.['kubernetes.io/ingress.class'] !== undefined;
  const [first] = defaults(others('networking.k8s.io/ingressclasses'), INGRESS);
  if (spec['ingressClassName'] !== undefined || isChosen || first === undefined) return ingress;
  return { ...ingress, spec: { ...spec, ingressClassName: first } };
}

/** Names of the classes that are marked as default, newest first. */
function defaults(classes: readonly ApiObject[], annotations: readonly string[]): string[] {
  const created = ({ metadata }: ApiObject): string => metadata.creationTimestamp ?? '';
  return classes
    .filter(({ metadata }) => annotations.some((key) => metadata.annotations?.[key] === 'true'))
    .toSorted((left, right) => (created(left) < created(right) ? 1 : created(left) > created(right) ? -1 : 0))
    .map(({ metadata }) => metadata.name ?? '');
}
