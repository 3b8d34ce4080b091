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

import { webhook } from 'kbts/runtime';
import type { AdmissionContext, Defaulter, Manager, Validator, Verdict } from 'kbts/runtime';
import { Guestbook } from '../../api/v1/index.js';
import { guestbookV2Converter } from '../../api/v2/guestbook.conversion.js';

/** Adds the webhooks of Guestbook to the manager. */
export function setupGuestbookWebhook(manager: Manager): void {
  manager.add(webhook(Guestbook).default(new GuestbookDefaulter()));
  manager.add(webhook(Guestbook).validate(new GuestbookValidator()));
  manager.add(webhook(Guestbook).convert(guestbookV2Converter));
  // +kubebuilder:scaffold:webhook
}

// +kubebuilder:webhook:path=/mutate-webapp-my-domain-v1-guestbook,mutating=true,failurePolicy=fail,sideEffects=None,groups=webapp.my.domain,resources=guestbooks,verbs=create;update,versions=v1,name=mguestbook-v1.webapp.my.domain.kb.io,admissionReviewVersions=v1

/** Fills in what users leave out of a Guestbook. */
export class GuestbookDefaulter implements Defaulter<Guestbook> {
  /** Changes the object; what it leaves alone is stored as the user wrote it. */
  default(guestbook: Guestbook, { log }: AdmissionContext): void {
    log.debug('defaulting', { name: guestbook.metadata.name });

    // TODO(user): fill in your defaults. Constants are better off in +kubebuilder:default markers of the types.
  }
}

// To check deletions as well, add "delete" to the verbs.
// +kubebuilder:webhook:path=/validate-webapp-my-domain-v1-guestbook,mutating=false,failurePolicy=fail,sideEffects=None,groups=webapp.my.domain,resources=guestbooks,verbs=create;update,versions=v1,name=vguestbook-v1.webapp.my.domain.kb.io,admissionReviewVersions=v1

/** Refuses changes of a Guestbook that must not happen. */
export class GuestbookValidator implements Validator<Guestbook> {
  /** Return `{ deny: 'why' }` to refuse, or call `context.warn` to accept with a warning. */
  create(guestbook: Guestbook, { log }: AdmissionContext): Verdict {
    log.debug('validating creation', { name: guestbook.metadata.name });

    // TODO(user): your rules for new objects. What a schema or CEL can check belongs in markers of the types.
  }

  update(_old: Guestbook, guestbook: Guestbook, { log }: AdmissionContext): Verdict {
    log.debug('validating update', { name: guestbook.metadata.name });

    // TODO(user): your rules for changes.
  }

  delete(guestbook: Guestbook, { log }: AdmissionContext): Verdict {
    log.debug('validating deletion', { name: guestbook.metadata.name });

    // TODO(user): your rules for deletions.
  }
}

// +kubebuilder:scaffold:webhook-handlers
