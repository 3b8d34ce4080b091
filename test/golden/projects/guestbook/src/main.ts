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

import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { guestbookController } from './controller/guestbook.controller.js';
import { setupGuestbookWebhook } from './webhook/v1/guestbook.webhook.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: 'ae5ee921.my.domain' },
  }),
);

manager.add(guestbookController);
setupGuestbookWebhook(manager);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
