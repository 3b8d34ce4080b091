import { controller } from 'kbts/runtime';
import type { Client, Manager, ReconcileContext, Reconciler, Request, Result } from 'kbts/runtime';
import { Guestbook } from '../api/v1/index.js';

export class GuestbookReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { signal }: ReconcileContext): Promise<Result> {
    await this.#client.find(Guestbook, request, { signal });
  }
}

export function setupGuestbookController(manager: Manager): void {
  controller(manager).for(Guestbook).complete(new GuestbookReconciler(manager.client));
}
