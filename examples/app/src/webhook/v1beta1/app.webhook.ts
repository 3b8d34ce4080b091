import { webhook } from 'kbts/runtime';
import type { AdmissionContext, Defaulter, Manager, Validator, Verdict } from 'kbts/runtime';
import { App } from '../../api/v1beta1/index.js';
import { appV1Converter } from '../../api/v1/app.conversion.js';

/** Adds the webhooks of App to the manager. */
export function setupAppWebhook(manager: Manager): void {
  const builder = webhook(manager, App);
  builder.defaulter(new AppDefaulter());
  builder.validator(new AppValidator());
  builder.conversion(appV1Converter);
  // +kubebuilder:scaffold:webhook
  builder.complete();
}

// +kubebuilder:webhook:path=/mutate-ingress-my-domain-v1beta1-app,mutating=true,failurePolicy=fail,sideEffects=None,groups=ingress.my.domain,resources=apps,verbs=create;update,versions=v1beta1,name=mapp-v1beta1.ingress.my.domain.kb.io,admissionReviewVersions=v1

/** Fills in what users leave out of an App. */
export class AppDefaulter implements Defaulter<App> {
  /** Changes the object; what it leaves alone is stored as the user wrote it. */
  default(app: App, { log }: AdmissionContext): void {
    log.debug('defaulting', { name: app.metadata.name });

    // TODO(user): fill in your defaults. Constants are better off in +kubebuilder:default markers of the types.
  }
}
// To check deletions as well, add "delete" to the verbs.
// +kubebuilder:webhook:path=/validate-ingress-my-domain-v1beta1-app,mutating=false,failurePolicy=fail,sideEffects=None,groups=ingress.my.domain,resources=apps,verbs=create;update,versions=v1beta1,name=vapp-v1beta1.ingress.my.domain.kb.io,admissionReviewVersions=v1

/** Refuses changes of an App that must not happen. */
export class AppValidator implements Validator<App> {
  /** Return `{ deny: 'why' }` to refuse, or call `context.warn` to accept with a warning. */
  create(app: App, { log }: AdmissionContext): Verdict {
    log.debug('validating creation', { name: app.metadata.name });

    // TODO(user): your rules for new objects. What a schema or CEL can say is better off in markers of the types.
  }

  update(_old: App, app: App, { log }: AdmissionContext): Verdict {
    log.debug('validating update', { name: app.metadata.name });

    // TODO(user): your rules for changes.
  }

  delete(app: App, { log }: AdmissionContext): Verdict {
    log.debug('validating deletion', { name: app.metadata.name });

    // TODO(user): your rules for deletions.
  }
}
// +kubebuilder:scaffold:webhook-handlers
