import { condition, controller } from 'kbts/runtime';
import { Captain } from '../../api/crew/v1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=crew.example.com,resources=captains,verbs=get;list;watch
// +kubebuilder:rbac:groups=crew.example.com,resources=captains/status,verbs=patch

/** Brings the cluster closer to what each Captain asks for. */
export const captainController = controller(Captain)
  .options({ name: 'crew-captain' })
  // Runs after every change, and may run at any other time: it looks at the state as it is, not at what changed.
  .reconcile(async (object, { log }) => {
    // TODO(user): create, change or delete what the spec asks for, with the client of the context:
    // `await client.owned(object).apply(ConfigMap, { metadata: { name: object.metadata.name }, data: {} })`, and
    // `.owns(ConfigMap)` above. Throw an error to be called again, later and later; return `{ requeueAfter: '30s' }` to be
    // called again at a time of your choice. Objects that are being deleted do not come here.

    log.debug('reconciled', { generation: object.metadata.generation });
    const ready = condition('Ready', true, 'Reconciled', 'The desired state has been reached');
    // Sent only when it has changed; fields and conditions of other writers stay as they are.
    return { status: { conditions: [ready] } };
  });
