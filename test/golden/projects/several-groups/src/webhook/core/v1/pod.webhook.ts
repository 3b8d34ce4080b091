import { webhook } from 'kbts/runtime';
import type { AdmissionContext, Defaulter, Manager } from 'kbts/runtime';
import { Pod } from 'kbts/k8s/core/v1';

/** Adds the webhooks of Pod to the manager. */
export function setupPodWebhook(manager: Manager): void {
  manager.add(webhook(Pod).default(new PodDefaulter()));
  // +kubebuilder:scaffold:webhook
}

// +kubebuilder:webhook:path=/mutate--v1-pod,mutating=true,failurePolicy=fail,sideEffects=None,groups="",resources=pods,verbs=create;update,versions=v1,name=mpod-v1.core.kb.io,admissionReviewVersions=v1

/** Fills in what users leave out of a Pod. */
export class PodDefaulter implements Defaulter<Pod> {
  /** Changes the object; what it leaves alone is stored as the user wrote it. */
  default(pod: Pod, { log }: AdmissionContext): void {
    log.debug('defaulting', { name: pod.metadata.name });

    // TODO(user): fill in your defaults.
  }
}

// +kubebuilder:scaffold:webhook-handlers
