// +kubebuilder:rbac:urls=/metrics,verbs=get
// +kubebuilder:rbac:urls=/healthz;/livez,verbs=get;post
// +kubebuilder:rbac:urls=/other,verbs=get

export {};
