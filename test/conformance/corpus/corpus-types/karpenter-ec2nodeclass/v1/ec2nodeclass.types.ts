// +groupName=karpenter.k8s.aws

import type { Condition, CustomResource, Int32, Int64, Json, Time } from 'kbts/runtime';
import type { NodeSelectorRequirement } from 'kbts/k8s';

/** Describes machines of Amazon EC2. */
// +kubebuilder:resource:path=ec2nodeclasses,scope=Cluster,categories=karpenter,shortName=ec2nc;ec2ncs
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:printcolumn:name=Role,type=string,JSONPath=.spec.role,priority=1
export interface EC2NodeClass extends CustomResource<EC2NodeClassSpec, EC2NodeClassStatus> {
  /** What the machines shall be. */
  // +optional
  spec: EC2NodeClassSpec;
}

/**
 * What the machines shall be.
 *
 * +kubebuilder:validation:XValidation:rule="(has(self.role) && !has(self.instanceProfile)) || (!has(self.role) && has(self.instanceProfile))",message="must specify exactly one of ['role', 'instanceProfile']"
 * +kubebuilder:validation:XValidation:rule="!has(self.amiFamily) || (self.amiSelectorTerms.exists(x, has(x.alias) && x.alias.find('^[^@]+') == 'al2') ? (self.amiFamily == 'Custom' || self.amiFamily == 'AL2') : true)",message="if set, amiFamily must be 'AL2' or 'Custom' when using an AL2 alias"
 * +kubebuilder:validation:XValidation:rule="!has(self.amiFamily) || (self.amiSelectorTerms.exists(x, has(x.alias) && x.alias.find('^[^@]+') == 'al2023') ? (self.amiFamily == 'Custom' || self.amiFamily == 'AL2023') : true)",message="if set, amiFamily must be 'AL2023' or 'Custom' when using an AL2023 alias"
 * +kubebuilder:validation:XValidation:rule="!has(self.amiFamily) || (self.amiSelectorTerms.exists(x, has(x.alias) && x.alias.find('^[^@]+') == 'bottlerocket') ? (self.amiFamily == 'Custom' || self.amiFamily == 'Bottlerocket') : true)",message="if set, amiFamily must be 'Bottlerocket' or 'Custom' when using a Bottlerocket alias"
 * +kubebuilder:validation:XValidation:rule="!has(self.amiFamily) || (self.amiSelectorTerms.exists(x, has(x.alias) && x.alias.find('^[^@]+') == 'windows2019') ? (self.amiFamily == 'Custom' || self.amiFamily == 'Windows2019') : true)",message="if set, amiFamily must be 'Windows2019' or 'Custom' when using a Windows2019 alias"
 * +kubebuilder:validation:XValidation:rule="!has(self.amiFamily) || (self.amiSelectorTerms.exists(x, has(x.alias) && x.alias.find('^[^@]+') == 'windows2022') ? (self.amiFamily == 'Custom' || self.amiFamily == 'Windows2022') : true)",message="if set, amiFamily must be 'Windows2022' or 'Custom' when using a Windows2022 alias"
 * +kubebuilder:validation:XValidation:rule="!has(self.amiFamily) || (self.amiSelectorTerms.exists(x, has(x.alias) && x.alias.find('^[^@]+') == 'windows2025') ? (self.amiFamily == 'Custom' || self.amiFamily == 'Windows2025') : true)",message="if set, amiFamily must be 'Windows2025' or 'Custom' when using a Windows2025 alias"
 * +kubebuilder:validation:XValidation:rule="self.amiSelectorTerms.exists(x, has(x.alias)) ? true : has(self.amiFamily)",message="must specify amiFamily if amiSelectorTerms does not contain an alias"
 */
