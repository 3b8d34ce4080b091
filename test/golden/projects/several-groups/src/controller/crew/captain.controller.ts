import { controller } from 'kbts/runtime';
import type { Manager, ObjectReconciler, ObjectResult, ReconcileContext, Stored } from 'kbts/runtime';
import { Captain } from '../../api/crew/v1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=crew.example.com,resources=captains,verbs=get;list;watch
// +kubebuilder:rbac:groups=crew.example.com,resources=captains/status,verbs=patch

type Result = ObjectResult<Captain>;

/** Brings the cluster closer to what each Captain asks for. */
export class CaptainReconciler implements ObjectReconciler<Captain> {
  /** Runs after every change, and may run at any other time: it looks at the state as it is, not at what changed. */
  async reconcileObject(object: Stored<Captain>, { log }: ReconcileContext): Promise<Result> {
    // TODO(user): create, change or delete what the spec asks for, with the client of the context:
    // `await client.with({ owner: object }).apply(ConfigMap, { metadata: { name: object.metadata.name }, data: {} })`.
    // Throw an error to be called again, later and later; return `{ requeueAfterMs }` to be called again at a time of
    // your choice. Objects that are gone do not come here: Kubernetes deletes what they own.

    log.debug('reconciled', { generation: object.metadata.generation });
    const message = 'The desired state has been reached';
    // Sent only when it has changed; fields and conditions of other writers stay as they are.
    return { status: { conditions: [{ type: 'Ready', status: 'True', reason: 'Reconciled', message }] } };
  }
}

/** Adds the controller to the manager. */
export function setupCaptainController(manager: Manager): void {
  controller(manager, 'crew-captain').for(Captain).complete(new CaptainReconciler());
}
