import { hostname } from 'node:os';
import { createClient, loadClusterConfig, signalHandler } from 'kbts/runtime';
import { createCache } from 'kbts/runtime/cache';
import { createTransport } from 'kbts/runtime/client';
import { createLogger, EventRecorder } from 'kbts/runtime/observe';
import { AppServiceController } from './app-service.controller.js';

// What a manager does for you, and this program does without: leader election, metrics, probes, webhooks, and reads
// that wait for this process's own writes.
const log = createLogger();
await using transport = createTransport(await loadClusterConfig());
await using cache = createCache({ transport });
const client = createClient({ transport });
await using events = new EventRecorder({ client, controller: 'appservice-controller', host: hostname(), log });
const controller = await AppServiceController.create({ client, cache, events, log });

await controller.run(signalHandler());