export interface EC2NodeClassSpec {
  /**
   * Where the machines are.
   *
   * +kubebuilder:validation:MaxItems=30
   * +kubebuilder:validation:XValidation:rule="self.size() != 0",message="subnetSelectorTerms cannot be empty"
   * +kubebuilder:validation:XValidation:rule="self.all(x, has(x.tags) || has(x.id))",message="expected at least one, got none, ['tags', 'id']"
   * +kubebuilder:validation:XValidation:rule="!self.all(x, has(x.id) && has(x.tags))",message="'id' is mutually exclusive, cannot be set with a combination of other fields in a subnet selector term"
   */
  subnetSelectorTerms: SubnetSelectorTerm[];
  /**
   * What may reach the machines.
   *
   * +kubebuilder:validation:MaxItems=30
   * +kubebuilder:validation:XValidation:rule="self.size() != 0",message="securityGroupSelectorTerms cannot be empty"
   * +kubebuilder:validation:XValidation:rule="self.all(x, has(x.tags) || has(x.id) || has(x.name))",message="expected at least one, got none, ['tags', 'id', 'name']"
   * +kubebuilder:validation:XValidation:rule="!self.all(x, has(x.id) && (has(x.tags) || has(x.name)))",message="'id' is mutually exclusive, cannot be set with a combination of other fields in a security group selector term"
   * +kubebuilder:validation:XValidation:rule="!self.all(x, has(x.name) && (has(x.tags) || has(x.id)))",message="'name' is mutually exclusive, cannot be set with a combination of other fields in a security group selector term"
   */
  securityGroupSelectorTerms: SecurityGroupSelectorTerm[];
  /**
   * Capacity that is reserved for us.
   *
   * +kubebuilder:validation:MaxItems=30
   * +kubebuilder:validation:XValidation:rule="self.all(x, has(x.tags) || has(x.id) || has(x.instanceMatchCriteria))",message="expected at least one, got none, ['tags', 'id', 'instanceMatchCriteria']"
   * +kubebuilder:validation:XValidation:rule="!self.all(x, has(x.id) && (has(x.tags) || has(x.ownerID) || has(x.instanceMatchCriteria)))",message="'id' is mutually exclusive, cannot be set along with other fields in a capacity reservation selector term"
   */
  capacityReservationSelectorTerms?: CapacityReservationSelectorTerm[];
  /** Machines near to each other. */
  // +kubebuilder:validation:XValidation:rule="has(self.name) || has(self.id)",message="expected at least one, got none, ['name', 'id']"
  // +kubebuilder:validation:XValidation:rule="!(has(self.name) && has(self.id))",message="'name' and 'id' are mutually exclusive"
  placementGroupSelector?: PlacementGroupSelector;
  /** Whether machines get public addresses. */
  associatePublicIPAddress?: boolean;
  /** How many prefixes of addresses a machine gets. */
  // +kubebuilder:validation:Minimum=0
  ipPrefixCount?: Int32;
  /**
   * The images.
   *
   * +kubebuilder:validation:MinItems=1
   * +kubebuilder:validation:MaxItems=30
   * +kubebuilder:validation:XValidation:rule="self.all(x, has(x.tags) || has(x.id) || has(x.name) || has(x.alias) || has(x.ssmParameter))",message="expected at least one, got none, ['tags', 'id', 'name', 'alias', 'ssmParameter']"
   * +kubebuilder:validation:XValidation:rule="!self.exists(x, has(x.id) && (has(x.alias) || has(x.tags) || has(x.name) || has(x.owner)))",message="'id' is mutually exclusive, cannot be set with a combination of other fields in amiSelectorTerms"
   * +kubebuilder:validation:XValidation:rule="!self.exists(x, has(x.alias) && (has(x.id) || has(x.tags) || has(x.name) || has(x.owner)))",message="'alias' is mutually exclusive, cannot be set with a combination of other fields in amiSelectorTerms"
   * +kubebuilder:validation:XValidation:rule="!(self.exists(x, has(x.alias)) && self.size() != 1)",message="'alias' is mutually exclusive, cannot be set with a combination of other amiSelectorTerms"
   */
  amiSelectorTerms: AMISelectorTerm[];
  /** The family of the images. */
  amiFamily?: 'AL2' | 'AL2023' | 'Bottlerocket' | 'Custom' | 'Windows2019' | 'Windows2022' | 'Windows2025';
  /** What a machine does when it starts. */
  userData?: string;
  /** The role of the machines. */
  // +kubebuilder:validation:XValidation:rule="self != ''",message="role cannot be empty"
  role?: string;
  /** The profile of the machines. */
  // +kubebuilder:validation:XValidation:rule="self != ''",message="instanceProfile cannot be empty"
  instanceProfile?: string;
  /**
   * Tags of everything that is made.
   *
   * +kubebuilder:validation:XValidation:rule="self.all(k, k != '')",message="empty tag keys aren't supported"
   * +kubebuilder:validation:XValidation:rule="self.all(k, k !='eks:eks-cluster-name')",message="tag contains a restricted tag matching eks:eks-cluster-name"
   * +kubebuilder:validation:XValidation:rule="self.all(k, !k.startsWith('kubernetes.io/cluster') )",message="tag contains a restricted tag matching kubernetes.io/cluster/"
   * +kubebuilder:validation:XValidation:rule="self.all(k, k != 'karpenter.sh/nodepool')",message="tag contains a restricted tag matching karpenter.sh/nodepool"
   * +kubebuilder:validation:XValidation:rule="self.all(k, k !='karpenter.sh/nodeclaim')",message="tag contains a restricted tag matching karpenter.sh/nodeclaim"
   * +kubebuilder:validation:XValidation:rule="self.all(k, k !='karpenter.k8s.aws/ec2nodeclass')",message="tag contains a restricted tag matching karpenter.k8s.aws/ec2nodeclass"
   */
  tags?: Record<string, string>;
  /** Settings of the kubelet, as its own file has them. */
  // +kubebuilder:pruning:PreserveUnknownFields
  kubelet?: Record<string, Json>;
  /** Disks. */
  // +kubebuilder:validation:MaxItems=50
  // +kubebuilder:validation:XValidation:rule="self.filter(x, has(x.rootVolume)?x.rootVolume==true:false).size() <= 1",message="must have only one blockDeviceMappings with rootVolume"
  blockDeviceMappings?: BlockDeviceMapping[];
  /** What becomes of disks inside the machine. */
  instanceStorePolicy?: 'RAID0';
  /** Whether to measure every minute. */
  detailedMonitoring?: boolean;
  /** Settings of processors. */
  cpuOptions?: CPUOptions;
  /** Who may ask a machine about itself. */
  // +kubebuilder:default={httpEndpoint: "enabled", httpProtocolIPv6: "disabled", httpPutResponseHopLimit: 1, httpTokens: "required"}
  metadataOptions?: MetadataOptions;
  /**
   * Network cards.
   *
   * +kubebuilder:validation:MaxItems=150
   * +kubebuilder:validation:XValidation:rule="self.size() == 0 || self.exists(x, x.deviceIndex == 0 && x.networkCardIndex == 0 && x.interfaceType == 'interface')",message="networkInterfaces must include a primary interface with interfaceType='interface'"
   * +kubebuilder:validation:XValidation:rule="self.all(x, self.filter(y, x.networkCardIndex == y.networkCardIndex && x.deviceIndex == y.deviceIndex).size() == 1 && (x.interfaceType != 'efa-only' || self.filter(y, x.networkCardIndex == y.networkCardIndex && y.interfaceType == 'efa-only').size() == 1))",message="networkInterfaces must not have duplicate networkCardIndex and deviceIndex pairs, and can have at most one efa device per network card"
   */
  networkInterfaces?: NetworkInterface[];
  /** How long connections are remembered. */
  // +kubebuilder:validation:XValidation:rule="has(self.tcpEstablishedTimeout) || has(self.udpStreamTimeout) || has(self.udpTimeout)",message="at least one of tcpEstablishedTimeout, udpStreamTimeout, or udpTimeout must be set"
  connectionTracking?: ConnectionTracking;
  /** Reserved. */
  context?: string;
}

