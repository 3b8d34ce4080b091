// +kubebuilder:webhook:path=/m,mutating=true,sideEffects=None,matchPolicy=exact,timeoutSeconds=7,reinvocationPolicy=ifneeded,name=m.kb.io,failurePolicy=ignore,groups=core;apps,resources=pods;deployments,verbs=create;delete;connect,versions=v1;v1beta1,admissionReviewVersions=v1;v1beta1
// +kubebuilder:webhook:path=/v,mutating=false,sideEffects=None,matchPolicy=Equivalent,name=v.kb.io,failurePolicy=fail,groups=webapp.kbts.dev,resources=books,verbs=create;update,versions=v1,admissionReviewVersions=v1

export {};
