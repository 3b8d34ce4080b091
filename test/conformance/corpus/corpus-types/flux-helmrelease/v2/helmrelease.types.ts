// +groupName=helm.toolkit.fluxcd.io

import type { Condition, CustomResource, Duration, Int64, Json, Time } from 'kbts/runtime';
import type { Install, ReleaseTest, Rollback, Uninstall, Upgrade } from './actions.types.js';
import type { GoDuration, NamespaceName, ObjectName, Selector } from './shared.types.js';

/** A chart that is kept installed. */
// +kubebuilder:resource:shortName=hr,categories=all;fluxcd;fluxcd-appliers
// +kubebuilder:metadata:annotations="kustomize.toolkit.fluxcd.io/substitute=disabled"
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Status,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].message`
export interface HelmRelease extends CustomResource<HelmReleaseSpec, HelmReleaseStatus> {
  /** What shall be installed. */
  // +optional
  spec: HelmReleaseSpec;
  /** What is installed. */
  // +kubebuilder:default={observedGeneration:-1}
  status?: HelmReleaseStatus;
}

/** What shall be installed, and how. */
// +kubebuilder:validation:XValidation:rule="(has(self.chart) && !has(self.chartRef)) || (!has(self.chart) && has(self.chartRef))",message="either chart or chartRef must be set"
export interface HelmReleaseSpec {
  /** The chart, to be fetched. */
  chart?: HelmChartTemplate;
  /** The chart, fetched by another object. */
  chartRef?: CrossNamespaceSourceReference;
  /** How often to look. */
  interval: GoDuration;
  /** The cluster to install in; this one when absent. */
  kubeConfig?: KubeConfigReference;
  /** Does nothing while true. */
  suspend?: boolean;
  /** The name of the release. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=53
  releaseName?: string;
  /** Where to install. */
  targetNamespace?: NamespaceName;
  /** Where Helm keeps its records. */
  storageNamespace?: NamespaceName;
  /** Releases that must be ready first. */
  dependsOn?: DependencyReference[];
  /** How long any action may take. */
  timeout?: GoDuration;
  /** How many records to keep. */
  maxHistory?: number;
  /** Who acts. */
  serviceAccountName?: ObjectName;
  /** Whether one client serves the whole reconcile. */
  persistentClient?: boolean;
  /** What to do about changes that others made. */
  driftDetection?: DriftDetection;
  /** How to install. */
  install?: Install;
  /** How to upgrade. */
  upgrade?: Upgrade;
  /** How to test. */
  test?: ReleaseTest;
  /** How to roll back. */
  rollback?: Rollback;
  /** How to uninstall. */
  uninstall?: Uninstall;
  /** Values from other objects. */
  valuesFrom?: ValuesReference[];
  /** Values, of any shape. */
  values?: Json;
  /** Labels and annotations of everything that is made. */
  commonMetadata?: CommonMetadata;
  /** Changes to what the chart renders. */
  postRenderers?: PostRenderer[];
  /** Which renderings are changed. */
  postRenderStrategy?: 'nohooks' | 'combined' | 'separate';
  /** How to wait for what was made. */
  waitStrategy?: WaitStrategy;
  /** How to tell whether custom resources are ready. */
  healthCheckExprs?: CustomHealthCheck[];
}

/** A chart to fetch. */
export interface HelmChartTemplate {
  /** Labels and annotations of the object that fetches. */
  metadata?: CommonMetadata;
  /** What to fetch. */
  spec: HelmChartTemplateSpec;
}

/** Labels and annotations. */
export interface CommonMetadata {
  /** Labels. */
  labels?: Record<string, string>;
  /** Annotations. */
  annotations?: Record<string, string>;
}

/** Which chart to fetch. */
export interface HelmChartTemplateSpec {
  /** Its name or path. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:MaxLength=2048
  chart: string;
  /** Which versions will do. */
  // +kubebuilder:default=*
  version?: string;
  /** Where it is. */
  sourceRef: CrossNamespaceObjectReference;
  /** How often to look. */
  interval?: GoDuration;
  /** What counts as a new chart. */
  // +kubebuilder:default=ChartVersion
  reconcileStrategy?: 'ChartVersion' | 'Revision';
  /** Files of values in the chart, later ones win. */
  valuesFiles?: string[];
  /** Whether files of values may be missing. */
  ignoreMissingValuesFiles?: boolean;
  /** Whose signature it needs. */
  verify?: HelmChartTemplateVerification;
}

/** An object of another namespace, perhaps. */
interface NamespacedReference {
  /** Its API version. */
  apiVersion?: string;
  /** Its name. */
  name: ObjectName;
  /** Its namespace. */
  namespace?: NamespaceName;
}

/** Where a chart is. */
export interface CrossNamespaceObjectReference extends NamespacedReference {
  /** The kind of the place. */
  kind: 'HelmRepository' | 'GitRepository' | 'Bucket';
}

/** An object that has fetched a chart. */
export interface CrossNamespaceSourceReference extends NamespacedReference {
  /** The kind of the object. */
  kind: 'OCIRepository' | 'HelmChart' | 'ExternalArtifact';
}

/** A signature. */
export interface HelmChartTemplateVerification {
  /** What made it. */
  // +kubebuilder:default=cosign
  provider: 'cosign' | 'notation';
  /** The Secret with the keys. */
  secretRef?: LocalReference;
}

/** An object of the same namespace. */
export interface LocalReference {
  /** Its name. */
  name: string;
}

/** A cluster to install in. */
// +kubebuilder:validation:XValidation:rule="has(self.configMapRef) || has(self.secretRef)",message="exactly one of spec.kubeConfig.configMapRef or spec.kubeConfig.secretRef must be specified"
// +kubebuilder:validation:XValidation:rule="!has(self.configMapRef) || !has(self.secretRef)",message="exactly one of spec.kubeConfig.configMapRef or spec.kubeConfig.secretRef must be specified"
export interface KubeConfigReference {
  /** A ConfigMap that says how to log in. */
  configMapRef?: LocalReference;
  /** A Secret with a kubeconfig. */
  secretRef?: SecretKeyReference;
}

/** A key of a Secret. */
export interface SecretKeyReference extends LocalReference {
  /** The key. */
  key?: string;
}

/** A release that must be ready first. */
export interface DependencyReference {
  /** Its name. */
  name: string;
  /** Its namespace. */
  namespace?: string;
  /** CEL that says when it is ready. */
  readyExpr?: string;
}

/** What to do about changes that others made. */
export interface DriftDetection {
  /** Whether to undo them. */
  mode?: 'enabled' | 'warn' | 'disabled';
  /** Which changes do not count. */
  ignore?: IgnoreRule[];
}

/** Changes that do not count. */
export interface IgnoreRule {
  /** JSON pointers of fields. */
  paths: string[];
  /** In which objects. */
  target?: Selector;
}

/** Values in another object. */
export interface ValuesReference {
  /** What it is. */
  kind: 'Secret' | 'ConfigMap';
  /** Its name. */
  name: ObjectName;
  /** The key. */
  // +kubebuilder:validation:MaxLength=253
  // +kubebuilder:validation:Pattern=`^[\-._a-zA-Z0-9]+$`
  valuesKey?: string;
  /** Where the values go. */
  // +kubebuilder:validation:MaxLength=250
  // +kubebuilder:validation:Pattern=`^([a-zA-Z0-9_\-.\\\/]|\[[0-9]{1,5}\])+$`
  targetPath?: string;
  /** Whether it may be missing. */
  optional?: boolean;
  /** Whether it is taken as it is. */
  literal?: boolean;
}

/** A change to what the chart renders. */
export interface PostRenderer {
  /** By Kustomize. */
  kustomize?: Kustomize;
}

/** Changes by Kustomize. */
export interface Kustomize {
  /** Patches. */
  patches?: Patch[];
  /** Other images. */
  images?: Image[];
}

/** A patch of objects. */
export interface Patch {
  /** The patch, as YAML. */
  patch: string;
  /** The objects. */
  target?: Selector;
}

/** Another image. */
export interface Image {
  /** The image to replace. */
  name: string;
  /** Its new name. */
  newName?: string;
  /** Its new tag. */
  newTag?: string;
  /** Its new digest. */
  digest?: string;
}

/** How to wait. */
export interface WaitStrategy {
  /** Who waits. */
  name: 'poller' | 'legacy';
}

/** How to tell whether a custom resource is ready. */
export interface CustomHealthCheck {
  /** Its API version. */
  apiVersion: string;
  /** Its kind. */
  kind?: string;
  /** CEL: it is coming. */
  inProgress?: string;
  /** CEL: it has failed. */
  failed?: string;
  /** CEL: it is ready. */
  current: string;
}

/** What is installed. */
export interface HelmReleaseStatus {
  /** The generation that was seen. */
  observedGeneration?: Int64;
  /** The digest of the changes that were made. */
  observedPostRenderersDigest?: string;
  /** The digest of the labels and annotations that were set. */
  observedCommonMetadataDigest?: string;
  /** The generation that was tried last. */
  lastAttemptedGeneration?: Int64;
  /** How the release is doing. */
  conditions?: Condition[];
  /** The object that fetches the chart. */
  helmChart?: string;
  /** Where Helm keeps its records. */
  storageNamespace?: NamespaceName;
  /** The newest releases. */
  history?: Snapshot[];
  /** Everything that was made. */
  inventory?: ResourceInventory;
  /** What was tried last. */
  lastAttemptedReleaseAction?: 'install' | 'upgrade';
  /** How long it took. */
  lastAttemptedReleaseActionDuration?: Duration;
  /** Failures against the wanted state. */
  failures?: Int64;
  /** Failures to install. */
  installFailures?: Int64;
  /** Failures to upgrade. */
  upgradeFailures?: Int64;
  /** The chart that was tried last. */
  lastAttemptedRevision?: string;
  /** Its digest. */
  lastAttemptedRevisionDigest?: string;
  /** The checksum of the values that were tried last. */
  lastAttemptedValuesChecksum?: string;
  /** The last revision of the release. */
  lastReleaseRevision?: number;
  /** The digest of the values that were tried last. */
  lastAttemptedConfigDigest?: string;
  /** The last request to reconcile. */
  lastHandledReconcileAt?: string;
  /** The last request to force. */
  lastHandledForceAt?: string;
  /** The last request to reset. */
  lastHandledResetAt?: string;
}

/** One release. */
export interface Snapshot {
  /** The version of this record. */
  apiVersion?: string;
  /** The digest of the release. */
  digest: string;
  /** Its name. */
  name: string;
  /** Its namespace. */
  namespace: string;
  /** Its revision. */
  version: number;
  /** What Helm calls its state. */
  status: string;
  /** What made it. */
  action?: string;
  /** Its chart. */
  chartName: string;
  /** The version of the chart. */
  chartVersion: string;
  /** The version of the application. */
  appVersion?: string;
  /** The digest of the values. */
  configDigest: string;
  /** When it was first deployed. */
  firstDeployed: Time;
  /** When it was last deployed. */
  lastDeployed: Time;
  /** When it was deleted. */
  deleted?: Time;
  /** How its tests went. */
  testHooks?: Record<string, TestHookStatus>;
  /** The digest of the chart's artifact. */
  ociDigest?: string;
}

/** How a test went. */
export interface TestHookStatus {
  /** When it was started. */
  lastStarted?: Time;
  /** When it was over. */
  lastCompleted?: Time;
  /** How it ended. */
  phase?: string;
}

/** Everything that was made. */
export interface ResourceInventory {
  /** The objects. */
  entries: ResourceRef[];
}

/** One object. */
export interface ResourceRef {
  /** Its namespace, name, group and kind. */
  id: string;
  /** Its API version. */
  v: string;
}
