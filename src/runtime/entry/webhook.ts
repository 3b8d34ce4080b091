/** The public surface of `kbts/runtime/webhook`: admission below `webhook(…)`, and a server without a manager. */
export type { AdmissionHandler, AdmissionResponse, AdmissionStatus } from '../webhook/admission/admission.js';
export { admissionHandler, admissionResponse } from '../webhook/admission/raw-admission.js';
export { WebhookServer } from '../webhook/server/webhook-server.js';
