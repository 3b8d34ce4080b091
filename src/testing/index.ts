/** The public surface of `kbts/testing`. */
export { startControlPlane } from './start-control-plane.js';
export type * from './control-plane.js';
export type { WebhookEndpoint } from './webhook-endpoint.js';
export { eventually, type EventuallyOptions } from './eventually.js';
export { waitFor, type WaitForOptions } from './wait-for.js';
export { stored } from './stored.js';
export { startOperator, type StartedOperator, type StartOperatorOptions } from './operator/start-operator.js';
export type { Exit } from './operator/run-operator.js';
export { kubeconfigText } from './kubeconfig-text.js';
export { BinaryMissingError, findBinary } from './envtest/binaries.js';
export {
  admissionContext,
  type AdmissionContextInput,
  type RecordedAdmissionContext,
} from '../runtime/webhook/admission/admission-context.js';
