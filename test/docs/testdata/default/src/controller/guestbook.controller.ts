import { controller } from 'kbts/runtime';
import { Guestbook } from '../api/v1/index.js';

export const guestbookController = controller(Guestbook).reconcile(async () => undefined);
