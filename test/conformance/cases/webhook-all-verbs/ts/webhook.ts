// +kubebuilder:webhook:path=/v,mutating=false,sideEffects=None,name=v.kb.io,failurePolicy=fail,groups=*,resources=*,verbs=*,versions=*,admissionReviewVersions=v1

export {};
