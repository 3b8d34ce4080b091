// +kubebuilder:webhook:path=/z,mutating=false,sideEffects=none,name=z.kb.io,failurePolicy=fail,groups=webapp.kbts.dev,resources=books,verbs=create;update,versions=v1,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/a,mutating=false,sideEffects=none,name=a.kb.io,failurePolicy=fail,groups=webapp.kbts.dev,resources=books,verbs=create;update,versions=v1,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/m,mutating=true,sideEffects=none,name=m.kb.io,failurePolicy=fail,groups=webapp.kbts.dev,resources=books,verbs=create;update,versions=v1,admissionReviewVersions=v1

export {};
