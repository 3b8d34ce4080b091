package webhook

// +kubebuilder:webhook:url="https://example.com/hook",mutating=false,sideEffects=None,name=u.kb.io,failurePolicy=fail,groups=webapp.kbts.dev,resources=books,verbs=create;update,versions=v1,admissionReviewVersions=v1

// Thing is.
type Thing struct{}
