// +kubebuilder:webhookconfiguration:mutating=true,name=my-mutators
// +kubebuilder:webhookconfiguration:mutating=false,name=my-validators
// +kubebuilder:webhook:path=/m,mutating=true,sideEffects=None,name=m.kb.io,failurePolicy=fail,groups=webapp.kbts.dev,resources=books,verbs=create;update,versions=v1,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/v,mutating=false,sideEffects=None,name=v.kb.io,failurePolicy=fail,groups=webapp.kbts.dev,resources=books,verbs=create;update,versions=v1,admissionReviewVersions=v1

export {};
