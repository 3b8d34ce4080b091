// +groupName=acid.zalan.do

import type { CustomResource, Int32, Int64, RawExtension } from 'kbts/runtime';
import type {
  ContainerPort,
  EnvFromSource,
  EnvVar,
  LabelSelector,
  NodeAffinity,
  Toleration,
  TopologySpreadConstraint,
} from 'kbts/k8s';
import type { Container, Probe } from '../../kubernetes-1.36/pod.js';

/** A cluster of PostgreSQL. The kind has been written in lower case since it was first made. */
// +kubebuilder:resource:categories=all,shortName=pg
// +kubebuilder:metadata:labels="app.kubernetes.io/name=postgres-operator"
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Team,type=string,JSONPath=.spec.teamId
// +kubebuilder:printcolumn:name=Version,type=string,JSONPath=.spec.postgresql.version
// +kubebuilder:printcolumn:name=Pods,type=integer,JSONPath=.spec.numberOfInstances
// +kubebuilder:printcolumn:name=Volume,type=string,JSONPath=.spec.volume.size
// +kubebuilder:printcolumn:name=CPU-Request,type=string,JSONPath=.spec.resources.requests.cpu
// +kubebuilder:printcolumn:name=Memory-Request,type=string,JSONPath=.spec.resources.requests.memory
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:printcolumn:name=Status,type=string,JSONPath=.status.PostgresClusterStatus
export interface postgresql extends CustomResource<PostgresSpec, PostgresStatus> {}

/** What the cluster shall be. */
export interface PostgresSpec extends Exposure {
  /** PostgreSQL itself. */
  postgresql: PostgresqlParam;
  /** Where data is kept. */
  volume: Volume;
  /** Patroni, which keeps the cluster together. */
  patroni?: Patroni;
  /** What a pod may use. */
  resources?: Resources;
  /** The image. */
  dockerImage?: string;
  /** Whose cluster it is. */
  teamId: string;
  /** How many pods. */
  // +kubebuilder:validation:Minimum=0
  numberOfInstances: Int32;
  /** Users, with their rights. */
  users?: Record<string, UserFlag[]>;
  /** Users whose passwords change. */
  usersWithSecretRotation?: string[] | null;
  /** Users whose passwords change without a new user. */
  usersWithInPlaceSecretRotation?: string[] | null;
  /** Users whose passwords never change. */
  usersIgnoringSecretRotation?: string[] | null;
  /** Databases, with their owners. */
  databases?: Record<string, string>;
  /** Databases with schemas and roles. */
  preparedDatabases?: Record<string, PreparedDatabase>;
  /** The user of processes. */
  spiloRunAsUser?: Int64;
  /** The group of processes. */
  spiloRunAsGroup?: Int64;
  /** The group of files. */
  spiloFSGroup?: Int64;
  /** Who may connect from outside. */
  allowedSourceRanges?: Cidr[] | null;
  /** When the cluster may be disturbed. */
  maintenanceWindows?: MaintenanceWindow[];
  /** Begins as a copy of another cluster. */
  clone?: CloneDescription;
  /** Follows another cluster. */
  standby?: StandbyDescription;
  /** Shares connections among clients. */
  connectionPooler?: ConnectionPooler;
  /** Whether there is a pooler for the primary. */
  enableConnectionPooler?: boolean;
  /** Whether there is a pooler for the replicas. */
  enableReplicaConnectionPooler?: boolean;
  /** Whether to dump the databases. */
  enableLogicalBackup?: boolean;
  /** When to dump. */
  // +kubebuilder:validation:Pattern=`^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$`
  logicalBackupSchedule?: string;
  /** How long dumps are kept. */
  logicalBackupRetention?: string;
  /** Gives pods more shared memory. */
  enableShmVolume?: boolean;
  /** Environment of the pods. */
  env?: EnvVar[];
  /** Environment of the pods, from ConfigMaps and Secrets. */
  envFrom?: EnvFromSource[];
  /** Containers that run first. */
  initContainers?: Container[];
  /** Containers that run as well. */
  sidecars?: Sidecar[];
  /** Volumes beside the data. */
  additionalVolumes?: AdditionalVolume[];
  /** Tells whether a pod must be restarted. */
  livenessProbe?: Probe;
  /** Certificates. */
  tls?: TLSDescription;
  /** Changes that are sent elsewhere. */
  streams?: Stream[];
  /** Taints that pods bear. */
  tolerations?: Toleration[];
  /** How pods are spread. */
  topologySpreadConstraints?: TopologySpreadConstraint[];
  /** Where pods run. */
  nodeAffinity?: NodeAffinity;
  /** Who places pods. */
  schedulerName?: string;
  /** How important pods are. */
  podPriorityClassName?: string;
  /** Annotations of pods. */
  podAnnotations?: Record<string, string>;
}

