// +kubebuilder:webhook:path=/validate-v1-pod,mutating=false,failurePolicy=fail,sideEffects=None,groups=core,resources=pods,verbs=create,versions=v1,name=vpod-v1.kb.io,admissionReviewVersions=v1,webhookVersions=v1

export {};
