/** A time span as Go writes it. */
// +kubebuilder:validation:Pattern=`^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`
export type GoDuration = string;

/** The name of an object. */
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=253
export type ObjectName = string;

/** The name of a namespace. */
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
export type NamespaceName = string;

/** Which objects are meant. */
export interface Selector {
  /** Of this group. */
  group?: string;
  /** Of this version. */
  version?: string;
  /** Of this kind. */
  kind?: string;
  /** In this namespace. */
  namespace?: string;
  /** With this name. */
  name?: string;
  /** With these annotations. */
  annotationSelector?: string;
  /** With these labels. */
  labelSelector?: string;
}
