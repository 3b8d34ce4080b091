package rbac

// +kubebuilder:rbac:groups=*,resources=*,verbs=*
// +kubebuilder:rbac:groups=art,resources=jobs,verbs=get;*;list

// Thing is.
type Thing struct{}
