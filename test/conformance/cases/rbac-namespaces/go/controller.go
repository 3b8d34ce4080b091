package rbac

// +kubebuilder:rbac:groups=apps,namespace=zoo,resources=deployments,verbs=get
// +kubebuilder:rbac:groups=apps,namespace=park,resources=deployments,verbs=list
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=watch

// Thing is.
type Thing struct{}
