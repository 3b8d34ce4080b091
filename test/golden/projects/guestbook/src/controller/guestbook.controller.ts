/*
Copyright 2026 Example.

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import { conditions, controller, mutable } from 'kbts/runtime';
import type {
  Client,
  Condition,
  DeepReadonly,
  Manager,
  ReconcileContext,
  Reconciler,
  Request,
  Result,
} from 'kbts/runtime';
import { Guestbook } from '../api/v1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=webapp.my.domain,resources=guestbooks,verbs=get;list;watch
// +kubebuilder:rbac:groups=webapp.my.domain,resources=guestbooks/status,verbs=patch

/** Brings the cluster closer to what each Guestbook asks for. */
export class GuestbookReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change, and may run at any other time: it looks at the state as it is, not at what changed. */
  async reconcile(request: Request, { log, signal }: ReconcileContext): Promise<Result> {
    const guestbook = await this.#client.find(Guestbook, request, { signal });
    // Gone: Kubernetes deletes what it owned, so nothing is left to do.
    if (!guestbook) return;

    // TODO(user): create, change or delete what the spec asks for. Throw an error to be called again, later and later;
    // return `{ requeueAfterMs }` to be called again at a time of your choice.

    await this.#markReady(guestbook, signal);
    log.debug('reconciled');
  }

  /** Writes the condition `Ready`, unless it says so already. */
  async #markReady(object: DeepReadonly<Guestbook>, signal: AbortSignal): Promise<void> {
    const list = mutable<Condition[]>(object.status?.conditions ?? []);
    const isChanged = conditions.set(list, {
      type: 'Ready',
      status: 'True',
      reason: 'Reconciled',
      message: 'The desired state has been reached',
      observedGeneration: object.metadata.generation,
    });
    if (!isChanged) return;
    // Applies this condition only, so that other writers keep theirs.
    const status = { conditions: list.filter(({ type }) => type === 'Ready') };
    const options = { fieldManager: 'guestbook-controller', force: true, signal };
    await this.#client.status.apply(object, { status }, options);
  }
}

/** Adds the controller to the manager. */
export function setupGuestbookController(manager: Manager): void {
  const reconciler = new GuestbookReconciler(manager.client);
  controller(manager, 'guestbook').for(Guestbook).complete(reconciler);
}
