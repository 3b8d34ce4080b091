package rbac

// +kubebuilder:rbac:urls=/metrics,verbs=get
// +kubebuilder:rbac:urls=/healthz;/livez,verbs=get;post
// +kubebuilder:rbac:urls=/other,verbs=get

// Thing is.
type Thing struct{}
