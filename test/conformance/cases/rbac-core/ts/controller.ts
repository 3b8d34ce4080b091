// +kubebuilder:rbac:groups=core,resources=pods,verbs=get
// +kubebuilder:rbac:groups="",resources=configmaps,verbs=get;get;list
// +kubebuilder:rbac:groups="";apps,resources=events,verbs=create

export {};
