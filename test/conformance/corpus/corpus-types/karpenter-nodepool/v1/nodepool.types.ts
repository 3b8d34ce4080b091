// +groupName=karpenter.sh

import type { Condition, CustomResource, Int32, Int64, Time } from 'kbts/runtime';
import type { ResourceList } from 'kbts/k8s';

/** Nodes of one sort, made when pods need them. */
// +kubebuilder:resource:path=nodepools,scope=Cluster,categories=karpenter
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.nodes
// +kubebuilder:printcolumn:name=NodeClass,type=string,JSONPath=.spec.template.spec.nodeClassRef.name
// +kubebuilder:printcolumn:name=Nodes,type=string,JSONPath=.status.nodes
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:printcolumn:name=Weight,type=integer,JSONPath=.spec.weight,priority=1
// +kubebuilder:printcolumn:name=CPU,type=string,JSONPath=.status.resources.cpu,priority=1
// +kubebuilder:printcolumn:name=Memory,type=string,JSONPath=.status.resources.memory,priority=1
export interface NodePool extends CustomResource<NodePoolSpec, NodePoolStatus> {}

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
  // +kubebuilder:default={consolidateAfter: "0s"}
  disruption?: Disruption;
  /** How much all nodes together may have. */
  limits?: ResourceList;
  /** Which pool is tried first. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=100
  weight?: Int32;
  /** A fixed number of nodes. */
  // +kubebuilder:validation:Minimum=0
  replicas?: Int64;
}

/** When nodes may be taken away. */
export interface Disruption {
  /** How long a node must be of little use first. */
  // +kubebuilder:default="0s"
  consolidateAfter?: NillableDuration;
  /** Which nodes are considered. */
  // +kubebuilder:default=WhenEmptyOrUnderutilized
  consolidationPolicy?: 'WhenEmpty' | 'WhenEmptyOrUnderutilized' | 'Balanced';
  /** How many nodes may go at once. */
  // +listType=atomic
  // +kubebuilder:default={{nodes: "10%"}}
  // +kubebuilder:validation:MaxItems=50
  // +kubebuilder:validation:XValidation:rule="self.all(x, has(x.schedule) == has(x.duration))",message="'schedule' must be set with 'duration'"
  budgets?: Budget[];
}

/** How many nodes may go at once, and when. */
export interface Budget {
  /** For which reasons. */
  // +listType=set
  // +kubebuilder:validation:MaxItems=50
  reasons?: ('Underutilized' | 'Empty' | 'Drifted')[];
  /** A number, or a percentage. */
  // +kubebuilder:default="10%"
  // +kubebuilder:validation:Pattern=`^((100|[0-9]{1,2})%|[0-9]+)$`
  nodes: string;
  /** When it begins to count, as in cron. */
  // +kubebuilder:validation:Pattern=`^(@(annually|yearly|monthly|weekly|daily|midnight|hourly))|((.+)\s(.+)\s(.+)\s(.+)\s(.+))$`
  schedule?: string;
  /** For how long it counts. */
  // +kubebuilder:validation:Pattern=`^((([0-9]+(h|m))|([0-9]+h[0-9]+m))(0s)?)$`
  duration?: string;
}

/** A time span, or never. */
// +kubebuilder:validation:Pattern=`^(([0-9]+(s|m|h))+|Never)$`
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
  // +mapType=granular
  annotations?: Record<string, string>;
}

/** The value of a label. */
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:Pattern=`^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$`
export type LabelValue = string;

/** What nodes have and must have. */
export interface NodeClaimTemplateSpec {
  /** Taints that stay. */
  // +listType=atomic
  taints?: Taint[];
  /** Taints that something else takes away once the node is ready. */
  // +listType=atomic
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
  // +kubebuilder:validation:Pattern=`^([0-9]+(s|m|h))+$`
  terminationGracePeriod?: string;
  /** How old a node may become. */
  // +kubebuilder:default="720h"
  expireAfter?: NillableDuration;
}

/** Keeps pods away that do not tolerate it. */
export interface Taint {
  /** What it is called. */
  // +kubebuilder:validation:MinLength=1
  key: QualifiedName;
  /** What it says. */
  value?: QualifiedName;
  /** What it does. */
  effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
  /** Since when. */
  timeAdded?: Time;
}

/** A name with a domain in front, or without. */
// +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*(\/))?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$`
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
  // +listType=atomic
  // +kbts:schema={"maxLength": 63, "pattern": "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$"}
  values?: string[];
  /** How many different values the nodes must have. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=50
  minValues?: number;
}

/** Names the object that describes machines. */
export interface NodeClassReference {
  /** Its API group. */
  // +kubebuilder:validation:Pattern=`^[^/]*$`
  // +kubebuilder:validation:XValidation:rule="self != ''",message="group may not be empty"
  group: string;
  /** Its kind. */
  // +kubebuilder:validation:XValidation:rule="self != ''",message="kind may not be empty"
  kind: string;
  /** Its name. */
  // +kubebuilder:validation:XValidation:rule="self != ''",message="name may not be empty"
  name: string;
}

/** How the pool is doing. */
export interface NodePoolStatus {
  /** How much the nodes have together. */
  resources?: ResourceList;
  /** How many nodes there are. */
  // +kubebuilder:default=0
  nodes?: Int64;
  /** The generation of the machines' description that was seen. */
  nodeClassObservedGeneration?: Int64;
  /** How the parts of the pool are doing. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}
