// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,roleName=reader
// +kubebuilder:rbac:groups=apps,namespace=zoo,resources=deployments,verbs=get,roleName=reader
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list

export {};
