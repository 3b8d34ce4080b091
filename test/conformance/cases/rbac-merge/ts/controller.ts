// +kubebuilder:rbac:groups=apps,resources=deployments;statefulsets,verbs=get;list
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=update
// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=get
// +kubebuilder:rbac:groups=batch.x,resources=jobs,verbs=get
// +kubebuilder:rbac:groups=batch,resources=cronjobs,verbs=get

export {};