/** Tags by which something is found. */
// +kubebuilder:validation:MaxProperties=20
// +kubebuilder:validation:XValidation:rule="self.all(k, k != '' && self[k] != '')",message="empty tag keys or values aren't supported"
export type SelectorTags = Record<string, string>;

/** Finds subnets. */
export interface SubnetSelectorTerm {
  /** By tags. */
  tags?: SelectorTags;
  /** By id. */
  // +kubebuilder:validation:Pattern=`subnet-[0-9a-z]+`
  id?: string;
}

/** Finds security groups. */
export interface SecurityGroupSelectorTerm {
  /** By tags. */
  tags?: SelectorTags;
  /** By id. */
  // +kubebuilder:validation:Pattern=`sg-[0-9a-z]+`
  id?: string;
  /** By name. */
  name?: string;
}

/** The id of a reservation. */
// +kubebuilder:validation:Pattern=`^cr-[0-9a-z]+$`
export type CapacityReservationID = string;

/** The number of an account. */
// +kubebuilder:validation:Pattern=`^[0-9]{12}$`
export type AccountID = string;

/** Who may use a reservation. */
export type InstanceMatchCriteria = 'open' | 'targeted';

/** Finds reservations. */
export interface CapacityReservationSelectorTerm {
  /** By tags. */
  tags?: SelectorTags;
  /** By id. */
  id?: CapacityReservationID;
  /** Of this account. */
  ownerID?: AccountID;
  /** Of this sort. */
  instanceMatchCriteria?: InstanceMatchCriteria;
}

