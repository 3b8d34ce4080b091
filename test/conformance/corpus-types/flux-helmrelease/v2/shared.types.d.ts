/** A time span as Go writes it. */
export type GoDuration = string;
/** The name of an object. */
export type ObjectName = string;
/** The name of a namespace. */
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
