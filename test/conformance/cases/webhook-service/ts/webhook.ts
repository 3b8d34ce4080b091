// +kubebuilder:webhook:path=/m,mutating=true,sideEffects=None,serviceName=svc,serviceNamespace=ns,servicePort=8443,name=m.kb.io,failurePolicy=fail,groups=webapp.kbts.dev,resources=books,verbs=create;update,versions=v1,admissionReviewVersions=v1

export {};