/** How the cluster can be reached. */
export interface Exposure {
  /** A load balancer for the primary. */
  enableMasterLoadBalancer?: boolean;
  /** A load balancer for the primary's pooler. */
  enableMasterPoolerLoadBalancer?: boolean;
  /** A load balancer for the replicas. */
  enableReplicaLoadBalancer?: boolean;
  /** A load balancer for the replicas' pooler. */
  enableReplicaPoolerLoadBalancer?: boolean;
  /** A port of every node for the primary. */
  enableMasterNodePort?: boolean;
  /** A port of every node for the primary's pooler. */
  enableMasterPoolerNodePort?: boolean;
  /** A port of every node for the replicas. */
  enableReplicaNodePort?: boolean;
  /** A port of every node for the replicas' pooler. */
  enableReplicaPoolerNodePort?: boolean;
  /** The port for the primary. */
  masterNodePort?: Int32;
  /** The port for the primary's pooler. */
  masterPoolerNodePort?: Int32;
  /** The port for the replicas. */
  replicaNodePort?: Int32;
  /** The port for the replicas' pooler. */
  replicaPoolerNodePort?: Int32;
  /** Annotations of all Services. */
  serviceAnnotations?: Record<string, string>;
  /** Annotations of the primary's Service. */
  masterServiceAnnotations?: Record<string, string>;
  /** Annotations of the replicas' Service. */
  replicaServiceAnnotations?: Record<string, string>;
}

/** An amount of processors. */
// +kubebuilder:validation:Pattern=`^(\d+m|\d+(\.\d{1,3})?)$`
export type CpuAmount = string;

/** An amount of memory. */
// +kubebuilder:validation:Pattern=`^(\d+(e\d+)?|\d+(\.\d+)?(e\d+)?[EPTGMK]i?)$`
export type MemoryAmount = string;

/** A range of addresses. */
// +kubebuilder:validation:Pattern=`^((\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])\.(\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])\/(\d|[1-2]\d|3[0-2])|(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))\/(12[0-8]|1[01][0-9]|[1-9]?[0-9]))$`
export type Cidr = string;

/** A time of the day, or of the week. */
// +kubebuilder:validation:Pattern=`^\ *((Mon|Tue|Wed|Thu|Fri|Sat|Sun):(2[0-3]|[01]?\d):([0-5]?\d)|(2[0-3]|[01]?\d):([0-5]?\d))-((2[0-3]|[01]?\d):([0-5]?\d)|(2[0-3]|[01]?\d):([0-5]?\d))\ *$`
export type MaintenanceWindow = string;

/** A right of a user, in small or in large letters. */
export type UserFlag =
  | 'bypassrls'
  | 'BYPASSRLS'
  | 'nobypassrls'
  | 'NOBYPASSRLS'
  | 'createdb'
  | 'CREATEDB'
  | 'nocreatedb'
  | 'NOCREATEDB'
  | 'createrole'
  | 'CREATEROLE'
  | 'nocreaterole'
  | 'NOCREATEROLE'
  | 'inherit'
  | 'INHERIT'
  | 'noinherit'
  | 'NOINHERIT'
  | 'login'
  | 'LOGIN'
  | 'nologin'
  | 'NOLOGIN'
  | 'replication'
  | 'REPLICATION'
  | 'noreplication'
  | 'NOREPLICATION'
  | 'superuser'
  | 'SUPERUSER'
  | 'nosuperuser'
  | 'NOSUPERUSER';

/** PostgreSQL itself. */
export interface PostgresqlParam {
  /** Which version. */
  version: '14' | '15' | '16' | '17' | '18';
  /** Its settings. */
  parameters?: Record<string, string>;
}

/** Where data is kept. */
export interface Volume {
  /** Which volumes will do. */
  selector?: LabelSelector;
  /** How large. */
  size: MemoryAmount;
  /** Its class. */
  storageClass?: string;
  /** The folder on it. */
  subPath?: string;
  /** Whether the folder has variables in it. */
  isSubPathExpr?: boolean;
  /** Operations per second. */
  // +kubebuilder:validation:Maximum=80000
  iops?: Int32;
  /** Mebibytes per second. */
  // +kubebuilder:validation:Maximum=2000
  throughput?: Int32;
  /** Its type, where the cloud knows several. */
  type?: string;
}

/** Settings of Patroni. */
export interface Patroni {
  /** How the cluster is made. */
  initdb?: Record<string, string>;
  /** Who may connect. */
  pg_hba?: string[];
  /** Seconds until the leader loses its place. */
  ttl?: Int32;
  /** Seconds between looks. */
  loop_wait?: Int32;
  /** Seconds until an operation is given up. */
  retry_timeout?: Int32;
  /** Bytes that a new leader may lack. */
  maximum_lag_on_failover?: Int64;
  /** Replication slots, with their settings. */
  slots?: Record<string, Record<string, string>>;
  /** Whether replicas are waited for. */
  synchronous_mode?: boolean;
  /** Whether they are waited for even when there are none. */
  synchronous_mode_strict?: boolean;
  /** How many are waited for. */
  synchronous_node_count?: Int32;
  /** Keeps the leader when the API server is away. */
  failsafe_mode?: boolean;
}

/** What a container may use. */
export interface Resources {
  /** At least. */
  requests?: ResourceDescription;
  /** At most. */
  limits?: ResourceDescription;
}