/** Finds a placement group. */
export interface PlacementGroupSelector {
  /** By name. */
  // +kubebuilder:validation:MinLength=1
  name?: string;
  /** By id. */
  // +kubebuilder:validation:Pattern=`^pg-[0-9a-z]+$`
  id?: string;
}

/** Finds images. */
export interface AMISelectorTerm {
  /** By family and version. */
  // +kubebuilder:validation:MaxLength=30
  // +kubebuilder:validation:XValidation:rule="self.matches('^[a-zA-Z0-9]+@.+$')",message="'alias' is improperly formatted, must match the format 'family@version'"
  // +kubebuilder:validation:XValidation:rule="self.split('@')[0] in ['al2','al2023','bottlerocket','windows2019','windows2022','windows2025']",message="family is not supported, must be one of the following: 'al2', 'al2023', 'bottlerocket', 'windows2019', 'windows2022', 'windows2025'"
  // +kubebuilder:validation:XValidation:rule="self.split('@')[0] in ['windows2019','windows2022','windows2025'] ? self.split('@')[1] == 'latest' : true",message="windows families may only specify version 'latest'"
  alias?: string;
  /** By tags. */
  tags?: SelectorTags;
  /** By id. */
  // +kubebuilder:validation:Pattern=`ami-[0-9a-z]+`
  id?: string;
  /** By name. */
  name?: string;
  /** Of this account. */
  owner?: string;
  /** By a parameter of Systems Manager. */
  ssmParameter?: string;
}

/** A disk. */
export interface BlockDeviceMapping {
  /** What the machine calls it. */
  deviceName?: string;
  /** What it is. */
  ebs?: BlockDevice;
  /** Whether it is the one that the machine starts from. */
  rootVolume?: boolean;
}

/** A disk of EBS. */
// +kubebuilder:validation:XValidation:rule="has(self.snapshotID) || has(self.volumeSize)",message="snapshotID or volumeSize must be defined"
// +kubebuilder:validation:XValidation:rule="!has(self.volumeInitializationRate) || (has(self.snapshotID) && self.snapshotID != '')",message="snapshotID must be set when volumeInitializationRate is set"
export interface BlockDevice {
  /** Whether it goes with its machine. */
  deleteOnTermination?: boolean;
  /** Whether it is encrypted. */
  encrypted?: boolean;
  /** Operations per second. */
  iops?: Int64;
  /** The key that encrypts it. */
  kmsKeyID?: string;
  /** What it is a copy of. */
  snapshotID?: string;
  /** Mebibytes per second. */
  throughput?: Int64;
  /** How fast it is filled. */
  // +kubebuilder:validation:Minimum=100
  // +kubebuilder:validation:Maximum=300
  volumeInitializationRate?: Int32;
  /** How large it is. */
  // +kubebuilder:validation:Pattern=`^((?:[1-9][0-9]{0,3}|[1-4][0-9]{4}|[5][0-8][0-9]{3}|59000)Gi|(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|[6][0-3][0-9]{3}|64000)G|([1-9]||[1-5][0-7]|58)Ti|([1-9]||[1-5][0-9]|6[0-3]|64)T)$`
  volumeSize?: string;
  /** What sort it is. */
  volumeType?: 'standard' | 'io1' | 'io2' | 'gp2' | 'sc1' | 'st1' | 'gp3';
}

