import { webhook } from 'kbts/runtime';
import type { AdmissionContext, Defaulter, Manager, Validator, Verdict } from 'kbts/runtime';
import { App } from '../../api/v1beta1/index.js';
import { appV1Converter } from '../../api/v1/app.conversion.js';

/** Adds the webhooks of App to the manager. */
export function setupAppWebhook(manager: Manager): void {
  manager.add(webhook(App).default(new AppDefaulter()));
  manager.add(webhook(App).validate(new AppValidator()));
  manager.add(webhook(App).convert(appV1Converter));
  // +kubebuilder:scaffold:webhook
}

// +kubebuilder:webhook:path=/mutate-ingress-my-domain-v1beta1-app,mutating=true,failurePolicy=fail,sideEffects=None,groups=ingress.my.domain,resources=apps,verbs=create;update,versions=v1beta1,name=mapp-v1beta1.ingress.my.domain.kb.io,admissionReviewVersions=v1

/** Fills in what users leave out of an App. */
export class AppDefaulter implements Defaulter<App> {
  /** An app that can be reached at all can be reached from outside. A marker could not say that: it knows one field. */
  default(app: App): void {
    app.spec.enable_ingress ??= app.spec.enable_service;
  }
}

// +kubebuilder:webhook:path=/validate-ingress-my-domain-v1beta1-app,mutating=false,failurePolicy=fail,sideEffects=None,groups=ingress.my.domain,resources=apps,verbs=create;update,versions=v1beta1,name=vapp-v1beta1.ingress.my.domain.kb.io,admissionReviewVersions=v1

/** Refuses an App that could not work. */
export class AppValidator implements Validator<App> {
  create(app: App, context: AdmissionContext): Verdict {
    return verdictOn(app, context);
  }

  update(_old: App, app: App, context: AdmissionContext): Verdict {
    return verdictOn(app, context);
  }
}

function verdictOn({ spec }: App, context: AdmissionContext): Verdict {
  if (spec.enable_ingress && !spec.enable_service) {
    return {
      deny: 'an Ingress needs a Service',
      causes: [{ field: 'spec.enable_service', message: 'must be true when spec.enable_ingress is' }],
    };
  }
  if (spec.host !== undefined && !spec.enable_ingress)
    context.warn('spec.host has no effect while spec.enable_ingress is false');
}
// +kubebuilder:scaffold:webhook-handlers