/** Amounts of resources. */
export interface ResourceDescription {
  /** Processors. */
  cpu?: CpuAmount;
  /** Memory. */
  memory?: MemoryAmount;
  /** Pages of 2 MiB. */
  'hugepages-2Mi'?: MemoryAmount;
  /** Pages of 1 GiB. */
  'hugepages-1Gi'?: MemoryAmount;
}

/** A database with schemas and roles. */
export interface PreparedDatabase {
  /** Its schemas. */
  schemas?: Record<string, PreparedSchema>;
  /** Makes its usual users. */
  defaultUsers?: boolean;
  /** Extensions, with their schemas. */
  extensions?: Record<string, string>;
  /** Where passwords are kept. */
  secretNamespace?: string;
}

/** A schema of a database. */
export interface PreparedSchema {
  /** Makes its usual roles. */
  defaultRoles?: boolean;
  /** Makes its usual users. */
  defaultUsers?: boolean;
}

/** What to copy. */
export interface CloneDescription {
  /** The cluster. */
  cluster: string;
  /** Which one of that name. */
  // +kubebuilder:validation:Format=uuid
  uid?: string;
  /** As it was then. */
  // +kubebuilder:validation:Pattern=`^([0-9]+)-(0[1-9]|1[012])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)(\.[0-9]+)?(([+-]([01][0-9]|2[0-3]):[0-5][0-9]))$`
  timestamp?: string;
  /** Where its log is. */
  s3_wal_path?: string;
  /** The server of the log. */
  s3_endpoint?: string;
  /** Who we are there. */
  s3_access_key_id?: string;
  /** Our secret there. */
  s3_secret_access_key?: string;
  /** Whether buckets are part of the path. */
  s3_force_path_style?: boolean;
}

/**
 * What to follow: a log or a host, but not two logs.
 *
 * +kbts:schema={
 *   "anyOf": [{"required": ["s3_wal_path"]}, {"required": ["gs_wal_path"]}, {"required": ["standby_host"]}],
 *   "not": {"required": ["s3_wal_path", "gs_wal_path"]}
 * }
 */
export interface StandbyDescription {
  /** A log at Amazon. */
  s3_wal_path?: string;
  /** A log at Google. */
  gs_wal_path?: string;
  /** A host. */
  standby_host?: string;
  /** The port of the host. */
  standby_port?: string;
  /** The slot on the host. */
  standby_primary_slot_name?: string;
}

/** Shares connections among clients. */
export interface ConnectionPooler {
  /** How many pods. */
  // +kubebuilder:validation:Minimum=1
  numberOfInstances?: Int32;
  /** The schema of its tables. */
  schema?: string;
  /** Who it is. */
  user?: string;
  /** For how long a connection is lent. */
  mode?: 'session' | 'transaction';
  /** The image. */
  dockerImage?: string;
  /** Connections to the database. */
  maxDBConnections?: Int32;
  /** What a pod may use. */
  resources?: Resources;
}

/** A container that runs as well. */
export interface Sidecar {
  /** Its name. */
  name?: string;
  /** Its image. */
  image?: string;
  /** Its command. */
  command?: string[];
  /** Its environment. */
  env?: EnvVar[];
  /** Its ports. */
  ports?: ContainerPort[];
  /** What it may use. */
  resources?: Resources;
}

/** A volume beside the data. */
export interface AdditionalVolume {
  /** Its name. */
  name: string;
  /** Where it appears. */
  mountPath: string;
  /** The folder on it. */
  subPath?: string;
  /** Whether the folder has variables in it. */
  isSubPathExpr?: boolean;
  /** In which containers. */
  targetContainers?: string[] | null;
  /** What it is, as pods have it. */
  volumeSource: RawExtension;
}

/** Certificates. */
export interface TLSDescription {
  /** The Secret. */
  secretName: string;
  /** The certificate in it. */
  certificateFile?: string;
  /** The key in it. */
  privateKeyFile?: string;
  /** The authority in it. */
  caFile?: string;
  /** The Secret with the authority. */
  caSecretName?: string;
}

/** Changes that are sent elsewhere. */
export interface Stream {
  /** Who gets them. */
  applicationId: string;
  /** Of this database. */
  database: string;
  /** Of these tables. */
  tables: Record<string, StreamTable>;
  /** Which changes, by table. */
  filter?: Record<string, string>;
  /** How many at once. */
  batchSize?: Int32;
  /** Processors of the sender. */
  cpu?: CpuAmount;
  /** Memory of the sender. */
  memory?: MemoryAmount;
  /** Whether failed events are sent again. */
  enableRecovery?: boolean;
}

/** Changes of a table. */
export interface StreamTable {
  /** What an event is called. */
  eventType: string;
  /** What a repeated event is called. */
  recoveryEventType?: string;
  /** Whether failed events of this table are left. */
  ignoreRecovery?: boolean;
  /** The column with the key. */
  idColumn?: string;
  /** The column with the contents. */
  payloadColumn?: string;
}

/** How the cluster is doing. */
export interface PostgresStatus {
  /** In one word. */
  PostgresClusterStatus: string;
}