/** On or off. */
export type Switch = 'enabled' | 'disabled';

/** Settings of processors. */
export interface CPUOptions {
  /** Whether machines can run in machines. */
  nestedVirtualization?: Switch;
}

/** Who may ask a machine about itself. */
export interface MetadataOptions {
  /** Whether anyone may. */
  // +kubebuilder:default=enabled
  httpEndpoint?: Switch;
  /** Whether over IPv6. */
  // +kubebuilder:default=disabled
  httpProtocolIPv6?: Switch;
  /** From how far. */
  // +kubebuilder:default=1
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=64
  httpPutResponseHopLimit?: Int64;
  /** Whether a token is needed. */
  // +kubebuilder:default=required
  httpTokens?: 'required' | 'optional';
}

/** A network card. */
export interface NetworkInterface {
  /** Which card. */
  // +kubebuilder:validation:Minimum=0
  networkCardIndex: Int32;
  /** Which device on it. */
  // +kubebuilder:validation:Minimum=0
  deviceIndex: Int32;
  /** What sort. */
  interfaceType: 'interface' | 'efa-only';
}

/** How long connections are remembered, in seconds. */
export interface ConnectionTracking {
  /** Of TCP. */
  // +kubebuilder:validation:Minimum=60
  // +kubebuilder:validation:Maximum=432000
  tcpEstablishedTimeout?: Int32;
  /** Streams of UDP. */
  // +kubebuilder:validation:Minimum=60
  // +kubebuilder:validation:Maximum=180
  udpStreamTimeout?: Int32;
  /** Other UDP. */
  // +kubebuilder:validation:Minimum=30
  // +kubebuilder:validation:Maximum=60
  udpTimeout?: Int32;
}

/** What was found. */
export interface EC2NodeClassStatus {
  /** Subnets. */
  subnets?: Subnet[];
  /** Security groups. */
  securityGroups?: SecurityGroup[];
  /** Reservations. */
  capacityReservations?: CapacityReservation[];
  /** Images. */
  amis?: AMI[];
  /** The profile of the machines. */
  instanceProfile?: string;
  /** How the parts are doing. */
  conditions?: Condition[];
}

/** A subnet. */
export interface Subnet {
  /** Its id. */
  id: string;
  /** Its zone. */
  zone: string;
  /** The id of its zone. */
  zoneID?: string;
}

/** A security group. */
export interface SecurityGroup {
  /** Its id. */
  id: string;
  /** Its name. */
  name?: string;
}

/** A reservation. */
export interface CapacityReservation {
  /** Its id. */
  id: CapacityReservationID;
  /** Where it is. */
  availabilityZone: string;
  /** When it ends. */
  endTime?: Time;
  /** Who may use it. */
  instanceMatchCriteria: InstanceMatchCriteria;
  /** Of which machines. */
  instanceType: string;
  /** Whether machines can be taken away. */
  interruptible?: boolean;
  /** Whose it is. */
  ownerID: AccountID;
  /** What sort it is. */
  // +kubebuilder:default=default
  reservationType?: 'default' | 'capacity-block';
  /** How it is doing. */
  // +kubebuilder:default=active
  state?: 'active' | 'expiring';
}

/** An image. */
export interface AMI {
  /** Its id. */
  id: string;
  /** Its name. */
  name?: string;
  /** Whether there is a better one. */
  deprecated?: boolean;
  /** What machines must be to run it. */
  requirements: NodeSelectorRequirement[];
}
