// +kubebuilder:webhook:path=/mutate,mutating=true,sideEffects=None,name=m.kb.io,failurePolicy=fail,groups=webapp.kbts.dev,resources=books,verbs=create;update,versions=v1,admissionReviewVersions=v1

export {};
