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

import { condition, controller } from 'kbts/runtime';
import { Guestbook } from '../api/v1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=webapp.my.domain,resources=guestbooks,verbs=get;list;watch
// +kubebuilder:rbac:groups=webapp.my.domain,resources=guestbooks/status,verbs=patch

/** Brings the cluster closer to what each Guestbook asks for. */
export const guestbookController = controller(Guestbook)
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
