/*
Copyright 2026 Example.
*/

import { createManager, managerFlags, signalHandler } from 'kbts/runtime';
import { watchNamespaces } from './watch-namespaces.js';
import { batchController } from './controller/batch.controller.js';
import { poolController } from './controller/pool.controller.js';
import { setupBatchWebhook } from './webhook/v1alpha1/batch.webhook.js';
// +kubebuilder:scaffold:imports

const manager = await createManager(
  managerFlags(process.argv.slice(2), {
    leaderElection: { id: 'f9e185a5.my.domain' },
    cache: { default: { namespaces: watchNamespaces(process.env) } },
  }),
);

manager.add(batchController);
manager.add(poolController);
setupBatchWebhook(manager);
// +kubebuilder:scaffold:builder

await manager.start(signalHandler());
