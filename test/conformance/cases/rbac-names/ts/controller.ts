// +kubebuilder:rbac:groups=core,resources=secrets,resourceNames=b;a,verbs=get
// +kubebuilder:rbac:groups=core,resources=secrets,resourceNames=a,verbs=get
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=list

export {};
