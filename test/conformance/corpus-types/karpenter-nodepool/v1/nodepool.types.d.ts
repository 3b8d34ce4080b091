import type { Condition, CustomResource, Int32, Int64, Time } from 'kbts/runtime';
import type { ResourceList } from 'kbts/k8s';
/** Nodes of one sort, made when pods need them. */
export interface NodePool extends CustomResource<NodePoolSpec, NodePoolStatus> {
}
/**
 * Which nodes to make.
 *
 * +kubebuilder:validation:XValidation:rule="has(self.replicas) == has(oldSelf.replicas)",message="Cannot transition NodePool between static (replicas set) and dynamic (replicas unset) provisioning modes"
 * +kubebuilder:validation:XValidation:rule="!has(self.replicas) || (!has(self.limits) || size(self.limits) == 0 || (size(self.limits) == 1 && 'nodes' in self.limits))",message="only 'limits.nodes' is supported on static NodePools"
 * +kubebuilder:validation:XValidation:rule="!has(self.replicas) || !has(self.weight)",message="'weight' is not supported on static NodePools"
 */
export interface NodePoolSpec {
    /** What a node looks like. */
    template: NodeClaimTemplate;
    /** When nodes may be taken away. */
    disruption?: Disruption;
    /** How much all nodes together may have. */
    limits?: ResourceList;
    /** Which pool is tried first. */
    weight?: Int32;
    /** A fixed number of nodes. */
    replicas?: Int64;
}
/** When nodes may be taken away. */
export interface Disruption {
    /** How long a node must be of little use first. */
    consolidateAfter?: NillableDuration;
    /** Which nodes are considered. */
    consolidationPolicy?: 'WhenEmpty' | 'WhenEmptyOrUnderutilized' | 'Balanced';
    /** How many nodes may go at once. */
    budgets?: Budget[];
}
/** How many nodes may go at once, and when. */
export interface Budget {
    /** For which reasons. */
    reasons?: ('Underutilized' | 'Empty' | 'Drifted')[];
    /** A number, or a percentage. */
    nodes: string;
    /** When it begins to count, as in cron. */
    schedule?: string;
    /** For how long it counts. */
    duration?: string;
}
/** A time span, or never. */
export type NillableDuration = string;
/** What a node looks like. */
export interface NodeClaimTemplate {
    /** Labels and annotations of the nodes. */
    metadata?: TemplateMetadata;
    /** Everything else of the nodes. */
    spec: NodeClaimTemplateSpec;
}
/** Labels and annotations of nodes. */
export interface TemplateMetadata {
    /**
     * Labels of the nodes.
     *
     * +mapType=atomic
     * +kubebuilder:validation:MaxProperties=100
     * +kubebuilder:validation:XValidation:rule=`self.all(x, x in ["karpenter.sh/capacity-type", "karpenter.sh/nodepool"] || !x.find("^([^/]+)").endsWith("karpenter.sh"))`,message="label domain \"karpenter.sh\" is restricted"
     * +kubebuilder:validation:XValidation:rule=`self.all(x, x != "karpenter.sh/nodepool")`,message="label \"karpenter.sh/nodepool\" is restricted"
     * +kubebuilder:validation:XValidation:rule=`self.all(x, x != "kubernetes.io/hostname")`,message="label \"kubernetes.io/hostname\" is restricted"
     */
    labels?: Record<string, LabelValue>;
    /** Annotations of the nodes. */
    annotations?: Record<string, string>;
}
/** The value of a label. */
export type LabelValue = string;
/** What nodes have and must have. */
export interface NodeClaimTemplateSpec {
    /** Taints that stay. */
    taints?: Taint[];
    /** Taints that something else takes away once the node is ready. */
    startupTaints?: Taint[];
    /**
     * What the labels of a node must be.
     *
     * +listType=atomic
     * +kubebuilder:validation:MaxItems=100
     * +kubebuilder:validation:XValidation:rule="self.all(x, x.operator == 'In' ? x.values.size() != 0 : true)",message="requirements with operator 'In' must have a value defined"
     * +kubebuilder:validation:XValidation:rule="self.all(x, (x.operator == 'Gt' || x.operator == 'Lt' || x.operator == 'Gte' || x.operator == 'Lte') ? (x.values.size() == 1 && int(x.values[0]) >= 0) : true)",message="requirements operator 'Gt', 'Lt', 'Gte', or 'Lte' must have a single positive integer value"
     * +kubebuilder:validation:XValidation:rule="self.all(x, (x.operator == 'In' && has(x.minValues)) ? x.values.size() >= x.minValues : true)",message="requirements with 'minValues' must have at least that many values specified in the 'values' field"
     */
    requirements: NodeSelectorRequirementWithMinValues[];
    /**
     * The object that describes the machines.
     *
     * +kubebuilder:validation:XValidation:rule="self.group == oldSelf.group",message="nodeClassRef.group is immutable"
     * +kubebuilder:validation:XValidation:rule="self.kind == oldSelf.kind",message="nodeClassRef.kind is immutable"
     */
    nodeClassRef: NodeClassReference;
    /** How long pods have to leave a node. */
    terminationGracePeriod?: string;
    /** How old a node may become. */
    expireAfter?: NillableDuration;
}
/** Keeps pods away that do not tolerate it. */
export interface Taint {
    /** What it is called. */
    key: QualifiedName;
    /** What it says. */
    value?: QualifiedName;
    /** What it does. */
    effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
    /** Since when. */
    timeAdded?: Time;
}
/** A name with a domain in front, or without. */
export type QualifiedName = string;
/** What a label must be. */
export interface NodeSelectorRequirementWithMinValues {
    /**
     * The label.
     *
     * +kubebuilder:validation:MaxLength=316
     * +kubebuilder:validation:XValidation:rule=`self in ["karpenter.sh/capacity-type", "karpenter.sh/nodepool"] || !self.find("^([^/]+)").endsWith("karpenter.sh")`,message="label domain \"karpenter.sh\" is restricted"
     * +kubebuilder:validation:XValidation:rule=`self != "karpenter.sh/nodepool"`,message="label \"karpenter.sh/nodepool\" is restricted"
     * +kubebuilder:validation:XValidation:rule=`self != "kubernetes.io/hostname"`,message="label \"kubernetes.io/hostname\" is restricted"
     */
    key: QualifiedName;
    /** How it is compared. */
    operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt' | 'Gte' | 'Lte';
    /** What it is compared with. The bounds are on the list, where they bind nothing; the original has them there. */
    values?: string[];
    /** How many different values the nodes must have. */
    minValues?: number;
}
/** Names the object that describes machines. */
export interface NodeClassReference {
    /** Its API group. */
    group: string;
    /** Its kind. */
    kind: string;
    /** Its name. */
    name: string;
}
/** How the pool is doing. */
export interface NodePoolStatus {
    /** How much the nodes have together. */
    resources?: ResourceList;
    /** How many nodes there are. */
    nodes?: Int64;
    /** The generation of the machines' description that was seen. */
    nodeClassObservedGeneration?: Int64;
    /** How the parts of the pool are doing. */
    conditions?: Condition[];
}
