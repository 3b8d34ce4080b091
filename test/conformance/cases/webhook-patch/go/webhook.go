package webhook

// +kubebuilder:webhook:path=/m,mutating=true,sideEffects=None,name=m.kb.io,patch=`{"namespaceSelector":{"matchLabels":{"a":"b"}},"timeoutSeconds":5,"matchConditions":[{"name":"c","expression":"true"}]}`,failurePolicy=fail,groups=webapp.kbts.dev,resources=books,verbs=create;update,versions=v1,admissionReviewVersions=v1
// +kubebuilder:webhook:path=/v,mutating=false,name=v.kb.io,sideEffects=None,patch=`{"objectSelector":{"matchExpressions":[{"key":"x","operator":"Exists"}]},"rules":[{"apiGroups":["x"],"apiVersions":["v1"],"operations":["CREATE"],"resources":["y"],"scope":"Namespaced"}]}`,failurePolicy=fail,groups=webapp.kbts.dev,resources=books,verbs=create;update,versions=v1,admissionReviewVersions=v1

// Thing is.
type Thing struct{}
